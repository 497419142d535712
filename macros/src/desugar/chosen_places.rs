//! Mutable references that a branch chooses: what comes after is written in each branch, where a name stands for one place.
//!
//! ```text
//! // in                                                          // out
//! let (from, to) = if even { (&a, &mut b) } else { (&b, &mut a) };  if even { let from = &a; let to = &mut b; .. }
//! ..                                                             else { let from = &b; let to = &mut a; .. }
//! ```
//!
//! And a loop over a list of such references: its body is written once for each.

use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprForLoop, ExprTuple, Local, Pat, Stmt, parse_quote};

use crate::syntax::{each_value, peel};

/// Most references in a list whose loop is written out.
const MOST: usize = 8;

/// Most such choices in a row: each doubles what comes after.
const MOST_CHOICES: usize = 3;

/// Writes the branches and the loops out.
pub(super) struct InBranches;

impl VisitMut for InBranches {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let choices = block.stmts.iter().filter(|stmt| chosen(stmt).is_some()).count();
        let first = block.stmts.iter().position(|stmt| chosen(stmt).is_some());
        if let Some(at) = first.filter(|_| choices <= MOST_CHOICES) {
            let rest = block.stmts.split_off(at + 1);
            if let Some((pat, mut value)) = block.stmts.pop().as_ref().and_then(chosen) {
                each_value(&mut value, &mut |end| {
                    let names = names(&pat, end);
                    *end = parse_quote!({ #(#names)* #(#rest)* });
                });
                block.stmts.push(Stmt::Expr(value, None));
            }
        }
        for stmt in &mut block.stmts {
            if let Stmt::Expr(Expr::ForLoop(each), _) = stmt
                && let Some(bodies) = bodies(each)
            {
                *stmt = parse_quote!({ #(#bodies)* });
            }
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `let pattern = value;`, if a branch chooses mutable references in the value.
fn chosen(stmt: &Stmt) -> Option<(Pat, Expr)> {
    let Stmt::Local(Local { pat, init: Some(init), .. }) = stmt else { return None };
    if init.diverge.is_some() || !matches!(peel(&init.expr), Expr::If(_) | Expr::Match(_)) {
        return None;
    }
    let pat = match pat {
        Pat::Type(typed) => &typed.pat,
        pat => pat,
    };
    let (mut value, mut ends, mut are_places) = (peel(&init.expr).clone(), 0, true);
    each_value(&mut value, &mut |end| {
        ends += 1;
        are_places &= match peel(end) {
            Expr::Tuple(ExprTuple { elems, .. }) => elems.iter().any(is_mutable_reference),
            end => is_mutable_reference(end),
        };
    });
    (ends > 1 && are_places).then(|| (pat.clone(), value))
}

fn is_mutable_reference(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::Reference(reference) if reference.mutability.is_some())
}

/// `let name = &mut place;`, for each name of a tuple.
fn names(pat: &Pat, value: &Expr) -> Vec<Stmt> {
    match (pat, peel(value)) {
        (Pat::Tuple(names), Expr::Tuple(values)) if names.elems.len() == values.elems.len() => {
            names.elems.iter().zip(&values.elems).map(|(name, value)| parse_quote!(let #name = #value;)).collect()
        }
        _ => vec![parse_quote!(let #pat = #value;)],
    }
}

/// The bodies of `for pattern in [&mut a, &mut b] { .. }`, unless one may leave the loop.
fn bodies(each: &ExprForLoop) -> Option<Vec<Block>> {
    let Expr::Array(list) = peel(&each.expr) else { return None };
    let values = list.elems.iter();
    let has_places = values.clone().any(|value| match peel(value) {
        Expr::Tuple(tuple) => tuple.elems.iter().any(is_mutable_reference),
        value => is_mutable_reference(value),
    });
    if !has_places || list.elems.len() > MOST || leaves(&each.body) {
        return None;
    }
    let bodies = values.map(|value| {
        let (names, stmts) = (names(&each.pat, value), &each.body.stmts);
        parse_quote!({ #(#names)* #(#stmts)* })
    });
    Some(bodies.collect())
}

/// Whether there is a `break` or a `continue` of a loop around a block.
fn leaves(body: &Block) -> bool {
    struct Look(bool);
    impl<'ast> Visit<'ast> for Look {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Break(_) | Expr::Continue(_) => self.0 = true,
                Expr::Closure(_) => {}
                expr => visit::visit_expr(self, expr),
            }
        }
    }
    let mut look = Look(false);
    look.visit_block(body);
    look.0
}
