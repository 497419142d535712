//! Errors of a type that not every error has by itself, such as `Box<dyn Error>`: the type of the result stands beside each that is returned,
//! since derived code returns it by other ways than `return`.
//!
//! ```text
//! // in                                 // out
//! return Err(Box::new(NoRoot));        return Err(error_of::<Result<f64, Box<dyn Error>>>(Box::new(NoRoot)));
//! ```

use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprClosure, ExprReturn, Item, ReturnType, Type, parse_quote};

use super::early_failures::error_in;
use crate::accept::signature::holds_trait_object;
use crate::syntax::{each_value, each_value_of_block, peel};

/// Writes the type beside the errors that a function returns, if it holds a trait object.
pub(super) fn write_out(body: &mut Block, output: &ReturnType) {
    let ReturnType::Type(_, ty) = output else { return };
    if holds_trait_object(ty) {
        let mut typed = Typed(ty);
        each_value_of_block(body, &mut |value| typed.value(value));
        typed.visit_block_mut(body);
    }
}

struct Typed<'t>(&'t Type);

impl Typed<'_> {
    fn value(&self, value: &mut Expr) {
        let Expr::Call(call) = value else { return };
        if error_in(call).is_some()
            && let Some(error) = call.args.first_mut()
        {
            let ty = self.0;
            *error = syn::parse2(quote_spanned!(error.span()=> ::cotangent::generated::error_of::<#ty>(#error)))
                .unwrap_or_else(|_| parse_quote!(#error));
        }
    }
}

impl VisitMut for Typed<'_> {
    fn visit_expr_return_mut(&mut self, exit: &mut ExprReturn) {
        if let Some(value) = &mut exit.expr {
            each_value(value, &mut |value| self.value(value));
        }
        visit_mut::visit_expr_return_mut(self, exit);
    }
    fn visit_expr_closure_mut(&mut self, _: &mut ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// The error beside which the type stands.
pub(crate) fn beside_its_type(expr: &Expr) -> Option<&Expr> {
    let Expr::Call(call) = peel(expr) else { return None };
    let Expr::Path(path) = &*call.func else { return None };
    let mut segments = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let is_written =
        segments.next().is_some_and(|name| name == "error_of") && segments.next().is_some_and(|of| of == "generated");
    call.args.first().filter(|_| is_written)
}
