//! A reference that a branch chooses beside an exit: the exit goes in front.
//!
//! ```text
//! // in                                              // out
//! let r = if c { &a } else { return 0.0 };           if c {} else { return 0.0 }
//!                                                    let r = &a;
//! let r = match i { 0 => &a, 1 => &b, _ => break };  match i { 0 => {} 1 => {} _ => break }
//!                                                    let r = match i { 0 => &a, 1 => &b, _ => unreachable!() };
//! ```

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Item, Local, Stmt, parse_quote};

use super::exits::{always_leaves, has_exit};
use crate::syntax::effects::changes_something;
use crate::syntax::peel;
use crate::words::words;

/// Rewrites it in a body.
pub(super) struct Apart;

impl VisitMut for Apart {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts = std::mem::take(&mut block.stmts).into_iter().flat_map(apart).collect();
        visit_mut::visit_block_mut(self, block);
    }
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

fn apart(stmt: Stmt) -> Vec<Stmt> {
    let Stmt::Local(Local { init: Some(init), .. }) = &stmt else { return vec![stmt] };
    let (mut exits, mut chosen) = ((*init.expr).clone(), (*init.expr).clone());
    if init.diverge.is_some() || !has_exit(&exits) {
        return vec![stmt];
    }
    let mut ends = Vec::new();
    if !take_apart(&mut exits, &mut chosen, &mut ends) || !ends.iter().any(is_reference) {
        return vec![stmt];
    }
    let Stmt::Local(mut local) = stmt else { return Vec::new() };
    if let Some(init) = &mut local.init {
        *init.expr = if let ([only], Expr::If(_)) = (&ends[..], &chosen) { only.clone() } else { chosen };
    }
    vec![Stmt::Expr(exits, None), Stmt::Local(local)]
}

/// Leaves what leaves in the one, and what gives references in the other. Both decide alike.
fn take_apart(exits: &mut Expr, chosen: &mut Expr, ends: &mut Vec<Expr>) -> bool {
    match (exits, chosen) {
        (Expr::If(exits), Expr::If(chosen)) => {
            let (Some((_, exits_else)), Some((_, chosen_else))) = (&mut exits.else_branch, &mut chosen.else_branch)
            else {
                return false;
            };
            let has_names = words(exits.cond.to_token_stream()).iter().any(|word| word == "let");
            let is_fixed = !has_names && !changes_something(&exits.cond) && !has_exit(&exits.cond);
            is_fixed
                && block_apart(&mut exits.then_branch, &mut chosen.then_branch, ends)
                && take_apart(exits_else, chosen_else, ends)
        }
        (Expr::Match(exits), Expr::Match(chosen)) => {
            let is_fixed = matches!(peel(&exits.expr), Expr::Path(_) | Expr::Field(_));
            is_fixed
                && exits.arms.iter_mut().zip(&mut chosen.arms).all(|(exits, chosen)| {
                    exits.guard.as_ref().is_none_or(|(_, guard)| !changes_something(guard))
                        && take_apart(&mut exits.body, &mut chosen.body, ends)
                })
        }
        (Expr::Block(exits), Expr::Block(chosen)) if exits.label.is_none() => {
            block_apart(&mut exits.block, &mut chosen.block, ends)
        }
        (exits, chosen) => {
            if always_leaves(&[Stmt::Expr(exits.clone(), None)]) {
                *chosen = parse_quote!(::core::unreachable!());
                return true;
            }
            ends.push(std::mem::replace(exits, parse_quote!({})));
            is_reference(chosen) || matches!(peel(chosen), Expr::Path(_))
        }
    }
}

fn block_apart(exits: &mut Block, chosen: &mut Block, ends: &mut Vec<Expr>) -> bool {
    if always_leaves(&exits.stmts) {
        chosen.stmts = vec![Stmt::Expr(parse_quote!(::core::unreachable!()), None)];
        return true;
    }
    match (&mut exits.stmts[..], &mut chosen.stmts[..]) {
        ([Stmt::Expr(exits, None)], [Stmt::Expr(chosen, None)]) => take_apart(exits, chosen, ends),
        _ => false,
    }
}

fn is_reference(end: &Expr) -> bool {
    matches!(peel(end), Expr::Reference(reference) if reference.mutability.is_none())
}
