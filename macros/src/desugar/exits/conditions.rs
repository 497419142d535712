//! Conditions that do something first: what they do is a statement before the branch, or at the start of each iteration.
//!
//! ```text
//! // in                                      // out
//! while { y *= x; y < 1.0 } {                loop {
//!     s += y;                                    let holds;
//! }                                              { y *= x; holds = y < 1.0; }
//!                                                if !holds { break; }
//!                                                s += y;
//!                                            }
//! ```

use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Ident, Stmt, parse_quote, parse_quote_spanned};

use super::block_ends::valued;
use crate::naming::hygienic;
use crate::syntax::peel;

/// Takes such conditions out of a body.
pub(super) struct Conditions;

impl VisitMut for Conditions {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let holds = hygienic("__holds");
        match expr {
            Expr::While(each) => {
                if let Some(first) = first(&each.cond, &holds) {
                    let (label, body) = (&each.label, &each.body.stmts);
                    *expr = parse_quote_spanned!(each.while_token.span=> #label loop {
                        #(#first)*
                        if !#holds { break; }
                        #(#body)*
                    });
                }
            }
            Expr::If(branch) => {
                if let Some(first) = first(&branch.cond, &holds) {
                    *branch.cond = parse_quote!(#holds);
                    *expr = parse_quote!({ #(#first)* #branch });
                }
            }
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}

/// `let holds; { ..; holds = condition; }`, if the condition is a block with statements.
fn first(condition: &Expr, holds: &Ident) -> Option<[Stmt; 2]> {
    match peel(condition) {
        Expr::Block(block) if block.label.is_none() && block.block.stmts.len() > 1 => {
            let stmts = valued(&parse_quote!(#holds), &block.block.stmts);
            Some([parse_quote!(let #holds;), parse_quote!({ #(#stmts)* })])
        }
        left @ (Expr::Block(syn::ExprBlock { label: Some(_), .. }) | Expr::Loop(_)) => {
            Some([parse_quote!(let #holds;), parse_quote!(#holds = #left;)])
        }
        _ => None,
    }
}
