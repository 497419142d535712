//! Lists whose elements are written out: `[a, b]`, `[a; n]`, and what `vec![..]` stands for.

use syn::{Expr, ExprCall};

use super::peel;

/// Such a list.
pub(crate) struct WrittenList<'a> {
    pub elements: Vec<&'a Expr>,
    /// Whether it is a `Vec`.
    pub is_vector: bool,
}

/// The list that an expression is.
pub(crate) fn written_list(expr: &Expr) -> Option<WrittenList<'_>> {
    match peel(expr) {
        Expr::Array(list) => Some(WrittenList { elements: list.elems.iter().collect(), is_vector: false }),
        Expr::Repeat(list) => Some(WrittenList { elements: vec![&list.expr], is_vector: false }),
        Expr::Call(call) => vector(call),
        _ => None,
    }
}

/// `::cotangent::generated::vector([a, b])`, `::cotangent::generated::vector_of(a, n)`
fn vector(call: &ExprCall) -> Option<WrittenList<'_>> {
    let Expr::Path(path) = peel(&call.func) else { return None };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let (name, room) = (names.next()?, names.next()?);
    let first = call.args.first().filter(|_| room == "generated")?;
    let elements = match peel(first) {
        Expr::Array(list) if name == "vector" => list.elems.iter().collect(),
        value if name == "vector_of" => vec![value],
        _ => return None,
    };
    Some(WrittenList { elements, is_vector: true })
}
