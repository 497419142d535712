//! The types and traits of `impl` blocks whose methods cannot get a derivative.
//!
//! The derivative of a method is an inherent method of the type. Only the crate that defines a type can have one.

use syn::{ItemImpl, Type};

use super::signature::is_primitive;
use crate::report::Report;

/// Refuses a block, if its methods cannot get a derivative.
pub(crate) fn refuse(block: &ItemImpl, report: &mut Report) -> bool {
    if block.trait_.is_none() {
        return false;
    }
    if is_foreign(&block.self_ty) {
        report.refuse(
            &block.self_ty,
            "the derivative of a method belongs to the type, and this type is not of this crate\nhelp: write a function, and call it in the method and in differentiable functions",
        );
    }
    !report.is_empty()
}

/// Whether a type is one of the language or of the standard library, by its spelling.
fn is_foreign(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            is_primitive(&name) || ["Vec", "Box", "Option", "Result", "String"].contains(&name.as_str())
        }),
        Type::Array(_) | Type::Slice(_) | Type::Tuple(_) | Type::Reference(_) => true,
        _ => false,
    }
}
