//! `match x.as_ref() { Some(y) => .. }` is `match &x { Some(y) => .. }`, and so with `as_mut`.

use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Pat, parse_quote_spanned};

use crate::syntax::peel;

/// Writes a reference where an `Option` or a `Result` is matched through one of these methods.
pub(super) fn write_out(body: &mut Block) {
    struct References;
    impl VisitMut for References {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            match expr {
                Expr::Match(branches) if branches.arms.iter().any(|arm| is_of_outcome(&arm.pat)) => {
                    refer(&mut branches.expr);
                }
                Expr::Let(found) if is_of_outcome(&found.pat) => refer(&mut found.expr),
                _ => {}
            }
            visit_mut::visit_expr_mut(self, expr);
        }
        fn visit_local_mut(&mut self, local: &mut syn::Local) {
            if let Some(init) = local.init.as_mut().filter(|init| init.diverge.is_some() && is_of_outcome(&local.pat)) {
                refer(&mut init.expr);
            }
            visit_mut::visit_local_mut(self, local);
        }
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }
    References.visit_block_mut(body);
}

fn refer(expr: &mut Expr) {
    let Expr::MethodCall(call) = peel(expr) else { return };
    if !call.args.is_empty() || call.turbofish.is_some() {
        return;
    }
    let (of, span) = (&call.receiver, call.method.span());
    match call.method.to_string().as_str() {
        "as_ref" => *expr = parse_quote_spanned!(span=> &#of),
        "as_mut" => *expr = parse_quote_spanned!(span=> &mut #of),
        _ => {}
    }
}

/// Whether only an `Option` or a `Result` matches the pattern.
fn is_of_outcome(pat: &Pat) -> bool {
    match pat {
        Pat::TupleStruct(variant) => ["Some", "Ok", "Err"].iter().any(|name| variant.path.is_ident(name)),
        Pat::Paren(inner) => is_of_outcome(&inner.pat),
        Pat::Or(cases) => cases.cases.iter().any(is_of_outcome),
        _ => false,
    }
}
