//! What `#[checkpoint]` marks, without the mark, as the block that is run again. `bind` asks for it where a derivative flows through it.

use quote::quote;
use syn::{Attribute, Block, Expr, ExprBlock, ExprCall, ExprForLoop, ExprMethodCall, ExprWhile, parse_quote};

use super::exits::until;
use crate::accept::checkpoint_attribute::is_checkpoint;
use crate::naming::hygienic;
use crate::syntax::{is_compound, peel};

/// A loop. What its condition changes is a part of the body, and so run again.
pub(crate) fn looped(expr: &Expr) -> Block {
    let mut looped = expr.clone();
    if let Expr::ForLoop(ExprForLoop { attrs, .. }) | Expr::While(ExprWhile { attrs, .. }) = &mut looped {
        unmark(attrs);
    }
    match looped {
        Expr::While(looped) if may_change(&looped.cond) => with_the_condition_inside(&looped),
        looped => parse_quote!({ #looped }),
    }
}

/// A block or a call.
pub(crate) fn once(expr: &Expr) -> Block {
    let mut once = expr.clone();
    if let Expr::Block(ExprBlock { attrs, .. })
    | Expr::Call(ExprCall { attrs, .. })
    | Expr::MethodCall(ExprMethodCall { attrs, .. }) = &mut once
    {
        unmark(attrs);
    }
    match once {
        Expr::Block(ExprBlock { block, label: None, .. }) => block,
        call => parse_quote!({ #call }),
    }
}

fn unmark(attrs: &mut Vec<Attribute>) {
    attrs.retain(|attr| !is_checkpoint(attr));
}

/// Whether a condition may change a variable, as far as its form tells.
fn may_change(cond: &Expr) -> bool {
    match peel(cond) {
        Expr::Lit(_) | Expr::Path(_) => false,
        Expr::Binary(binary) => is_compound(&binary.op) || may_change(&binary.left) || may_change(&binary.right),
        Expr::Unary(unary) => may_change(&unary.expr),
        Expr::Field(field) => may_change(&field.base),
        Expr::Index(index) => may_change(&index.expr) || may_change(&index.index),
        Expr::Cast(cast) => may_change(&cast.expr),
        _ => true,
    }
}

/// A loop whose condition may change a variable: it is a part of the body, which is run again.
fn with_the_condition_inside(looped: &ExprWhile) -> Block {
    let ExprWhile { attrs, label, cond, body, .. } = looped;
    let (rest, left) = until(body);
    let goes_on = hygienic("__goes_on");
    let again = left.as_ref().map_or_else(|| (**cond).clone(), |left| parse_quote!(!(#left) && #cond));
    let until = left.map(|left| quote!(if #left { break; }));
    parse_quote!({
        let mut #goes_on = #cond;
        #(#attrs)* #label while #goes_on {
            { #(#rest)* }
            #goes_on = #again;
            #until
        }
    })
}
