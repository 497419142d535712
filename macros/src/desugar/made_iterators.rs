//! Iterators that have another spelling as chains of methods.
//!
//! ```text
//! std::iter::zip(a, b)           (a).into_iter().zip(b)
//! items.chain(Some(x))           items.chain(::core::iter::once(x))
//! for y in Some(x) { .. }        for y in ::core::iter::once(x) { .. }
//! items.chain(iter::empty())     items
//! ```

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprCall, PathArguments, parse_quote_spanned};

use crate::syntax::peel;

/// Writes them as chains.
pub(super) struct AsChains;

impl VisitMut for AsChains {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Call(call) => {
                if let Some((a, b)) = zipped(call) {
                    let span = call.func.span();
                    *expr = parse_quote_spanned!(span=> (#a).into_iter().zip(#b));
                }
            }
            Expr::MethodCall(call) if call.method == "chain" && call.args.len() == 1 && is_empty(&call.args[0]) => {
                *expr = (*call.receiver).clone();
            }
            Expr::MethodCall(call) if call.method == "chain" && call.args.len() == 1 => single(&mut call.args[0]),
            Expr::MethodCall(call) if call.method == "into_iter" && call.args.is_empty() => single(&mut call.receiver),
            Expr::ForLoop(each) => single(&mut each.expr),
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `Some(x)`, of which an iterator is wanted.
fn single(expr: &mut Expr) {
    if let Expr::Call(ExprCall { func, args, .. }) = peel(expr)
        && matches!(peel(func), Expr::Path(path) if path.path.is_ident("Some"))
        && let Some(item) = args.first()
    {
        let span = func.span();
        *expr = parse_quote_spanned!(span=> ::core::iter::once(#item));
    }
}

/// The arguments of `std::iter::zip`.
fn zipped(call: &ExprCall) -> Option<(&Expr, &Expr)> {
    let mut args = call.args.iter();
    Some((args.next()?, args.next()?)).filter(|_| is_of_iter(call, "zip"))
}

/// `std::iter::empty()`
fn is_empty(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::Call(call) if is_of_iter(call, "empty"))
}

/// Whether a call names this function of `std::iter`.
fn is_of_iter(call: &ExprCall, name: &str) -> bool {
    let Expr::Path(path) = peel(&call.func) else { return false };
    let mut path = path.path.clone();
    path.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
    let written = path.to_token_stream().to_string().replace(' ', "");
    ["std", "core"].iter().any(|of| written.trim_start_matches("::") == format!("{of}::iter::{name}"))
}
