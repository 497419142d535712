//! Calls that are taken for those of constructors, with a pattern beside each: the guard compiles the user's body with these.

use std::collections::HashSet;

use quote::quote;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, Ident};

use crate::claims::{constructed, no_value};
use crate::syntax::{is_constructor, is_place, peel};

/// The body where each call that is taken for that of a constructor is shown to be one.
pub(crate) fn with_constructors(body: &Block) -> Block {
    struct Constructors(HashSet<Ident>);
    impl VisitMut for Constructors {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            // On the left a constructor takes apart: `Pair(a, b) = moved`.
            if let Expr::Assign(assign) = expr
                && !is_place(&assign.left)
            {
                return self.visit_expr_mut(&mut assign.right);
            }
            syn::visit_mut::visit_expr_mut(self, expr);
            if let Expr::Path(path) = expr
                && path.path.is_ident("None")
                && !self.0.contains(&path.path.segments[0].ident)
            {
                *expr = no_value(&path.path);
            } else if let Expr::Call(call) = expr
                && let Expr::Path(path) = peel(&call.func)
                && path.path.get_ident().is_none_or(|name| !self.0.contains(name))
                && is_constructor(path)
            {
                let arguments = &call.args;
                *expr = Expr::Verbatim(constructed(&path.path, &quote!(#arguments)));
            }
        }
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }
    let mut body = body.clone();
    // A closure may have such a name.
    let mut declared = Declared(HashSet::new());
    declared.visit_block(&body);
    Constructors(declared.0).visit_block_mut(&mut body);
    body
}

/// The names of variables.
struct Declared(HashSet<Ident>);

impl<'ast> Visit<'ast> for Declared {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.0.insert(name.ident.clone());
        syn::visit::visit_pat_ident(self, name);
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
