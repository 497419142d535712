//! Other names for all variables and parameters of a function.

use std::collections::{BTreeSet, HashMap, HashSet};

use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use syn::{Block, Expr, File, FnArg, Ident, Item, Macro, Pat, Signature};

use super::types::{Items, Scope};
use super::walk::{At, Hook, names, variable, walk};
use crate::rng::Rng;

/// What variables are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What it is called in reports.
    pub name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A letter and a number, from this one on.
    Numbered(&'static str, usize),
    /// What derived code calls its own variables.
    Derived,
    /// Words of the language.
    Raw,
    /// Types, those of the file first.
    Types,
    /// Functions, those of the file first.
    Functions,
}

/// All styles.
pub const STYLES: &[Style] = &[
    Style { name: "renamed X", kind: Kind::Numbered("X", 1) },
    Style { name: "renamed A1", kind: Kind::Numbered("A", 1) },
    Style { name: "renamed _2", kind: Kind::Numbered("_", 2) },
    Style { name: "renamed v0", kind: Kind::Numbered("v", 0) },
    Style { name: "renamed as derived", kind: Kind::Derived },
    Style { name: "renamed r#type", kind: Kind::Raw },
    Style { name: "renamed as types", kind: Kind::Types },
    Style { name: "renamed as functions", kind: Kind::Functions },
];

const DERIVED: [&str; 46] = [
    "i",
    "quotient",
    "range",
    "room",
    "part",
    "part0",
    "p0_1",
    "p1_0",
    "w0",
    "s0",
    "k0",
    "c0",
    "a0",
    "b0",
    "e0",
    "l0",
    "n0",
    "z0",
    "x_bar",
    "x_dot",
    "x_ref",
    "x_at",
    "x_first",
    "x_bar_first",
    "x_begun",
    "x_given",
    "x_before",
    "x_form",
    "x_ty",
    "argument0",
    "argument1",
    "captured",
    "value",
    "width",
    "y_dot",
    "result_dot",
    "places",
    "shown",
    "aside0",
    "fields0_0_1",
    "sum0_1",
    "t",
    "d",
    "bar",
    "rest",
    "own",
];
const RAW: [&str; 30] = [
    "type", "fn", "match", "loop", "struct", "enum", "impl", "trait", "mod", "move", "mut", "pub", "ref", "return",
    "static", "where", "while", "use", "for", "if", "in", "let", "const", "continue", "else", "break", "as", "dyn",
    "async", "await",
];
const TYPES: [&str; 12] =
    ["f64", "Vec", "Option", "usize", "String", "Box", "bool", "u8", "Result", "Iterator", "Tape", "Differentiable"];
const FUNCTIONS: [&str; 12] =
    ["sin", "drop", "cos", "sum", "exp", "max", "tanh", "len", "map", "swap", "push", "stop_gradient"];

/// What a file has for names.
#[derive(Clone, Debug, Default)]
pub struct Known {
    types: Vec<String>,
    functions: Vec<String>,
}

impl Known {
    /// The types and the functions of a file.
    pub fn of(file: &File) -> Self {
        let mut known = Self::default();
        for item in &file.items {
            match item {
                Item::Struct(item) if matches!(item.fields, syn::Fields::Named(_)) => {
                    known.types.push(item.ident.to_string());
                }
                Item::Enum(item) => known.types.push(item.ident.to_string()),
                Item::Fn(item) => known.functions.push(item.sig.ident.to_string()),
                _ => {}
            }
        }
        known
    }
}

impl Style {
    /// Gives the variables of a function other names. None if it has none.
    pub fn rename(
        &self,
        signature: &mut Signature,
        block: &mut Block,
        items: &Items,
        known: &Known,
        rng: &mut Rng,
    ) -> Option<()> {
        let scope = Scope::of(signature, items);
        let mut found = Found::default();
        let none = scope.without_variables();
        for input in &mut signature.inputs {
            if let FnArg::Typed(input) = input {
                names(&mut input.pat, &none, &mut |name| found.variable(name));
            }
        }
        walk(block, &scope, &mut found);
        if found.variables.is_empty() {
            return None;
        }
        // Items of the body may be mentioned before they stand there.
        for stmt in &block.stmts {
            if let syn::Stmt::Item(item) = stmt {
                collect(quote::ToTokens::to_token_stream(item), &mut found.others);
            }
        }
        collect(quote::ToTokens::to_token_stream(&signature.generics), &mut found.others);
        let own = signature.ident.to_string();
        let mut new = self
            .names(&own, known, rng)
            .into_iter()
            .filter(|name| !found.others.contains(name.trim_start_matches("r#")) && scope.binds(name));
        let mut old = found.variables;
        for at in (1..old.len()).rev() {
            old.swap(at, rng.below(at + 1));
        }
        let lone = matches!(self.kind, Kind::Numbered("X", _)) && old.len() == 1 && !found.others.contains("X");
        let map = match &old[..] {
            [one] if lone && scope.binds("X") => HashMap::from([(one.clone(), "X".to_owned())]),
            _ => old.into_iter().filter_map(|old| Some((old, new.next()?))).collect(),
        };
        let mut rename = Rename { map };
        for input in &mut signature.inputs {
            if let FnArg::Typed(input) = input {
                rename.pattern(&mut input.pat, &none);
            }
        }
        walk(block, &scope, &mut rename);
        Some(())
    }

    /// Names, in the order in which they are given.
    fn names(self, own: &str, known: &Known, rng: &mut Rng) -> Vec<String> {
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let mut shuffled = |mut list: Vec<String>| {
            for at in (1..list.len()).rev() {
                list.swap(at, rng.below(at + 1));
            }
            list
        };
        let numbered =
            |stem: &str, first: usize| (first..first + 200).map(|n| format!("{stem}{n}")).collect::<Vec<_>>();
        match self.kind {
            Kind::Numbered(stem, first) => numbered(stem, first),
            Kind::Derived => shuffled(words(&DERIVED)).into_iter().chain(numbered("v", 0)).collect(),
            Kind::Raw => RAW.iter().map(|word| format!("r#{word}")).chain(numbered("X", 1)).collect(),
            Kind::Types => {
                let own: Vec<_> = known.types.iter().take(2).cloned().collect();
                shuffled(words(&TYPES[..2]).into_iter().chain(own).collect())
                    .into_iter()
                    .chain(words(&TYPES[2..]))
                    .chain(numbered("X", 1))
                    .collect()
            }
            Kind::Functions => {
                let helpers: Vec<_> = known.functions.iter().filter(|name| *name != own).take(1).cloned().collect();
                shuffled(vec![own.to_owned(), "sin".to_owned()].into_iter().chain(helpers).collect())
                    .into_iter()
                    .chain(words(&FUNCTIONS[1..]))
                    .chain(numbered("X", 1))
                    .collect()
            }
        }
    }
}

fn collect(tokens: TokenStream, found: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Ident(name) => _ = found.insert(name.to_string()),
            _ => {}
        }
    }
}

/// The variables of a function, and other names that stand for values.
#[derive(Default)]
struct Found {
    variables: Vec<String>,
    others: HashSet<String>,
}

impl Found {
    fn variable(&mut self, name: &Ident) {
        let name = name.to_string();
        if name != "self" && !self.variables.contains(&name) {
            self.variables.push(name);
        }
    }
}

impl Hook for Found {
    fn pattern(&mut self, pat: &mut Pat, scope: &Scope<'_>) {
        names(&mut pat.clone(), scope, &mut |name| self.variable(name));
    }

    fn enter(&mut self, e: &mut Expr, _: At, scope: &Scope<'_>) -> bool {
        if variable(e, scope).is_none()
            && let Expr::Path(path) = e
            && let Some(name) = path.path.get_ident()
        {
            self.others.insert(name.to_string());
        }
        true
    }

    fn opaque(&mut self, mac: &mut Macro, scope: &Scope<'_>) {
        let mut mentioned = HashSet::new();
        collect(mac.tokens.clone(), &mut mentioned);
        self.others.extend(mentioned.into_iter().filter(|name| scope.var(name).is_none()));
    }

    fn macros(&self) -> bool {
        true
    }
}

/// Gives variables their new names.
struct Rename {
    map: HashMap<String, String>,
}

impl Rename {
    fn ident(&self, name: &mut Ident) {
        if let Some(new) = self.map.get(&name.to_string()) {
            *name = match new.strip_prefix("r#") {
                Some(raw) => Ident::new_raw(raw, name.span()),
                None => Ident::new(new, name.span()),
            };
        }
    }

    /// Names in tokens; those after a dot are no variables.
    fn tokens(&self, tokens: TokenStream, scope: &Scope<'_>) -> TokenStream {
        let mut after_dot = false;
        let one = |token: TokenTree| {
            let was_dot =
                std::mem::replace(&mut after_dot, matches!(&token, TokenTree::Punct(p) if p.as_char() == '.'));
            match token {
                TokenTree::Group(group) => {
                    TokenTree::Group(Group::new(group.delimiter(), self.tokens(group.stream(), scope)))
                }
                TokenTree::Ident(mut name) => {
                    if !was_dot && scope.var(&name.to_string()).is_some() {
                        self.ident(&mut name);
                    }
                    TokenTree::Ident(name)
                }
                TokenTree::Literal(literal) => TokenTree::Literal(self.captures(literal, scope)),
                other @ TokenTree::Punct(_) => other,
            }
        };
        tokens.into_iter().map(one).collect()
    }

    /// `"{x}"` captures `x`.
    fn captures(&self, literal: Literal, scope: &Scope<'_>) -> Literal {
        let mut text = literal.to_string();
        if !text.starts_with('"') {
            return literal;
        }
        let visible: BTreeSet<_> = self.map.iter().filter(|(old, _)| scope.var(old).is_some()).collect();
        // By way of names that nothing has, because the new ones may be old ones too.
        for (i, (old, _)) in visible.iter().enumerate() {
            for end in ['}', ':'] {
                text = text.replace(&format!("{{{old}{end}"), &format!("{{\u{1}{i}{end}"));
            }
        }
        for (i, (_, new)) in visible.iter().enumerate() {
            for end in ['}', ':'] {
                let new = new.trim_start_matches("r#");
                text = text.replace(&format!("{{\u{1}{i}{end}"), &format!("{{{new}{end}"));
            }
        }
        text.parse().unwrap_or(literal)
    }
}

impl Hook for Rename {
    fn enter(&mut self, e: &mut Expr, _: At, scope: &Scope<'_>) -> bool {
        match e {
            Expr::Struct(literal) => {
                literal.fields.iter_mut().for_each(|field| _ = field.colon_token.get_or_insert_default());
            }
            Expr::ForLoop(syn::ExprForLoop { attrs, .. })
            | Expr::While(syn::ExprWhile { attrs, .. })
            | Expr::Loop(syn::ExprLoop { attrs, .. })
            | Expr::Block(syn::ExprBlock { attrs, .. }) => {
                for attr in attrs {
                    if let syn::Meta::List(list) = &mut attr.meta {
                        list.tokens = self.tokens(list.tokens.clone(), scope);
                    }
                }
            }
            _ => {}
        }
        if variable(e, scope).is_some()
            && let Expr::Path(path) = e
            && let Some(segment) = path.path.segments.first_mut()
        {
            self.ident(&mut segment.ident);
        }
        true
    }

    fn pattern(&mut self, pat: &mut Pat, scope: &Scope<'_>) {
        names(pat, scope, &mut |name| self.ident(name));
    }

    fn opaque(&mut self, mac: &mut Macro, scope: &Scope<'_>) {
        if mac.parse_body_with(syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated).is_ok() {
            // The arguments have their new names already.
            let literals = |token| match token {
                TokenTree::Literal(literal) => TokenTree::Literal(self.captures(literal, scope)),
                other => other,
            };
            mac.tokens = mac.tokens.clone().into_iter().map(literals).collect();
        } else {
            mac.tokens = self.tokens(mac.tokens.clone(), scope);
        }
    }

    fn macros(&self) -> bool {
        true
    }
}
