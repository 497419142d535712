//! Assignments to several places by a pattern that is no tuple of places.
//!
//! ```text
//! [a, b] = [b, a * b];           (a, b) = (b, a * b);
//! (a, (b, c)) = moved;           { let (__x0, (__x1, __x2)) = moved; (a, b, c) = (__x0, __x1, __x2); }
//! Point { x, y } = moved;        { let Point { x: __x0, y: __x1 } = moved; (x, y) = (__x0, __x1); }
//! ```

use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprArray, Pat, Stmt, parse_quote};

use crate::naming::hygienic;
use crate::syntax::{is_constructor, peel};

/// Writes them as assignments to tuples.
pub(super) struct AsTuples;

impl VisitMut for AsTuples {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::Assign(assign) = expr else { return };
        let right = &assign.right;
        match (peel(&assign.left), peel(right)) {
            (Expr::Array(left), Expr::Array(values)) if same_places(left, values) => {
                let (left, values) = (left.elems.iter(), values.elems.iter());
                *expr = parse_quote!((#(#left,)*) = (#(#values,)*));
            }
            (left, _) if is_more_than_a_tuple(left) => {
                let mut places = Vec::new();
                if let Some(pat) = pattern(left, &mut places) {
                    let (places, names): (Vec<_>, Vec<_>) = places.into_iter().unzip();
                    *expr = parse_quote!({ let #pat = #right; (#(#places,)*) = (#(#names,)*); });
                }
            }
            _ => {}
        }
    }

    // The block is no value.
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        let was_assignment = matches!(stmt, Stmt::Expr(Expr::Assign(_), _));
        visit_mut::visit_stmt_mut(self, stmt);
        if let Stmt::Expr(Expr::Block(_), semi) = stmt
            && was_assignment
        {
            *semi = None;
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn is_more_than_a_tuple(left: &Expr) -> bool {
    match peel(left) {
        Expr::Array(_) | Expr::Struct(_) | Expr::Call(_) => true,
        Expr::Tuple(tuple) => {
            let is_tuple = |part: &Expr| matches!(peel(part), Expr::Tuple(_));
            tuple.elems.iter().any(|part| is_tuple(part) || is_more_than_a_tuple(part))
        }
        _ => false,
    }
}

fn same_places(left: &ExprArray, right: &ExprArray) -> bool {
    left.elems.len() == right.elems.len() && !left.elems.iter().any(|place| matches!(place, Expr::Range(_)))
}

/// The pattern that names what the places of a left side are given; nothing if it is of another form.
fn pattern(left: &Expr, places: &mut Vec<(Expr, proc_macro2::Ident)>) -> Option<Pat> {
    Some(match peel(left) {
        Expr::Infer(_) => parse_quote!(_),
        Expr::Range(range) if range.start.is_none() && range.end.is_none() => parse_quote!(..),
        Expr::Array(array) => {
            let parts = array.elems.iter().map(|part| pattern(part, places)).collect::<Option<Vec<_>>>()?;
            parse_quote!([#(#parts),*])
        }
        Expr::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(|part| pattern(part, places)).collect::<Option<Vec<_>>>()?;
            parse_quote!((#(#parts,)*))
        }
        Expr::Call(call) => {
            let Expr::Path(path) = peel(&call.func) else { return None };
            let parts = call.args.iter().map(|part| pattern(part, places)).collect::<Option<Vec<_>>>()?;
            is_constructor(path).then(|| parse_quote!(#path(#(#parts),*)))?
        }
        Expr::Struct(literal) if literal.rest.is_none() => {
            let path = &literal.path;
            let fields = literal.fields.iter().map(|field| {
                let (member, part) = (&field.member, pattern(&field.expr, places)?);
                Some(quote!(#member: #part))
            });
            let fields = fields.collect::<Option<Vec<_>>>()?;
            let others = literal.dot2_token.map(|_| quote!(..));
            parse_quote!(#path { #(#fields,)* #others })
        }
        place @ (Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Unary(_)) => {
            let name = hygienic(&format!("__x{}", places.len()));
            places.push((place.clone(), name.clone()));
            parse_quote!(#name)
        }
        _ => return None,
    })
}
