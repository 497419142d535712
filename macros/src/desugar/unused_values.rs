//! `step(&mut x).unwrap();` is `let unused = step(&mut x).unwrap();`: what the call changes is followed as in any other declaration.

use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt, parse_quote_spanned};

use crate::naming::hygienic;
use crate::syntax::peel;

/// Gives a name to what nobody uses.
pub(super) struct Named;

impl VisitMut for Named {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        for stmt in &mut block.stmts {
            if let Stmt::Expr(value, Some(_)) = stmt
                && is_unwrapped(value)
            {
                let name = hygienic("__unused");
                *stmt = parse_quote_spanned!(value.span()=> let #name = #value;);
            }
        }
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn is_unwrapped(value: &Expr) -> bool {
    let Expr::MethodCall(call) = peel(value) else { return false };
    (call.method == "unwrap" && call.args.is_empty() || call.method == "expect" && call.args.len() == 1)
        && matches!(peel(&call.receiver), Expr::Call(_) | Expr::MethodCall(_))
}
