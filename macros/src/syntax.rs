//! What a part of the user's code is by its form.

use syn::{Expr, PatIdent};

/// Without parentheses and invisible groups.
pub(crate) fn peel(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => peel(&inner.expr),
        Expr::Group(inner) => peel(&inner.expr),
        _ => expr,
    }
}

/// Whether a name in a pattern is a variable for certain: a plain one may be that of a constant.
pub(crate) fn is_certain(name: &PatIdent) -> bool {
    name.subpat.is_some() || name.mutability.is_some() || name.by_ref.is_some()
}
