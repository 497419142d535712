//! Rewrites that do not change a function: its gradient must not change either, or the compiler has to refuse the function.
//!
//! A rewrite is a row of [`ALL`], made at some places of the bodies of annotated functions. It is made only where it is certain,
//! by the syntax and the [types] that the file itself tells, that the plain function stays what it is.

pub mod bindings;
pub mod control;
pub mod functions;
pub mod rename;
pub mod types;
pub mod values;
pub mod walk;

use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::{Block, Expr, File, Ident};

use crate::rng::Rng;
use functions::{Annotated, each_annotated};
use rename::{Known, STYLES, Style};
use types::{Items, Scope, Ty};
use walk::{At, Hook, walk};

/// A rewrite.
#[derive(Clone, Copy, Debug)]
pub struct Rewrite {
    /// What it is called in reports.
    pub name: &'static str,
    kind: Kind,
}

/// What a rewrite looks at.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Numbers with a derivative, and what each becomes.
    Number(Wrap),
    /// Whole numbers, and what each becomes.
    Whole(Wrap),
    /// Expressions, and what some become.
    Expression(fn(&Expr, At, &Scope<'_>, &mut Names) -> Option<Expr>),
    /// Blocks, and what stands in them.
    Statements(fn(&mut Block, &Scope<'_>, &mut Turn, &mut Names)),
}

/// What becomes of an expression of a type that can be copied.
type Wrap = fn(&Expr, &Ty, &mut Names) -> Option<Expr>;

/// All rewrites.
pub const ALL: &[Rewrite] = &[
    Rewrite { name: "block", kind: Kind::Number(values::block) },
    Rewrite { name: "labelled block", kind: Kind::Number(values::labelled_block) },
    Rewrite { name: "let in a block", kind: Kind::Number(values::let_in_a_block) },
    Rewrite { name: "closure", kind: Kind::Number(values::closure) },
    Rewrite { name: "closure with an argument", kind: Kind::Number(values::closure_of_it) },
    Rewrite { name: "closure with a name", kind: Kind::Number(values::named_closure) },
    Rewrite { name: "closure that captures", kind: Kind::Number(values::capturing_closure) },
    Rewrite { name: "helper inside", kind: Kind::Number(values::inner_helper) },
    Rewrite { name: "helper outside", kind: Kind::Number(values::outer_helper) },
    Rewrite { name: "array", kind: Kind::Number(values::array) },
    Rewrite { name: "tuple", kind: Kind::Number(values::tuple) },
    Rewrite { name: "reference", kind: Kind::Number(values::reference) },
    Rewrite { name: "option", kind: Kind::Number(values::option) },
    Rewrite { name: "loop", kind: Kind::Number(values::endless_loop) },
    Rewrite { name: "if true", kind: Kind::Number(values::if_true) },
    Rewrite { name: "match", kind: Kind::Number(values::match_nothing) },
    Rewrite { name: "match with a name", kind: Kind::Number(values::match_it) },
    Rewrite { name: "whole number: block", kind: Kind::Whole(values::block) },
    Rewrite { name: "whole number: let in a block", kind: Kind::Whole(values::let_in_a_block) },
    Rewrite { name: "whole number: closure", kind: Kind::Whole(values::closure) },
    Rewrite { name: "whole number: closure with an argument", kind: Kind::Whole(values::closure_of_it) },
    Rewrite { name: "whole number: array", kind: Kind::Whole(values::array) },
    Rewrite { name: "whole number: if true", kind: Kind::Whole(values::if_true) },
    Rewrite { name: "let", kind: Kind::Statements(bindings::introduce) },
    Rewrite { name: "inlined let", kind: Kind::Statements(bindings::inline) },
    Rewrite { name: "let for a constant", kind: Kind::Statements(bindings::constant_to_variable) },
    Rewrite { name: "const for a constant", kind: Kind::Statements(bindings::constant_to_item) },
    Rewrite { name: "shadow", kind: Kind::Statements(bindings::shadow) },
    Rewrite { name: "shadow in an inner block", kind: Kind::Statements(bindings::shadow_inside) },
    Rewrite { name: "rest in a block", kind: Kind::Statements(control::rest_in_a_block) },
    Rewrite { name: "negated condition", kind: Kind::Expression(control::negated) },
    Rewrite { name: "loop body in a closure", kind: Kind::Expression(control::body_in_a_closure) },
    Rewrite { name: "loop body in a closure before it", kind: Kind::Statements(control::body_before_the_loop) },
    Rewrite { name: "branch in a closure", kind: Kind::Expression(control::branch_in_a_closure) },
];

/// A mistake, which must be found: what it is made of keeps its value and loses its derivative.
const PLANTED: Rewrite = Rewrite { name: "planted", kind: Kind::Number(values::stopped) };

/// What is done to a function.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// A rewrite.
    Rewrite(&'static Rewrite),
    /// Other names.
    Rename(&'static Style),
}

impl Change {
    /// Those whose names begin with one of these; all but the planted mistake, if there is none.
    pub fn named(beginnings: &[String]) -> Vec<Self> {
        let all = ALL.iter().map(Self::Rewrite).chain(STYLES.iter().map(Self::Rename));
        if beginnings.is_empty() {
            return all.collect();
        }
        let is_named = |change: &Self| beginnings.iter().any(|beginning| change.name().starts_with(beginning));
        all.chain([Self::Rewrite(&PLANTED)]).filter(is_named).collect()
    }

    /// What it is called in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rewrite(rewrite) => rewrite.name,
            Self::Rename(style) => style.name,
        }
    }

    /// Makes it in all annotated functions of a program: a rewrite at one place, at some, or at all.
    ///
    /// None if there is no place for it.
    pub fn program(self, program: &File, rng: &mut Rng) -> Option<File> {
        match self {
            Self::Rewrite(rewrite) => rewrite.program(program, rng),
            Self::Rename(style) => {
                let (items, known, mut new, mut any) = (Items::of(program), Known::of(program), program.clone(), false);
                each_annotated(&mut new, &mut |function| {
                    any |= style.rename(function.signature, function.block, &items, &known, rng).is_some();
                });
                any.then_some(new)
            }
        }
    }
}

/// At which places a rewrite is made.
#[derive(Clone, Debug)]
pub struct Turn {
    /// So many percent of the places, or the one of this number.
    share: Result<usize, usize>,
    rng: Rng,
    /// How many places there were.
    pub places: usize,
    /// At how many of them it was made.
    pub made: usize,
}

impl Turn {
    /// At so many percent of the places.
    pub fn share(percent: usize, rng: Rng) -> Self {
        Self { share: Ok(percent), rng, places: 0, made: 0 }
    }

    /// At one place, by its number.
    pub fn only(number: usize, rng: Rng) -> Self {
        Self { share: Err(number), rng, places: 0, made: 0 }
    }

    /// Whether it is made here.
    pub fn here(&mut self) -> bool {
        let yes = match self.share {
            Ok(percent) => self.rng.chance(percent),
            Err(number) => number == self.places,
        };
        self.places += 1;
        self.made += usize::from(yes);
        yes
    }
}

/// Names that nothing has.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
    /// Helpers that a body needs, in itself.
    pub inside: Vec<syn::Stmt>,
    /// Helpers that a body needs, beside its function; none where there is no room for them.
    pub outside: Option<Vec<syn::ItemFn>>,
}

impl Names {
    /// Those that do not occur in the file.
    pub fn not_in(file: &impl ToTokens) -> Self {
        fn collect(tokens: TokenStream, taken: &mut HashSet<String>) {
            for token in tokens {
                match token {
                    TokenTree::Group(group) => collect(group.stream(), taken),
                    TokenTree::Ident(ident) => _ = taken.insert(ident.to_string()),
                    _ => {}
                }
            }
        }
        let mut names = Self::default();
        collect(file.to_token_stream(), &mut names.taken);
        names
    }

    /// One that begins like this.
    pub fn fresh(&mut self, stem: &str) -> Ident {
        for n in 0.. {
            let name = if n == 0 { stem.to_owned() } else { format!("{stem}{n}") };
            if self.taken.insert(name.clone()) {
                return format_ident!("{name}");
            }
        }
        unreachable!("there are more numbers than names")
    }

    /// Whether something has it.
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }
}

/// A rewrite on its walk.
struct Rewriter<'a> {
    kind: Kind,
    turn: &'a mut Turn,
    names: &'a mut Names,
    /// The types of the expressions around this place that may be rewritten, as they were before their parts were.
    types: Vec<Option<Ty>>,
}

impl Rewriter<'_> {
    /// The type of an expression that becomes another one.
    fn wanted(&self, e: &Expr, at: At, scope: &Scope<'_>) -> Option<Ty> {
        // A block that is the body of something, and what belongs to an attribute, have to stay.
        if at == At::Other || matches!(e, Expr::Paren(_) | Expr::Block(_)) || values::is_marked(e) || values::leaves(e)
        {
            return None;
        }
        let ty = scope.of_expr(e)?;
        let fits = match self.kind {
            Kind::Number(_) => matches!(ty, Ty::Number(_)),
            Kind::Whole(_) => ty == Ty::Whole && !matches!(e, Expr::Lit(_)),
            _ => false,
        };
        fits.then_some(ty)
    }

    /// What an expression becomes, if it is rewritten here.
    fn rewritten(&mut self, e: &Expr, at: At, scope: &Scope<'_>) -> Option<Expr> {
        // Whether it can be made is known only after it was.
        let names = self.names.clone();
        let made = match (self.kind, self.types.pop().flatten()) {
            (Kind::Expression(make), _) => make(e, at, scope, self.names),
            (Kind::Number(wrap) | Kind::Whole(wrap), Some(ty)) => wrap(e, &ty, self.names),
            _ => None,
        };
        if made.is_none() || !self.turn.here() {
            *self.names = names;
            return None;
        }
        made
    }
}

impl Hook for Rewriter<'_> {
    fn enter(&mut self, e: &mut Expr, at: At, scope: &Scope<'_>) -> bool {
        let ty = self.wanted(e, at, scope);
        self.types.push(ty);
        true
    }

    fn leave(&mut self, e: &mut Expr, at: At, scope: &Scope<'_>) {
        if let Some(new) = self.rewritten(e, at, scope) {
            *e = new;
        }
    }

    fn block(&mut self, block: &mut Block, scope: &Scope<'_>) {
        if let Kind::Statements(make) = self.kind {
            make(block, scope, self.turn, self.names);
        }
    }
}

impl Rewrite {
    /// Makes the rewrite in a body. What it gives is to stand beside the function, where there is `room`.
    pub fn body(
        &self,
        block: &mut Block,
        scope: &Scope<'_>,
        room: bool,
        turn: &mut Turn,
        names: &mut Names,
    ) -> Vec<syn::ItemFn> {
        names.inside = Vec::new();
        names.outside = room.then(Vec::new);
        walk(block, scope, &mut Rewriter { kind: self.kind, turn, names, types: Vec::new() });
        block.stmts.splice(0..0, names.inside.drain(..));
        names.outside.take().unwrap_or_default()
    }

    /// Makes the rewrite in a function.
    pub fn function(&self, function: &mut Annotated<'_>, items: &Items, turn: &mut Turn, names: &mut Names) {
        let scope = Scope::of(function.signature, items);
        let beside = self.body(function.block, &scope, function.beside.is_some(), turn, names);
        if let Some(room) = &mut function.beside {
            room.extend(beside);
        }
    }

    /// Makes the rewrite in all annotated functions of a program.
    fn program(&self, program: &File, rng: &mut Rng) -> Option<File> {
        let made = |turn: &mut Turn| {
            let mut new = program.clone();
            let (items, mut names) = (Items::of(program), Names::not_in(program));
            each_annotated(&mut new, &mut |function| self.function(function, &items, turn, &mut names));
            new
        };
        let mut count = Turn::share(0, rng.clone());
        made(&mut count);
        let mut turn = match rng.below(3) {
            _ if count.places == 0 => return None,
            0 => Turn::only(rng.below(count.places), rng.clone()),
            1 => Turn::share(30, rng.clone()),
            _ => Turn::share(100, rng.clone()),
        };
        let new = made(&mut turn);
        (turn.made > 0).then_some(new)
    }
}

#[cfg(test)]
mod tests;
