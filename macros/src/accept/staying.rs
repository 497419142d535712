//! Which methods of an `impl` block stay as they are: those that nobody would differentiate. A call of one with a value that has a
//! derivative is an error where it is called.

use quote::ToTokens;
use syn::{Expr, FnArg, Ident, ImplItem, ImplItemFn, ItemImpl, Receiver, ReturnType, Signature, Stmt, Type};

use super::body::made;
use super::signature::{holds_trait_object, is_allocated, is_constant_type, is_marked, is_number, is_real};
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
pub(crate) fn is_constructor(method: &ImplItemFn, block: &ItemImpl) -> bool {
    let result = match &method.sig.output {
        ReturnType::Type(_, ty) => ty.to_token_stream().to_string(),
        ReturnType::Default => return false,
    };
    let gives_self = result == "Self" || result == block.self_ty.to_token_stream().to_string();
    let [Stmt::Expr(Expr::Struct(literal), None)] = method.block.stmts.as_slice() else { return false };
    let takes = |is_wanted: &dyn Fn(&Ident) -> bool| {
        method.sig.inputs.iter().any(|input| {
            let FnArg::Typed(typed) = input else { return false };
            matches!(&*typed.ty, Type::Path(ty) if ty.path.get_ident().is_some_and(is_wanted))
        })
    };
    let is_generic = |name: &Ident| block.generics.type_params().any(|param| param.ident == *name);
    gives_self
        && method.sig.receiver().is_none()
        && method.sig.generics.params.is_empty()
        && (takes(&is_real)
            || takes(&|name| is_number(&name.to_string()) || is_generic(name)) && has_active_receiver(block))
        && literal.rest.is_none()
        && literal.fields.iter().all(|field| is_plain_value(&field.expr))
}

/// Whether a method of the block needs the derivative of its receiver, so that the type has one.
fn has_active_receiver(block: &ItemImpl) -> bool {
    block.items.iter().any(|item| {
        let ImplItem::Fn(method) = item else { return false };
        let is_active = |this: &Receiver| !is_marked(this);
        method.sig.receiver().is_some_and(is_active) && !stays(&method.sig, false) && !is_optional(&method.sig)
    })
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
        Expr::Repeat(list) => is_plain_value(&list.expr),
        Expr::Macro(list) => {
            matches!(made(&list.mac), Some(Expr::Call(list)) if list.args.iter().all(is_plain_value))
        }
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
