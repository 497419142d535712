//! Functions that a body declares. One that is called with a value that has a derivative gets the attribute in derived code, if it is in the
//! language.

use std::collections::HashSet;

use quote::ToTokens;
use syn::{Attribute, Block, Ident, Item, ItemFn, Stmt, Visibility, parse_quote};

use crate::expand::stages;
use crate::ir::{Function, Op, Step};
use crate::report::Report;
use crate::words::words;

/// The body, with the attribute on these functions.
pub(crate) fn annotated(body: &Block, names: &HashSet<Ident>) -> Block {
    let mut body = body.clone();
    for stmt in &mut body.stmts {
        if let Stmt::Item(Item::Fn(function)) = stmt
            && names.contains(&function.sig.ident)
        {
            function.attrs.push(parse_quote!(#[::cotangent::differentiable]));
        }
    }
    body
}

/// The functions of a body that can have a derivative and that `function` calls, and those that these call in turn.
pub(crate) fn called(body: &Block, function: &Function) -> HashSet<Ident> {
    let plain = || {
        body.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(Item::Fn(function)) if function.attrs.iter().all(is_of_the_compiler) => Some(function),
            _ => None,
        })
    };
    let mut wanted = HashSet::new();
    if plain().next().is_some() {
        calls_of(function, &mut wanted);
    }
    let mut found = HashSet::new();
    while let Some(next) = plain().find(|next| {
        let name = &next.sig.ident;
        wanted.contains(name) && !found.contains(name) && has_a_derivative(next)
    }) {
        found.insert(next.sig.ident.clone());
        wanted.extend(words(next.block.to_token_stream()));
    }
    found
}

/// Whether an attribute is one that the compiler has, and that leaves what a function computes.
fn is_of_the_compiler(attribute: &Attribute) -> bool {
    const NAMES: [&str; 11] = [
        "allow",
        "cold",
        "deny",
        "deprecated",
        "doc",
        "expect",
        "forbid",
        "inline",
        "must_use",
        "track_caller",
        "warn",
    ];
    attribute.path().segments.first().is_some_and(|first| first.ident == "rustfmt" || first.ident == "clippy")
        || NAMES.iter().any(|name| attribute.path().is_ident(name))
}

fn calls_of(function: &Function, names: &mut HashSet<Ident>) {
    function.body.each_step(&mut |step| match step {
        Step::Let { op: Op::Call { path, .. }, .. } => names.extend(path.get_ident().cloned()),
        Step::Let { op: Op::Closure(closure), .. } => calls_of(&closure.function, names),
        _ => {}
    });
}

fn has_a_derivative(function: &ItemFn) -> bool {
    let mut report = Report::default();
    let derived = stages(&Visibility::Inherited, &function.sig, &function.block, None, None, &mut report);
    derived.is_some() && report.is_empty()
}
