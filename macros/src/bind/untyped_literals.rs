//! Values of literals without suffixes, whose type is inferred from their uses, as that of the index in `for i in 0..8`. The halves use
//! different ones, so they could infer different types and compute different values. The reverse half is told the type.

use proc_macro2::Ident;
use syn::visit::{Visit, visit_expr, visit_expr_index, visit_macro};
use syn::{BinOp, Block, Expr, ExprIndex, ExprRange, Lit, Macro, Stmt, Type};

use crate::words::words;

/// Whether the reverse half has to be told the type of the index of a loop.
pub(super) fn needs_its_type(range: &ExprRange, index: &Ident, body: &Block) -> bool {
    let ends = || [&range.start, &range.end].into_iter().flatten();
    if !ends().all(|end| is_untyped(end)) {
        return false;
    }
    let mut uses = Uses { index, computes: false };
    uses.visit_block(body);
    uses.computes || !ends().all(|end| fits_any_type(end))
}

/// Whether the type of a number in a value is open: literals without suffixes are all that it is computed from.
pub(super) fn is_untyped(value: &Expr) -> bool {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.suffix().is_empty(),
            Lit::Float(number) => number.suffix().is_empty(),
            _ => false,
        },
        Expr::Paren(inner) => is_untyped(&inner.expr),
        Expr::Group(inner) => is_untyped(&inner.expr),
        Expr::Unary(unary) => is_untyped(&unary.expr),
        Expr::Reference(reference) => is_untyped(&reference.expr),
        Expr::Binary(binary) => match binary.op {
            BinOp::Shl(_) | BinOp::Shr(_) => is_untyped(&binary.left),
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_) => false,
            _ => is_untyped(&binary.left) && is_untyped(&binary.right),
        },
        Expr::Cast(cast) => matches!(*cast.ty, Type::Infer(_)),
        Expr::Array(array) => array.elems.iter().all(is_untyped),
        Expr::Repeat(repeat) => is_untyped(&repeat.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().any(is_untyped),
        Expr::Index(indexed) => is_untyped(&indexed.expr),
        Expr::Field(field) => is_untyped(&field.base),
        Expr::Const(block) => is_untyped_block(&block.block),
        Expr::Block(block) => is_untyped_block(&block.block),
        _ => false,
    }
}

fn is_untyped_block(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(value, None)) if is_untyped(value))
}

/// Whether it is a literal that `i32` has, which an index is where nothing says its type.
fn fits_any_type(end: &Expr) -> bool {
    match end {
        Expr::Lit(literal) => matches!(&literal.lit, Lit::Int(int) if int.base10_parse::<i32>().is_ok()),
        Expr::Unary(unary) => fits_any_type(&unary.expr),
        _ => false,
    }
}

/// What a body does with an index.
struct Uses<'a> {
    index: &'a Ident,
    /// Whether it computes with it, but to index a list: then it is a `usize` in both halves.
    computes: bool,
}

impl Uses<'_> {
    fn is_index(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(path) if path.path.is_ident(self.index))
    }
}

/// Whether it is arithmetic of names and literals, as it stands between brackets.
fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Paren(inner) => is_plain(&inner.expr),
        Expr::Binary(binary) => {
            !matches!(binary.op, BinOp::Shl(_) | BinOp::Shr(_)) && is_plain(&binary.left) && is_plain(&binary.right)
        }
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            // The value is the same whatever the type is.
            Expr::Cast(cast) if self.is_index(&cast.expr) => {}
            expr if self.is_index(expr) => self.computes = true,
            _ => visit_expr(self, expr),
        }
    }

    fn visit_expr_index(&mut self, indexed: &'ast ExprIndex) {
        if is_plain(&indexed.index) { self.visit_expr(&indexed.expr) } else { visit_expr_index(self, indexed) }
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.computes |= words(called.tokens.clone()).contains(self.index);
        visit_macro(self, called);
    }
}
