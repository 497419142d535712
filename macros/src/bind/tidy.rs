//! A body as binding expects it: items stand before the statements of their blocks, and those of the whole function apart;
//! `matches!` is a `match`, and `dbg!` a block.
//!
//! Both halves name the items of the function, so they stand around both. Those of an inner block stand in each half.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Ident, Item, Stmt};

use crate::accept::body::{debugged, matches};

/// A tidy body.
pub(super) struct Tidy {
    pub body: Block,
    /// The items of the function.
    pub items: TokenStream,
    /// The functions in inner blocks.
    pub inner: HashSet<Ident>,
}

impl Tidy {
    pub(super) fn new(body: &Block) -> Self {
        let (items, stmts) = body.stmts.iter().cloned().partition::<Vec<_>, _>(|stmt| matches!(stmt, Stmt::Item(_)));
        let mut body = Block { brace_token: body.brace_token, stmts };
        let mut order = Order(HashSet::new());
        visit_mut::visit_block_mut(&mut order, &mut body);
        Self { body, items: items.iter().map(ToTokens::to_token_stream).collect(), inner: order.0 }
    }
}

struct Order(HashSet<Ident>);

impl VisitMut for Order {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.sort_by_key(|stmt| !matches!(stmt, Stmt::Item(_)));
        self.0.extend(block.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(Item::Fn(function)) => Some(function.sig.ident.clone()),
            _ => None,
        }));
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(call) = expr
            && let Some(branches) = matches(&call.mac)
        {
            *expr = Expr::Match(branches);
        } else if let Expr::Macro(call) = expr
            && let Some(block) = debugged(&call.mac)
        {
            *expr = block;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}
