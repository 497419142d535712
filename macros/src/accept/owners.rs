//! The types and traits of `impl` blocks whose methods cannot get a derivative.
//!
//! The derivative of a method is an inherent method of the type. Only the crate that defines a type can have one, and a type has one of a
//! name: two impls of `Mul` would have two.

use syn::{ItemImpl, Path, Type};

use super::signature::is_primitive;
use crate::report::Report;

const OPERATORS: [&str; 15] = [
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "DivAssign",
    "RemAssign",
    "Index",
    "IndexMut",
    "Sum",
    "Product",
];

/// Refuses a block, if its methods cannot get a derivative.
pub(crate) fn refuse(block: &ItemImpl, report: &mut Report) -> bool {
    let Some((_, of, _)) = &block.trait_ else { return false };
    if let Some(operator) = operator(of) {
        report.refuse(
            of,
            format!("`{operator}` of your own types has no derivative yet\nhelp: put the arithmetic into a method of an `impl` block, and call that in differentiable functions and in the operator"),
        );
    } else if is_foreign(&block.self_ty) {
        report.refuse(
            &block.self_ty,
            "the derivative of a method belongs to the type, and this type is not of this crate\nhelp: write a function, and call it in the method and in differentiable functions",
        );
    }
    !report.is_empty()
}

/// The name of an operator's trait, if it is that of the language: `Add`, `ops::Add`, `std::ops::Add`.
fn operator(of: &Path) -> Option<&syn::Ident> {
    let mut segments = of.segments.iter().rev();
    let last = &segments.next()?.ident;
    let module = segments.next().is_none_or(|module| ["ops", "iter"].iter().any(|known| module.ident == known));
    (module && OPERATORS.iter().any(|known| last == known)).then_some(last)
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
