//! `a | b` of values with a derivative is `a.bitor(b)`, `a ^= b` is `a.bitxor_assign(b)`: such operators are the user's, and their
//! derivatives are those of their methods.

use std::rc::Rc;

use syn::spanned::Spanned;
use syn::{BinOp, Block, ExprBinary, ExprMethodCall, Ident, parse_quote, parse_quote_spanned};

use super::Binder;

impl Binder<'_> {
    /// The call that a bit operator stands for, in a block.
    pub(super) fn bit_operator(&mut self, binary: &ExprBinary) -> Option<Rc<Block>> {
        let call = method_of(binary)?;
        self.rewritten(std::ptr::from_ref(binary).cast(), |_| Ok(parse_quote!({ #call })))
    }
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
