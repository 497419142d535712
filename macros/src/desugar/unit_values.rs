//! Statements that are nothing, and values that are `()`.
//!
//! ```text
//! s *= y;;                    s *= y;
//! ();
//! let () = s += y;            s += y;
//! let done = { s *= y; };     { s *= y; }  let done = ();
//! ```

use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Item, Local, Pat, Stmt, parse_quote};

use crate::syntax::{is_compound, peel};

/// Leaves out the former, and writes the latter as statements.
pub(super) struct AsStatements;

impl VisitMut for AsStatements {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        block.stmts = std::mem::take(&mut block.stmts).into_iter().flat_map(statements).collect();
    }
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

fn statements(stmt: Stmt) -> Vec<Stmt> {
    match stmt {
        Stmt::Expr(Expr::Verbatim(nothing), _) if nothing.is_empty() => Vec::new(),
        Stmt::Expr(expr, Some(_)) if is_nothing(&expr) => Vec::new(),
        Stmt::Local(Local { init: Some(init), pat, attrs, .. })
            if attrs.is_empty() && init.diverge.is_none() && is_done(&init.expr) =>
        {
            let value = init.expr;
            let done = match pat {
                Pat::Wild(_) => None,
                Pat::Tuple(parts) if parts.elems.is_empty() => None,
                pat => Some(parse_quote!(let #pat = ();)),
            };
            std::iter::once(parse_quote!(#value;)).chain(done).collect()
        }
        stmt => vec![stmt],
    }
}

fn is_nothing(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::Tuple(parts) if parts.elems.is_empty())
}

/// Whether a value is `()` by its form, after it has done something.
fn is_done(value: &Expr) -> bool {
    match peel(value) {
        Expr::Assign(_) | Expr::ForLoop(_) | Expr::While(_) => true,
        Expr::Binary(binary) => is_compound(&binary.op),
        Expr::Block(block) => block.label.is_none() && block.attrs.is_empty() && ends_done(&block.block),
        Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| otherwise);
            ends_done(&branch.then_branch) && otherwise.is_none_or(|otherwise| is_done(otherwise))
        }
        _ => false,
    }
}

/// Whether the last statement of a block has no value, and does not leave the block.
fn ends_done(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(last, semi)) => {
            is_done(last) || semi.is_some() && matches!(peel(last), Expr::Call(_) | Expr::MethodCall(_))
        }
        _ => false,
    }
}
