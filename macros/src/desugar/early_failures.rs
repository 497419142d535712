//! `Err(e)?` is `return Err(From::from(e))`.

use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprCall, parse_quote_spanned};

use crate::syntax::peel;

/// Writes it out as an exit.
pub(super) fn write_out(body: &mut Block) {
    Failures.visit_block_mut(body);
}

struct Failures;

impl VisitMut for Failures {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Try(tried) = expr
            && let Expr::Call(call) = peel(&tried.expr)
            && let Some(error) = error_in(call)
        {
            *expr = parse_quote_spanned!(tried.span()=> return ::core::result::Result::Err(::core::convert::From::from(#error)));
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `e` of `Err(e)`
pub(super) fn error_in(call: &ExprCall) -> Option<&Expr> {
    let Expr::Path(path) = peel(&call.func) else { return None };
    let is_error = path.path.segments.last().is_some_and(|last| last.ident == "Err");
    call.args.first().filter(|_| is_error && call.args.len() == 1)
}
