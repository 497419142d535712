//! Constants of the number types, `f64::NEG_INFINITY`, by their spelling: a variable that begins as one is declared with its type, so the
//! compiler checks that it is what it is called.

use syn::{Expr, ExprPath, Type, UnOp, parse_quote};

use super::peel;

/// Those that have the type itself: `f64::DIGITS` has another one.
const CONSTANTS: [&str; 7] = ["EPSILON", "INFINITY", "MAX", "MIN", "MIN_POSITIVE", "NAN", "NEG_INFINITY"];

/// The type that such a constant is spelled with.
pub(crate) fn type_of_constant(expr: &Expr) -> Option<Type> {
    match peel(expr) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => type_of_constant(&unary.expr),
        Expr::Path(ExprPath { qself: None, path, .. }) if path.leading_colon.is_none() && path.segments.len() == 2 => {
            let (ty, constant) = (&path.segments[0], &path.segments[1].ident);
            let (ty, is_constant) = (&ty.ident, CONSTANTS.iter().any(|name| constant == name));
            (is_constant && (ty == "f32" || ty == "f64")).then(|| parse_quote!(#ty))
        }
        _ => None,
    }
}
