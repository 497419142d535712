//! Items stand before the statements of their blocks, and those of the whole function apart; `matches!` is a `match`, `dbg!` a
//! block, `vec!` and nalgebra's `matrix!` are calls.
//!
//! Both halves name the items of the function, so they stand around both. Those of an inner block stand in each half.

use std::collections::HashSet;

use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Expr, ExprPath, Ident, Item, QSelf, Stmt, Type, TypePath, parse_quote};

use crate::accept::body::{debugged, made, matches};
use crate::accept::signature::Parameter;
use crate::syntax::patterns::names_in;

/// Items that show the compiler that those of a body are what they look like.
pub(super) fn shown(parameters: &[Parameter], items: &[Stmt], imports_all: bool) -> Vec<Stmt> {
    let is_annotated = |attr: &Attribute| {
        let last = attr.path().segments.last();
        last.is_some_and(|last| last.ident == "differentiable" || last.ident == "cfg_attr")
    };
    let plain = items.iter().filter_map(|stmt| match stmt {
        Stmt::Item(Item::Fn(function)) if !function.attrs.iter().any(is_annotated) => Some(&function.sig.ident),
        _ => None,
    });
    // A struct of its name would belong to a function outside, which this one hides.
    let mut shown: Vec<Stmt> =
        plain.map(|name| parse_quote!(use ::cotangent::generated::PlainFunction as #name;)).collect();
    if imports_all {
        // No parameter is hidden by a constant: a pattern of that name could fail.
        let names: Vec<_> =
            parameters.iter().flat_map(|parameter| names_in(&parameter.pat)).map(|name| &name.ident).collect();
        let units = names.iter().map(|_| quote!(()));
        shown.push(parse_quote!(const fn __parameters((#(#names,)*): (#(#units,)*)) {}));
    }
    shown
}

/// `f64::exp` for `<f64>::exp`.
fn without_brackets(path: &ExprPath) -> Option<ExprPath> {
    let QSelf { ty, position: 0, .. } = path.qself.as_ref()? else { return None };
    let Type::Path(TypePath { qself: None, path: of }) = &**ty else { return None };
    let last = of.segments.last()?;
    if !last.arguments.is_none() {
        return None;
    }
    let function = &path.path.segments;
    Some(parse_quote!(#of::#function))
}

/// Brings the items of inner blocks to their starts.
#[derive(Default)]
pub(super) struct Order {
    /// The functions among them.
    pub functions: HashSet<Ident>,
}

impl VisitMut for Order {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.sort_by_key(|stmt| !matches!(stmt, Stmt::Item(_)));
        self.functions.extend(block.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(Item::Fn(function)) => Some(function.sig.ident.clone()),
            _ => None,
        }));
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
        if let Some(whole) = without_brackets(path) {
            *path = whole;
        }
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
        } else if let Expr::Macro(call) = expr
            && let Some(list) = made(&call.mac)
        {
            *expr = list;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}
