//! Which methods of an `impl` block stay as they are: those that nobody would differentiate. A call of one with a value that has a
//! derivative is an error where it is called.

use quote::ToTokens;
use syn::{FnArg, GenericArgument, PathArguments, Receiver, ReturnType, Signature, Type};

use super::elementary_functions::argument_of;
use super::lent_results::{lent, lent_inside};
use super::signature::{gives_trait_object, is_allocated, is_constant_type};

/// Whether a method gets no derivative. The others get one, or an error. In the `impl` block of a trait they cannot be moved elsewhere, so
/// there those that are refused for their form stay too.
pub(crate) fn stays(sig: &Signature, of_trait: bool) -> bool {
    let Some(receiver) = sig.receiver() else { return true };
    let refused = sig.asyncness.is_some() || sig.unsafety.is_some() || !is_plain(receiver);
    let result = match &sig.output {
        ReturnType::Default => !changes(sig),
        ReturnType::Type(_, ty) => match &**ty {
            Type::Reference(_) => lent(sig).is_none(),
            Type::ImplTrait(_) | Type::Never(_) => true,
            Type::Tuple(unit) if unit.elems.is_empty() => !changes(sig),
            ty => gives_trait_object(ty) || is_text(ty) || lent_inside(ty).is_some() || borrows(ty),
        },
    };
    of_trait && refused || result
}

/// Whether a body that is refused is left as it is: the result has no derivative, or the method may be there for other callers, and a call
/// with a derivative is an error.
pub(crate) fn is_optional(sig: &Signature) -> bool {
    matches!(&sig.output, ReturnType::Type(_, ty) if is_constant_type(ty) || matches!(**ty, Type::Reference(_)))
}

/// Whether a type is that of an iterator that borrows: it has a lifetime, or the name of one that may be written without.
fn borrows(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.segments.last().is_some_and(|last| {
        let has_lifetime = matches!(&last.arguments, PathArguments::AngleBracketed(arguments)
            if arguments.args.iter().any(|argument| matches!(argument, GenericArgument::Lifetime(_))));
        has_lifetime || ["Iter", "IterMut", "Windows", "Chunks", "ChunksExact"].iter().any(|name| last.ident == name)
    })
}

/// `self`, `&self`, `&mut self`
fn is_plain(receiver: &Receiver) -> bool {
    receiver.colon_token.is_none()
}

/// Whether a method gives text. The error of one that may fail is not what it gives.
fn is_text(ty: &Type) -> bool {
    let ty = argument_of(ty, &["Result"]).unwrap_or(ty);
    is_constant_type(ty) && is_allocated(ty) && ty.to_token_stream().to_string().contains("String")
}

/// Whether there is a parameter that changes.
fn changes(sig: &Signature) -> bool {
    sig.inputs.iter().any(|input| match input {
        FnArg::Receiver(receiver) => receiver.reference.is_some() && receiver.mutability.is_some(),
        FnArg::Typed(typed) => matches!(&*typed.ty, Type::Reference(ty) if ty.mutability.is_some()),
    })
}
