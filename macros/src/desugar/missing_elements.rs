//! `?` of an element in an `Option`, or of the content of one that is lent: what stands before the statement.
//!
//! ```text
//! // in                                        // out
//! let a = x.first()? * k;                     let Some(first) = x.first() else { return None };
//!                                             let a = first * k;
//! let b = self.cache.as_ref()?[0];            let Some(cache) = &self.cache else { return None };
//!                                             let b = cache[0];
//! let c = x.get(i).ok_or(Missing)?;           let Some(c) = x.get(i) else { return Err(Missing.into()) };
//! ```

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Ident, ReturnType, Stmt, parse_quote, parse_quote_spanned};

use super::explained_failures::explained;
use super::mapped_outcomes::is_result;
use super::matched_references::lent_by_method;
use super::optional_elements::list_of;
use crate::syntax::{is_place, peel};

/// Whether `?` may be one of an `Option`. Then an element is; of a `Result` it would be what a method of the program gives.
pub(super) fn gives_option(output: &ReturnType) -> bool {
    matches!(output, ReturnType::Type(_, ty) if !is_result(ty))
}

/// What a `?` may be one of.
pub(super) struct Asked {
    pub of_options: bool,
    /// Whether `x.last()` is an element, and no method of the program.
    pub of_lists: bool,
}

impl Asked {
    /// The statement that gives such an element its name, or returns.
    pub fn named(&self, tried: &Expr, name: &Ident) -> Option<Stmt> {
        let (element, failure) = self.element(tried)?;
        let lent = lent_by_method(element);
        let element = lent.as_ref().unwrap_or(element);
        Some(parse_quote_spanned! {tried.span()=>
            let ::core::option::Option::Some(#name) = #element else { return #failure };
        })
    }

    /// An element in an `Option`, and what is returned if there is none.
    fn element<'e>(&self, expr: &'e Expr) -> Option<(&'e Expr, Expr)> {
        if self.of_options && self.is_one(expr) {
            return Some((expr, parse_quote!(::core::option::Option::None)));
        }
        let explained = explained(expr).or_else(|| with_an_error(expr));
        let (element, explain) = explained.filter(|(element, _)| self.is_one(element))?;
        let none = quote!(::core::option::Option::<()>::None);
        Some((element, parse_quote!(::cotangent::generated::residual_by(#none, #explain))))
    }

    fn is_one(&self, expr: &Expr) -> bool {
        let Expr::MethodCall(call) = peel(expr) else { return false };
        match call.method.to_string().as_str() {
            "first" | "last" | "get" => self.of_lists && list_of(expr).is_some(),
            "as_ref" | "as_deref" => call.args.is_empty() && is_place(&call.receiver),
            _ => false,
        }
    }
}

/// `ok_or` and `ok_or_else`: what they are called on, and the closure that gives the error to a failure.
fn with_an_error(expr: &Expr) -> Option<(&Expr, TokenStream)> {
    let Expr::MethodCall(ExprMethodCall { receiver, method, args, .. }) = peel(expr) else { return None };
    let [error] = args.iter().collect::<Vec<_>>()[..] else { return None };
    let is_lazy = matches!(peel(error), Expr::Closure(error) if error.inputs.is_empty());
    let gives_one = method == "ok_or" || method == "ok_or_else" && is_lazy;
    gives_one.then(|| (&**receiver, quote!(|__failure| __failure.#method(#error))))
}
