//! Variants without their enum: `use Shape::*;` and then `match shape { Circle(r) => .., Square { side } => .. }`.
//!
//! `Circle` alone could be a struct too. A value has one type, so what is matched with two such names is an enum; and so is what one such
//! pattern may not match, as far as `if let` and `let else` tell, unless the name is in a pattern elsewhere that always matches. Where that
//! is wrong the code of the derivative names fields that there are none of.

use std::collections::HashSet;

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Arm, Block, ExprForLoop, ExprLet, ExprMatch, Ident, Local, Pat, Path};

/// The names in a body that are those of variants.
pub(crate) fn names(body: &Block) -> HashSet<Ident> {
    let mut found = Found::default();
    found.visit_block(body);
    found.variants.retain(|name| !found.structs.contains(name));
    found.variants
}

/// Names of patterns with parts.
#[derive(Default)]
struct Found {
    variants: HashSet<Ident>,
    /// In a pattern that always matches.
    structs: HashSet<Ident>,
}

impl Found {
    /// Patterns that look at values of one type. If one is all that is looked for, whether the value may be something else.
    fn column(&mut self, patterns: &[&Pat], may_fail: bool) {
        let cases: Vec<&Pat> = patterns.iter().flat_map(|pat| cases(pat)).collect();
        let mut names: Vec<&Ident> = cases.iter().filter_map(|pat| constructor(pat)?.get_ident()).collect();
        names.sort();
        names.dedup();
        names.retain(|name| !["Some", "Ok", "Err", "Self"].iter().any(|known| name == known));
        if names.len() > 1 || may_fail {
            self.variants.extend(names.into_iter().cloned());
        }
        for first in &cases {
            let alike: Vec<&&Pat> = cases.iter().filter(|pat| same(first, pat)).collect();
            for i in 0..parts(first).len() {
                let column: Vec<&Pat> = alike.iter().filter_map(|pat| parts(pat).get(i).copied()).collect();
                self.column(&column, false);
            }
        }
    }

    /// A pattern that always matches.
    fn certain(&mut self, pat: &Pat) {
        self.structs.extend(constructor(pat).and_then(Path::get_ident).cloned());
        parts(pat).into_iter().for_each(|part| self.certain(part));
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_expr_match(&mut self, branches: &'ast ExprMatch) {
        if let [arm] = &branches.arms[..] {
            self.certain(&arm.pat);
        }
        let patterns: Vec<&Pat> = branches.arms.iter().map(|arm| &arm.pat).collect();
        let is_plain =
            |arm: &Arm| arm.guard.is_none() && cases(&arm.pat).iter().all(|pat| parts(pat).into_iter().all(is_plain));
        let is_other = |arm: &Arm| cases(&arm.pat).iter().any(|pat| constructor(pat).is_none());
        let named = branches.arms.iter().filter(|arm| !is_other(arm));
        let may_fail = branches.arms.iter().any(is_other) && named.clone().count() > 0 && named.clone().all(is_plain);
        self.column(&patterns, may_fail);
        visit::visit_expr_match(self, branches);
    }

    fn visit_expr_let(&mut self, found: &'ast ExprLet) {
        self.column(&[&found.pat], parts(&found.pat).into_iter().all(is_plain));
        visit::visit_expr_let(self, found);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if local.init.as_ref().is_some_and(|init| init.diverge.is_some()) {
            self.column(&[&local.pat], parts(&local.pat).into_iter().all(is_plain));
        } else {
            self.certain(&local.pat);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_for_loop(&mut self, each: &'ast ExprForLoop) {
        self.certain(&each.pat);
        visit::visit_expr_for_loop(self, each);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// The cases of a pattern, behind references and names.
fn cases(pat: &Pat) -> Vec<&Pat> {
    match pat {
        Pat::Or(or) => or.cases.iter().flat_map(cases).collect(),
        Pat::Paren(inner) => cases(&inner.pat),
        Pat::Reference(inner) => cases(&inner.pat),
        Pat::Type(inner) => cases(&inner.pat),
        Pat::Ident(name) => name.subpat.as_ref().map_or_else(|| vec![pat], |(_, inner)| cases(inner)),
        pat => vec![pat],
    }
}

/// The path of a pattern with parts.
fn constructor(pat: &Pat) -> Option<&Path> {
    match pat {
        Pat::TupleStruct(tuple) => Some(&tuple.path),
        Pat::Struct(fields) => Some(&fields.path),
        _ => None,
    }
}

/// The parts of a pattern whose places are known.
fn parts(pat: &Pat) -> Vec<&Pat> {
    match pat {
        Pat::Tuple(tuple) => tuple.elems.iter().take_while(|pat| !matches!(pat, Pat::Rest(_))).collect(),
        Pat::TupleStruct(tuple) => tuple.elems.iter().take_while(|pat| !matches!(pat, Pat::Rest(_))).collect(),
        Pat::Struct(fields) => fields.fields.iter().map(|field| &*field.pat).collect(),
        Pat::Paren(inner) => parts(&inner.pat),
        Pat::Reference(inner) => parts(&inner.pat),
        _ => Vec::new(),
    }
}

/// Whether the parts of two patterns have the same meaning.
fn same(pat: &Pat, other: &Pat) -> bool {
    match (pat, other) {
        (Pat::Struct(one), Pat::Struct(other)) => {
            let members = |of: &syn::PatStruct| of.fields.iter().map(|field| field.member.clone()).collect::<Vec<_>>();
            spelled(&one.path) == spelled(&other.path) && members(one) == members(other)
        }
        (Pat::TupleStruct(one), Pat::TupleStruct(other)) => spelled(&one.path) == spelled(&other.path),
        (Pat::Tuple(_), Pat::Tuple(_)) => true,
        _ => false,
    }
}

/// A path as text.
fn spelled(path: &Path) -> String {
    path.to_token_stream().to_string()
}

/// Whether a pattern matches whatever there is, as far as its form tells.
fn is_plain(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) | Pat::Rest(_) => true,
        Pat::Ident(name) => name.subpat.as_ref().is_none_or(|(_, inner)| is_plain(inner)),
        Pat::Paren(inner) => is_plain(&inner.pat),
        Pat::Reference(inner) => is_plain(&inner.pat),
        Pat::Type(inner) => is_plain(&inner.pat),
        Pat::Tuple(_) => parts(pat).into_iter().all(is_plain),
        _ => false,
    }
}
