//! `let x;` in front of a loop that gives `x` its value, and which alone names it, stands in the loop: each iteration has its own `x`, as the
//! compiler makes sure that it reads what it assigned. Values of different iterations may have different lengths.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Ident, Item, Local, Pat, Stmt};

use crate::words::words;

/// Brings such declarations into their loops.
pub(super) struct Sunk;

impl VisitMut for Sunk {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut at = 0;
        while at < block.stmts.len() {
            if let Some(place) = home_of(&block.stmts, at) {
                let declaration = block.stmts.remove(at);
                if let Some(body) = body_of(&mut block.stmts[place - 1]) {
                    body.stmts.insert(0, declaration);
                }
            } else {
                at += 1;
            }
        }
        visit_mut::visit_block_mut(self, block);
    }
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// The loop into which a statement can go.
fn home_of(stmts: &[Stmt], at: usize) -> Option<usize> {
    let Stmt::Local(local @ Local { init: None, .. }) = &stmts[at] else { return None };
    let name = match &local.pat {
        Pat::Type(typed) => &*typed.pat,
        pat => pat,
    };
    let Pat::Ident(name) = name else { return None };
    let names = |code: &dyn ToTokens| words(code.to_token_stream()).contains(&name.ident);
    let mut users = (0..stmts.len()).filter(|i| *i != at && names(&stmts[*i]));
    let place = users.next().filter(|place| *place > at && users.next().is_none())?;
    let Stmt::Expr(looped, _) = &stmts[place] else { return None };
    let is_outside = match looped {
        Expr::ForLoop(each) => names(&each.pat) || names(&each.expr),
        Expr::While(each) => names(&each.cond),
        Expr::Loop(each) => each.label.is_some() || leaves_with(&each.body, &name.ident),
        _ => return None,
    };
    (!is_outside).then_some(place)
}

/// Whether a `break` carries the variable out of the loop.
fn leaves_with(body: &Block, name: &Ident) -> bool {
    struct Leaves<'n>(&'n Ident, bool);
    impl<'ast> syn::visit::Visit<'ast> for Leaves<'_> {
        fn visit_expr_break(&mut self, leave: &'ast syn::ExprBreak) {
            self.1 |= words(leave.expr.to_token_stream()).contains(self.0);
        }
    }
    let mut leaves = Leaves(name, false);
    syn::visit::Visit::visit_block(&mut leaves, body);
    leaves.1
}

fn body_of(stmt: &mut Stmt) -> Option<&mut Block> {
    match stmt {
        Stmt::Expr(Expr::ForLoop(each), _) => Some(&mut each.body),
        Stmt::Expr(Expr::While(each), _) => Some(&mut each.body),
        Stmt::Expr(Expr::Loop(each), _) => Some(&mut each.body),
        _ => None,
    }
}
