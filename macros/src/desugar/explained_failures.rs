//! `outcome.context("what")?` and its kin of `anyhow` and `eyre`: what they do to the failure alone.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprMethodCall};

use crate::syntax::peel;

/// What stands before the explanation of a `?`, and the closure that adds it to a failure. The method is known by its name and the form of
/// its argument. One that failures do not have is an error.
pub(super) fn explained(tried: &Expr) -> Option<(&Expr, TokenStream)> {
    let Expr::MethodCall(call) = peel(tried) else { return None };
    let ExprMethodCall { receiver, method, args, .. } = call;
    let [explanation] = args.iter().collect::<Vec<_>>()[..] else { return None };
    let is_lazy = matches!(peel(explanation), Expr::Closure(with) if with.inputs.is_empty());
    let is_text = matches!(peel(explanation), Expr::Lit(_) | Expr::Macro(_));
    let is_explained = match method.to_string().as_str() {
        "context" | "wrap_err" => is_text,
        "with_context" | "wrap_err_with" => is_lazy,
        _ => false,
    };
    is_explained.then(|| (&**receiver, quote!(|__failure| __failure.#method(#explanation))))
}
