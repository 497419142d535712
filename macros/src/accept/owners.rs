//! Where the derivatives of the methods of an `impl` block are.
//!
//! The derivative of a method is an inherent method of the type. Only the crate that defines a type can have one; for any other type it
//! belongs to the trait. So it does where the type has an inherent method of that name, which the method of the trait calls:
//!
//! ```text
//! impl Shape for Circle {
//!     fn area(&self) -> f64 { Circle::area(self) }
//! }
//! ```

use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprMethodCall, Ident, ImplItem, ItemImpl, Type};

use super::signature::is_primitive;

/// Whether the halves of its methods stand in the `impl` block of the trait, and not in one of the type: the type is of another crate, or
/// any type, or has methods of these names. So it is in the declaration of a trait.
pub(crate) fn has_halves_in_the_trait(block: &ItemImpl) -> bool {
    let is_parameter = |ty: &Type| matches!(ty, Type::Path(path) if block.generics.type_params().any(|param| path.path.is_ident(&param.ident)));
    block.trait_.is_some() && (is_foreign(&block.self_ty) || is_parameter(&block.self_ty) || calls_namesakes(block))
}

/// Whether a method calls one of its own name on its receiver: an inherent one, or itself. If it is itself, halves in the trait are right
/// too, with a tape of a size that nobody knows before.
fn calls_namesakes(block: &ItemImpl) -> bool {
    struct Calls<'n>(&'n Ident, bool);
    impl<'ast> Visit<'ast> for Calls<'_> {
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            self.1 |= call.method == *self.0 && is_self(&call.receiver);
            visit::visit_expr_method_call(self, call);
        }

        fn visit_expr_call(&mut self, call: &'ast ExprCall) {
            if let Expr::Path(path) = &*call.func {
                let is_namesake =
                    path.path.segments.len() > 1 && path.path.segments.last().is_some_and(|last| last.ident == *self.0);
                self.1 |= is_namesake && call.args.first().is_some_and(is_self);
            }
            visit::visit_expr_call(self, call);
        }
    }
    block.items.iter().any(|item| {
        let ImplItem::Fn(method) = item else { return false };
        let mut calls = Calls(&method.sig.ident, false);
        calls.visit_block(&method.block);
        calls.1
    })
}

/// `self`, `&self` or `*self`.
fn is_self(expr: &Expr) -> bool {
    match expr {
        Expr::Path(path) => path.path.is_ident("self"),
        Expr::Reference(reference) => is_self(&reference.expr),
        Expr::Unary(unary) => is_self(&unary.expr),
        Expr::Paren(paren) => is_self(&paren.expr),
        _ => false,
    }
}

/// Whether a type is one of the language or of the standard library, by its spelling.
pub(crate) fn is_foreign(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            is_primitive(&name) || ["Vec", "Box", "Option", "Result", "String"].contains(&name.as_str())
        }),
        Type::Array(_) | Type::Slice(_) | Type::Tuple(_) | Type::Reference(_) => true,
        _ => false,
    }
}
