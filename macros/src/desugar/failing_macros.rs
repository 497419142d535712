//! Macros that return an error, as `anyhow` and `eyre` have them: `bail!` and `ensure!`.
//!
//! ```text
//! // in                              // out
//! ensure!(x > 0.0, "no {x}");       if x > 0.0 {} else {
//!                                       return failed_by::<Result<f64>>(|| { ensure!(false, "no {x}"); no_failure() });
//!                                   }
//! ```
//!
//! The closure can give an error and nothing else, so whatever the macro is, no value is lost.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprClosure, Item, Macro, ReturnType, Stmt, Token, Type, parse_quote_spanned};

use super::mapped_outcomes::is_result;

/// Writes them out, in the body of a function with that result.
pub(super) fn write_out(body: &mut Block, output: &ReturnType) {
    if let ReturnType::Type(_, ty) = output
        && is_result(ty)
    {
        Exits(ty).visit_block_mut(body);
    }
}

struct Exits<'t>(&'t Type);

impl Exits<'_> {
    /// What the macro stands for, if it is one of these.
    fn exit(&self, mac: &Macro) -> Option<Expr> {
        let (span, ty) = (mac.path.span(), self.0);
        let failed = |mac: TokenStream| -> Expr {
            parse_quote_spanned! {span=>
                return ::cotangent::generated::failed_by::<#ty>(|| { #mac; ::cotangent::generated::no_failure() })
            }
        };
        match mac.path.segments.last()?.ident.to_string().as_str() {
            "bail" => Some(failed(quote!(#mac))),
            "ensure" => {
                let Ensured { cond, message } = syn::parse2(mac.tokens.clone()).ok()?;
                let message = if message.is_empty() {
                    quote_spanned!(span=> "Condition failed: `{}`", ::core::stringify!(#cond))
                } else {
                    message
                };
                let mut mac = mac.clone();
                mac.tokens = quote!(false, #message);
                let failed = failed(quote!(#mac));
                Some(parse_quote_spanned!(span=> if #cond {} else { #failed; }))
            }
            _ => None,
        }
    }
}

/// `cond, "message {}", value`
struct Ensured {
    cond: Expr,
    message: TokenStream,
}

impl Parse for Ensured {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let cond = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Self { cond, message: input.parse()? })
    }
}

impl VisitMut for Exits<'_> {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(mac) = stmt
            && let Some(exit) = self.exit(&mac.mac)
        {
            *stmt = Stmt::Expr(exit, Some(Token![;](mac.mac.path.span())));
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(e) = expr
            && let Some(exit) = self.exit(&e.mac)
        {
            *expr = exit;
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
    fn visit_expr_closure_mut(&mut self, _: &mut ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
}
