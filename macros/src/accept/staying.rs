//! Which methods of an `impl` block stay as they are: those that nobody would differentiate. A call of one with a value that has a
//! derivative is an error where it is called.

use quote::ToTokens;
use syn::{Expr, FnArg, ImplItemFn, Receiver, ReturnType, Signature, Stmt, Type};

use super::signature::{holds_trait_object, is_allocated, is_constant_type, is_real};
use crate::syntax::peel;

/// Whether a method gets no derivative. The others get one, or an error. In the `impl` block of a trait they cannot be moved elsewhere, so
/// there those that are refused for their form stay too.
pub(crate) fn stays(sig: &Signature, of_trait: bool) -> bool {
    let Some(receiver) = sig.receiver() else { return true };
    let refused = sig.asyncness.is_some() || sig.unsafety.is_some() || !is_plain(receiver);
    let result = match &sig.output {
        ReturnType::Default => !changes(sig),
        ReturnType::Type(_, ty) => match &**ty {
            Type::Reference(_) | Type::ImplTrait(_) | Type::Never(_) => true,
            Type::Tuple(unit) if unit.elems.is_empty() => !changes(sig),
            ty => holds_trait_object(ty) || is_text(ty),
        },
    };
    of_trait && refused || result
}

/// Whether an associated function does nothing but put its arguments, and arithmetic with them, into a struct: then a derivative costs nothing
/// and cannot be refused.
pub(crate) fn is_constructor(method: &ImplItemFn) -> bool {
    let gives_self = matches!(&method.sig.output, ReturnType::Type(_, ty) if matches!(&**ty, Type::Path(path) if path.path.is_ident("Self")));
    let [Stmt::Expr(Expr::Struct(literal), None)] = method.block.stmts.as_slice() else { return false };
    let is_number = |input: &FnArg| matches!(input, FnArg::Typed(typed) if matches!(&*typed.ty, Type::Path(path) if path.path.get_ident().is_some_and(is_real)));
    gives_self
        && method.sig.receiver().is_none()
        && method.sig.generics.params.is_empty()
        && method.sig.inputs.iter().any(is_number)
        && literal.rest.is_none()
        && literal.fields.iter().all(|field| is_plain_value(&field.expr))
}

/// Literals, names and arithmetic.
fn is_plain_value(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Lit(_) => true,
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && is_plain_value(&unary.expr),
        Expr::Binary(binary) => is_plain_value(&binary.left) && is_plain_value(&binary.right),
        Expr::Array(array) => array.elems.iter().all(is_plain_value),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_plain_value),
        _ => false,
    }
}

/// Whether a derivative is no loss: then a body that is refused is left as it is.
pub(crate) fn is_optional(sig: &Signature) -> bool {
    matches!(&sig.output, ReturnType::Type(_, ty) if is_constant_type(ty))
}

/// `self`, `&self`, `&mut self`
fn is_plain(receiver: &Receiver) -> bool {
    receiver.colon_token.is_none()
}

fn is_text(ty: &Type) -> bool {
    is_constant_type(ty) && is_allocated(ty) && ty.to_token_stream().to_string().contains("String")
}

/// Whether there is a parameter that changes.
fn changes(sig: &Signature) -> bool {
    sig.inputs.iter().any(|input| match input {
        FnArg::Receiver(receiver) => receiver.reference.is_some() && receiver.mutability.is_some(),
        FnArg::Typed(typed) => matches!(&*typed.ty, Type::Reference(ty) if ty.mutability.is_some()),
    })
}
