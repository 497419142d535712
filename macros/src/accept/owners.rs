//! Where the derivatives of the methods of an `impl` block are.
//!
//! The derivative of a method is an inherent method of the type. Only the crate that defines a type can have one; for any other type it
//! belongs to the trait.

use syn::{ItemImpl, Type};

use super::signature::is_primitive;

/// Whether the halves of its methods stand in the `impl` block of the trait, and not in one of the type: the type is of another crate, or
/// any type. So it is in the declaration of a trait.
pub(crate) fn has_halves_in_the_trait(block: &ItemImpl) -> bool {
    let is_parameter = |ty: &Type| matches!(ty, Type::Path(path) if block.generics.type_params().any(|param| path.path.is_ident(&param.ident)));
    block.trait_.is_some() && (is_foreign(&block.self_ty) || is_parameter(&block.self_ty))
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
