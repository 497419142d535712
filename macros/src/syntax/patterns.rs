//! The names in patterns.

use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Expr, Pat, PatIdent, PatReference, PatTupleStruct};

use super::is_certain;

/// The names in a pattern, as far as its form tells: a plain one may be that of a constant.
pub(crate) fn names_in(pat: &Pat) -> Vec<&PatIdent> {
    struct Names<'ast>(Vec<&'ast PatIdent>);
    impl<'ast> Visit<'ast> for Names<'ast> {
        fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
            self.0.push(name);
            syn::visit::visit_pat_ident(self, name);
        }
        fn visit_expr(&mut self, _: &'ast Expr) {}
    }
    let mut names = Names(Vec::new());
    names.visit_pat(pat);
    names.0
}

/// The names of references in a pattern that takes a reference apart. Behind a `&` of its own and where they are `mut`, they are of values.
pub(crate) fn referring_names(pat: &Pat) -> Vec<&PatIdent> {
    struct Names<'ast>(Vec<&'ast PatIdent>);
    impl<'ast> Visit<'ast> for Names<'ast> {
        fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
            if name.mutability.is_none() {
                self.0.push(name);
            }
            syn::visit::visit_pat_ident(self, name);
        }
        fn visit_pat_reference(&mut self, _: &'ast PatReference) {}
        fn visit_expr(&mut self, _: &'ast Expr) {}
    }
    let mut names = Names(Vec::new());
    names.visit_pat(pat);
    names.0
}

/// Whether a pattern gives names for certain.
pub(crate) fn is_naming(pat: &Pat) -> bool {
    names_in(pat).into_iter().any(is_certain)
}

/// The names in a pattern that are `mut`. Those that are `ref mut` are references.
pub(crate) fn mutable_names(pat: &Pat) -> Vec<&PatIdent> {
    names_in(pat).into_iter().filter(|name| name.mutability.is_some() && name.by_ref.is_none()).collect()
}

/// The pattern without `mut`.
pub(crate) fn without_mut(pat: &Pat) -> Pat {
    struct Fix;
    impl VisitMut for Fix {
        fn visit_pat_ident_mut(&mut self, name: &mut PatIdent) {
            name.mutability = None;
        }
    }
    let mut fixed = pat.clone();
    Fix.visit_pat_mut(&mut fixed);
    fixed
}

/// Whether only an `Option` or a `Result` matches the pattern.
pub(crate) fn is_of_outcome(pat: &Pat) -> bool {
    is_of(pat, &["Some", "Ok", "Err"])
}

/// Whether a pattern has the form of one of these variants.
pub(crate) fn is_of(pat: &Pat, variants: &[&str]) -> bool {
    match pat {
        Pat::TupleStruct(PatTupleStruct { path, .. }) => {
            let is_plain = path.get_ident().is_some() || path.leading_colon.is_some();
            path.segments.last().is_some_and(|last| is_plain && variants.iter().any(|name| last.ident == name))
        }
        Pat::Paren(inner) => is_of(&inner.pat, variants),
        Pat::Or(cases) => cases.cases.iter().any(|case| is_of(case, variants)),
        _ => false,
    }
}
