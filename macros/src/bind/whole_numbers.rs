//! Whole numbers that are parts of values with a derivative: `let n: usize = matrix.rows;`.
//!
//! The type that is written beside one says that it is constant, as that of a parameter does, so it may be passed to any function. That the
//! type has no derivative the compiler checks.

use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprCall, ExprPath, Lit, Local, Type, UnOp};

use super::{Binder, peel};
use crate::accept::signature::is_constant_type;
use crate::ir::Projection;
use crate::syntax::is_compound;

/// How many arguments such a call has at most.
const MOST: usize = 4;

impl Binder<'_> {
    /// `let pat: usize = value;`, where the value is computed from parts of values with a derivative.
    pub(super) fn let_whole_number(&mut self, local: &Local, ty: Option<&Type>, value: &Expr) -> bool {
        if !ty.is_some_and(is_constant_type) || !is_of_parts(value) || !self.is_active(value) {
            return false;
        }
        let tree = self.rewritten(std::ptr::from_ref(local).cast(), |_| {
            let pat = &local.pat;
            let value = quote_spanned!(value.span()=> ::cotangent::generated::inert(#value));
            Ok(syn::parse_quote!({ let #pat = #value; }))
        });
        tree.iter().flat_map(|tree| &tree.stmts).for_each(|stmt| self.statement(stmt));
        true
    }

    /// Whether a call may be one of a function without the attribute, which is given whole numbers alone: fields, and what is computed from
    /// them. If it has the attribute, nothing else is computed.
    pub(super) fn may_be_plain(&self, call: &ExprCall, path: &ExprPath) -> bool {
        let is_constant =
            |argument: &Expr| !self.mentions_active(argument) && !matches!(peel(argument), Expr::Closure(_));
        let may_be_whole = |argument: &Expr| self.may_be_whole(argument) || is_constant(argument);
        path.path.segments.iter().all(|segment| segment.arguments.is_none())
            && (1..=MOST).contains(&call.args.len())
            && call.args.iter().all(may_be_whole)
    }

    /// Whether an argument may be a whole number that is a part of a value, as far as its form tells.
    fn may_be_whole(&self, argument: &Expr) -> bool {
        match peel(argument) {
            Expr::Field(_) | Expr::Path(_) => {
                self.lookup(argument).is_some_and(|meaning| matches!(meaning.path.last(), Some(Projection::Field(_))))
                    || self.root(argument).is_some() && matches!(peel(argument), Expr::Field(_))
            }
            Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && self.may_be_whole(&unary.expr),
            Expr::Binary(binary) => {
                let (left, right) = (&binary.left, &binary.right);
                let is_constant = |part: &Expr| !self.mentions_active(part) && !is_float(part);
                self.may_be_whole(left) && (self.may_be_whole(right) || is_constant(right))
                    || is_constant(left) && self.may_be_whole(right)
            }
            _ => false,
        }
    }
}

fn is_float(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::Lit(literal) if matches!(literal.lit, Lit::Float(_)))
}

/// Whether an expression is nothing but arithmetic with parts of values.
fn is_of_parts(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Bool(_)),
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Field(field) => is_of_parts(&field.base),
        Expr::Index(index) => is_of_parts(&index.expr) && is_of_parts(&index.index),
        Expr::Binary(binary) => {
            let is_sum = !is_compound(&binary.op) && !matches!(binary.op, BinOp::And(_) | BinOp::Or(_));
            is_sum && is_of_parts(&binary.left) && is_of_parts(&binary.right)
        }
        _ => false,
    }
}
