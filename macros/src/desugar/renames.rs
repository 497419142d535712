//! Names that closures use are given to one variable each, and so are names that hygiene tells apart.
//!
//! A closure is written out where it is called. What it captures must mean there what it meant where the closure was made, so a variable
//! that would hide it gets another name.
//!
//! ```text
//! // in                                  // out
//! let g = |x| x * m;                     let g = |x| x * m;
//! let m = 5.0;                           let m_1 = 5.0;
//! g(s) * m                               g(s) * m_1
//! ```
//!
//! So must the place of a view, `let mut c = ms[k].column_mut(j);`, which is named again where the view ends.
//!
//! A variable of a `macro_rules!` is not that of who calls it, if both have one name: the macro's gets another one too.

use std::collections::{HashMap, HashSet};

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Macro, Member, Pat, PatIdent, parse_quote};

use super::hygiene::{self, Context};
use super::{constants, iterators};
use crate::accept::body::{change_values, shown_names};
use crate::accept::signature::Parameter;
use crate::report::Report;
use crate::syntax::patterns::names_in;
use crate::syntax::{is_certain, peel};
use crate::words::words;

/// The body, with other names where a name that a closure uses is given to several variables, or stands for several.
pub(super) fn rename(parameters: &[Parameter], mut body: Block, report: &mut Report) -> Block {
    hygiene::tell_labels_apart(&mut body);
    let mut names = Names::default();
    parameters.iter().for_each(|parameter| names.certain(&parameter.pat));
    names.visit_block(&body);
    let constants = constants::names(&body);
    // A name that is given by a pattern that cannot fail is that of no constant: elsewhere it may be.
    let is_constant = |name: &String| !names.certain.contains(name) || constants.iter().any(|item| item == name);
    let given = |name: &String| names.given.get(name).copied().unwrap_or_default();
    // The macro's own names begin like this.
    let is_reserved = |name: &String| name.starts_with("__");
    let words = words(body.to_token_stream());
    let hidden = hidden_while_mutable(parameters, &body);
    let parameters: Vec<_> =
        parameters.iter().flat_map(|parameter| names_in(&parameter.pat)).map(|name| &name.ident).collect();
    // `None` is the one of the prelude in any context: no variable can hide it.
    let is_told = |name: &String| given(name) > 0 && !is_reserved(name) && name != "None";
    let told = told_apart(parameters.iter().copied().chain(&words), is_told);
    if let Some(name) = words.iter().find(|name| told.contains(&name.to_string()) && is_constant(&name.to_string())) {
        report.refuse(name, HYGIENE);
        return nothing(&body);
    }
    if let Some(twice) =
        parameters.iter().enumerate().find_map(|(i, name)| parameters[..i].contains(name).then_some(name))
    {
        report.refuse(twice, HYGIENE);
        return nothing(&body);
    }
    if hygiene::is_unknown(&words) {
        report.refuse(
            words.first(),
            "cannot tell the names of a macro from those of its caller\nhelp: write the function without `macro_rules!`",
        );
        return nothing(&body);
    }
    let shared = iterators::shared_names(&body);
    let several: HashSet<String> = names
        .captured
        .iter()
        .filter(|name| given(name) > 1)
        .chain(names.given.keys().filter(|name| is_reserved(name)))
        .chain(&shared)
        .chain(&hidden)
        .filter(|name| !is_constant(name))
        .chain(&told)
        .cloned()
        .collect();
    let taken: HashSet<_> = words.iter().map(ToString::to_string).collect();
    let renamed = |several: HashSet<String>, report: &mut Report| {
        let known = parameters.iter().map(|name| (key(&told, name), (*name).clone())).collect();
        let (taken, scopes, unbound) = (taken.clone(), vec![known], HashSet::new());
        let mut body = body.clone();
        let mut rename = Rename { several, told: &told, taken, scopes, unbound, report };
        rename.visit_block_mut(&mut body);
        (body, rename.unbound)
    };
    // A function that a closure calls may have the name of a variable, or of the closure: which names stand for more than variables?
    let captured: HashSet<_> =
        names.captured.iter().filter(|name| given(name) > 0 && !is_constant(name)).cloned().collect();
    let several: HashSet<String> = if captured.is_empty() {
        several
    } else {
        let (_, unbound) = renamed(captured.clone(), &mut Report::default());
        several.into_iter().chain(captured.into_iter().filter(|name| unbound.contains(name))).collect()
    };
    if several.is_empty() {
        return body;
    }
    renamed(several, report).0
}

/// The names of variables that change and are hidden in their own block: what they hold at its end is asked for then.
fn hidden_while_mutable(parameters: &[Parameter], body: &Block) -> HashSet<String> {
    struct Hidden(HashSet<String>);
    impl Hidden {
        fn block(&mut self, block: &Block, mut mutable: HashSet<String>) {
            for stmt in &block.stmts {
                let syn::Stmt::Local(local) = stmt else { continue };
                let names = names_in(&local.pat);
                self.0.extend(names.iter().map(|name| name.ident.to_string()).filter(|name| mutable.contains(name)));
                let changing = names.iter().filter(|name| name.mutability.is_some() || local.init.is_none());
                mutable.extend(changing.map(|name| name.ident.to_string()));
            }
            visit::visit_block(self, block);
        }
    }
    impl<'ast> Visit<'ast> for Hidden {
        fn visit_block(&mut self, block: &'ast Block) {
            self.block(block, HashSet::new());
        }
    }
    let names = parameters.iter().flat_map(|parameter| names_in(&parameter.pat));
    let mutable = names.filter(|name| name.mutability.is_some()).map(|name| name.ident.to_string());
    let mut hidden = Hidden(HashSet::new());
    hidden.block(body, mutable.collect());
    hidden.0
}

/// No body, where that is refused: with names that mean several things, closures could call each other without an end.
fn nothing(body: &Block) -> Block {
    Block { brace_token: body.brace_token, stmts: Vec::new() }
}

/// What is refused of a name that cannot get another.
const HYGIENE: &str = "a macro and its caller use this name for different things\nhelp: give one of them another name";

/// The names among those of variables that stand in several contexts.
fn told_apart<'n>(all: impl Iterator<Item = &'n Ident>, is_given: impl Fn(&String) -> bool) -> HashSet<String> {
    let mut contexts: HashMap<String, Context> = HashMap::new();
    let mut told = HashSet::new();
    for name in all {
        let text = name.to_string();
        if is_given(&text) {
            let context = Context::of(name);
            if contexts.get(&text).is_some_and(|known| *known != context) {
                told.insert(text);
            } else {
                contexts.insert(text, context);
            }
        }
    }
    told
}

/// How often names are given to variables, and what closures and views in variables name.
#[derive(Default)]
struct Names {
    given: HashMap<String, usize>,
    /// Those that are given by a pattern that cannot fail.
    certain: HashSet<String>,
    captured: HashSet<String>,
    /// Whether the pattern at hand cannot fail.
    cannot_fail: bool,
}

impl Names {
    fn certain(&mut self, pat: &Pat) {
        let before = std::mem::replace(&mut self.cannot_fail, true);
        self.visit_pat(pat);
        self.cannot_fail = before;
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        *self.given.entry(name.ident.to_string()).or_default() += 1;
        if self.cannot_fail || is_certain(name) {
            self.certain.insert(name.ident.to_string());
        }
        visit::visit_pat_ident(self, name);
    }
    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        closure.inputs.iter().for_each(|pat| self.certain(pat));
        self.visit_expr(&closure.body);
    }
    fn visit_expr_for_loop(&mut self, each: &'ast syn::ExprForLoop) {
        self.certain(&each.pat);
        self.visit_expr(&each.expr);
        self.visit_block(&each.body);
    }
    fn visit_local(&mut self, local: &'ast Local) {
        let value = local.init.as_ref().map(|init| peel(&init.expr));
        if let Some(Expr::Closure(closure)) = value {
            self.captured.extend(words(closure.to_token_stream()).iter().map(ToString::to_string));
            self.captured.extend(words(local.pat.to_token_stream()).iter().map(ToString::to_string));
        }
        if let Some(place) = value.and_then(lent_place) {
            self.captured.extend(words(place.to_token_stream()).iter().map(ToString::to_string));
        }
        match &local.init {
            Some(init) if init.diverge.is_some() => visit::visit_local(self, local),
            init => {
                self.certain(&local.pat);
                init.iter().for_each(|init| self.visit_expr(&init.expr));
            }
        }
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// The place that a view is lent by: `ms[k]` in `ms[k].column_mut(0)`.
fn lent_place(view: &Expr) -> Option<&Expr> {
    match peel(view) {
        Expr::Reference(reference) => lent_place(&reference.expr),
        Expr::MethodCall(call) if call.method.to_string().ends_with("_mut") => Some(&call.receiver),
        _ => None,
    }
}

/// A name, and its context if others are spelled like it.
type Key = (String, Context);

struct Rename<'r> {
    several: HashSet<String>,
    /// Those that stand in several contexts.
    told: &'r HashSet<String>,
    /// All words of the body.
    taken: HashSet<String>,
    /// New names, from the outermost block to the innermost.
    scopes: Vec<HashMap<Key, Ident>>,
    /// Names that are used where they are no variables.
    unbound: HashSet<String>,
    report: &'r mut Report,
}

fn key(told: &HashSet<String>, name: &Ident) -> Key {
    let text = name.to_string();
    let context = if told.contains(&text) { Context::of(name) } else { Context::default() };
    (text, context)
}

impl Rename<'_> {
    fn key(&self, name: &Ident) -> Key {
        key(self.told, name)
    }

    fn within(&mut self, part: impl FnOnce(&mut Self)) {
        self.scopes.push(HashMap::new());
        part(self);
        self.scopes.pop();
    }

    fn meaning(&mut self, name: &Ident) -> Option<Ident> {
        let key = self.key(name);
        if let Some(new) = self.scopes.iter().rev().find_map(|scope| scope.get(&key)) {
            let mut new = new.clone();
            new.set_span(name.span());
            return (new != *name).then_some(new);
        }
        // What is no variable would be taken for the parameter.
        if self.told.contains(&key.0) && self.scopes[0].keys().any(|(parameter, _)| *parameter == key.0) {
            self.report.refuse(name, HYGIENE);
        }
        self.unbound.insert(key.0);
        None
    }

    /// A new name for a variable, from here on.
    fn give(&mut self, name: &mut Ident) {
        let key = self.key(name);
        let old = &key.0;
        if !self.several.contains(old) {
            return;
        }
        let base = old.trim_start_matches("r#").trim_start_matches('_');
        let base = if base.starts_with(|first: char| first.is_ascii_digit()) || base.is_empty() { "v" } else { base };
        let (mut n, mut new) = (1, format!("{base}_1"));
        while !self.taken.insert(new.clone()) {
            n += 1;
            new = format!("{base}_{n}");
        }
        *name = Ident::new(&new, name.span());
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(key, name.clone());
        }
    }

    /// New names for what a pattern gives.
    fn pattern(&mut self, pat: &mut Pat) {
        // A name that stands in several cases is one variable.
        struct Given<'g, 'r>(&'g mut Rename<'r>, HashMap<Key, Ident>);
        impl VisitMut for Given<'_, '_> {
            fn visit_pat_ident_mut(&mut self, name: &mut PatIdent) {
                visit_mut::visit_pat_ident_mut(self, name);
                let old = self.0.key(&name.ident);
                if let Some(new) = self.1.get(&old) {
                    name.ident = Ident::new(&new.to_string(), name.ident.span());
                } else {
                    self.0.give(&mut name.ident);
                    self.1.insert(old, name.ident.clone());
                }
            }
            fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
                let before = field.pat.to_token_stream().to_string();
                visit_mut::visit_field_pat_mut(self, field);
                if field.colon_token.is_none() && field.pat.to_token_stream().to_string() != before {
                    field.colon_token = Some(parse_quote!(:));
                }
            }
            fn visit_expr_mut(&mut self, _: &mut Expr) {}
        }
        Given(self, HashMap::new()).visit_pat_mut(pat);
    }
}

impl VisitMut for Rename<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.within(|inner| visit_mut::visit_block_mut(inner, block));
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        if let Some(init) = &mut local.init {
            self.visit_expr_mut(&mut init.expr);
            if let Some((_, otherwise)) = &mut init.diverge {
                self.visit_expr_mut(otherwise);
            }
        }
        self.pattern(&mut local.pat);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.within(|inner| {
            closure.inputs.iter_mut().for_each(|pat| inner.pattern(pat));
            inner.visit_expr_mut(&mut closure.body);
        });
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.within(|inner| {
            inner.pattern(&mut arm.pat);
            if let Some((_, guard)) = &mut arm.guard {
                inner.visit_expr_mut(guard);
            }
            inner.visit_expr_mut(&mut arm.body);
        });
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        self.within(|inner| {
            inner.visit_expr_mut(&mut branch.cond);
            inner.visit_block_mut(&mut branch.then_branch);
        });
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, each: &mut syn::ExprWhile) {
        self.within(|inner| {
            inner.visit_expr_mut(&mut each.cond);
            inner.visit_block_mut(&mut each.body);
        });
    }

    fn visit_expr_let_mut(&mut self, found: &mut syn::ExprLet) {
        self.visit_expr_mut(&mut found.expr);
        self.pattern(&mut found.pat);
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut each.expr);
        self.within(|inner| {
            inner.pattern(&mut each.pat);
            inner.visit_block_mut(&mut each.body);
        });
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.qself.is_none()
            && let Some(new) = path.path.get_ident().and_then(|name| self.meaning(name))
        {
            path.path = new.into();
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        if field.colon_token.is_none()
            && let Member::Named(name) = &field.member
            && self.meaning(name).is_some()
        {
            field.colon_token = Some(parse_quote!(:));
        }
        visit_mut::visit_field_value_mut(self, field);
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        let shown = shown_names(mac).into_iter();
        let shown: Vec<_> = shown.filter_map(|name| Some((name.clone(), self.meaning(&name)?))).collect();
        change_values(mac, &shown, &mut |value| self.visit_expr_mut(value));
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}
