//! `a | b` of values with a derivative is `a.bitor(b)`, `a ^= b` is `a.bitxor_assign(b)`: such operators are the user's, and their
//! derivatives are those of their methods.

use std::rc::Rc;

use syn::spanned::Spanned;
use syn::{BinOp, Block, ExprBinary, ExprMethodCall, Ident, parse_quote, parse_quote_spanned};

use super::Binder;
use crate::ir::Op;

impl Binder<'_> {
    /// The operation that a bit operator stands for.
    pub(super) fn bit_operation(&mut self, binary: &ExprBinary) -> Option<Op> {
        let block = self.bit_operator(binary)?;
        Some(Op::Scope(self.block(&block.stmts, true)))
    }

    /// The call that a bit operator stands for, in a block.
    pub(super) fn bit_operator(&mut self, binary: &ExprBinary) -> Option<Rc<Block>> {
        let call = method_of(binary)?;
        self.rewritten(std::ptr::from_ref(binary).cast(), |_| Ok(parse_quote!({ #call })))
    }
}

/// Whether an operator is one that gives a value.
pub(super) fn is_one(op: &BinOp) -> bool {
    matches!(op, BinOp::BitXor(_) | BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::Shl(_) | BinOp::Shr(_))
}

fn method_of(binary: &ExprBinary) -> Option<ExprMethodCall> {
    let name = match binary.op {
        BinOp::BitAnd(_) => "bitand",
        BinOp::BitOr(_) => "bitor",
        BinOp::BitXor(_) => "bitxor",
        BinOp::Shl(_) => "shl",
        BinOp::Shr(_) => "shr",
        BinOp::BitAndAssign(_) => "bitand_assign",
        BinOp::BitOrAssign(_) => "bitor_assign",
        BinOp::BitXorAssign(_) => "bitxor_assign",
        BinOp::ShlAssign(_) => "shl_assign",
        BinOp::ShrAssign(_) => "shr_assign",
        _ => return None,
    };
    let (left, right, name) = (&binary.left, &binary.right, Ident::new(name, binary.op.span()));
    Some(parse_quote_spanned!(binary.op.span()=> (#left).#name(#right)))
}
