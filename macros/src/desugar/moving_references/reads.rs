//! The copy of what a moving reference leads to, where the reference was read.
//!
//! What is read may be kept while the reference moves on: `let first = best; best = v; *first`. The copy changes then, so such a read has a
//! copy of its own: `let first = &copy.clone();`. Numbers that are read from the copy, and operands, are values already.

use std::collections::HashMap;

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprAssign, Pat, Stmt, parse_quote};

use super::{copied, shadows};
use crate::accept::body::{change_values, shown_names};
use crate::syntax::{peel, root_name};
use crate::words::substitute;

/// Reads the copy where the name was read.
struct Reads<'n> {
    name: &'n Ident,
    copy: &'n Ident,
    /// Whether what the expression gives may be read after the next assignment.
    is_kept: bool,
}

/// Writes the copy in the statements behind its declaration.
pub(super) fn write(name: &Ident, copy: &Ident, rest: &mut [Stmt]) {
    Reads { name, copy, is_kept: false }.statements(rest);
}

impl Reads<'_> {
    /// Statements up to the end of their block.
    fn statements(&mut self, stmts: &mut [Stmt]) {
        let is_kept = self.is_kept;
        let count = stmts.len();
        for i in 0..count {
            let (stmt, after) = stmts[i..].split_first_mut().expect("i is below the length");
            self.is_kept = match stmt {
                Stmt::Local(_) => moves_in(self.name, |look| after.iter().for_each(|stmt| look.visit_stmt(stmt))),
                // The value of the block.
                Stmt::Expr(_, None) if i + 1 == count => is_kept,
                _ => true,
            };
            self.visit_stmt_mut(stmt);
            if shadows(self.name, stmt) {
                break;
            }
        }
        self.is_kept = is_kept;
    }

    /// An expression whose value is kept, or is not.
    fn at(&mut self, expr: &mut Expr, is_kept: bool) {
        let outer = std::mem::replace(&mut self.is_kept, is_kept);
        self.visit_expr_mut(expr);
        self.is_kept = outer;
    }

    /// Whether an expression is a place in what the name leads to.
    fn is_inside(&self, expr: &Expr) -> bool {
        !matches!(peel(expr), Expr::Reference(_)) && root_name(expr) == Some(self.name)
    }

    /// The reference where its name was. It leads to a copy of its own if it is kept.
    fn whole(&self) -> Expr {
        let copy = self.copy;
        if self.is_kept { parse_quote!((&#copy.clone())) } else { parse_quote!((&#copy)) }
    }

    /// The same place in the copy.
    fn place(&mut self, place: &mut Expr) {
        let copy = self.copy;
        match place {
            Expr::Paren(inner) => self.place(&mut inner.expr),
            Expr::Group(inner) => self.place(&mut inner.expr),
            Expr::Field(field) => self.place(&mut field.base),
            Expr::Index(index) => {
                self.place(&mut index.expr);
                self.at(&mut index.index, false);
            }
            // The name itself is a reference.
            Expr::Unary(unary) if matches!(peel(&unary.expr), Expr::Path(_)) => *place = parse_quote!(#copy),
            Expr::Unary(unary) => self.place(&mut unary.expr),
            _ => *place = parse_quote!(#copy),
        }
    }

    /// A place that is lent. It is a copy of its own if it is kept.
    fn lent(&mut self, place: &mut Expr) {
        self.place(place);
        if self.is_kept {
            let whole = without_range(place);
            *whole = parse_quote!(#whole.clone());
        }
    }

    /// What is matched; the names of the patterns lead there.
    fn matched(&mut self, value: &mut Expr, moves: bool) {
        let outer = self.is_kept;
        self.is_kept |= moves;
        if self.is_inside(value) {
            let is_name = matches!(peel(value), Expr::Path(_));
            self.lent(value);
            if is_name {
                *value = parse_quote!((&#value));
            }
        } else {
            self.visit_expr_mut(value);
        }
        self.is_kept = outer;
    }
}

impl VisitMut for Reads<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.statements(&mut block.stmts);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let Some(init) = &mut local.init else { return };
        if is_plain(&local.pat) {
            self.visit_expr_mut(&mut init.expr);
        } else {
            self.matched(&mut init.expr, false);
        }
        if let Some((_, otherwise)) = &mut init.diverge {
            self.at(otherwise, false);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let (name, copy) = (self.name, self.copy);
        let moves_here = |block: &Block| moves_in(name, |look| look.visit_block(block));
        match expr {
            Expr::Assign(assign) if is_name(&assign.left, name) => {
                self.at(&mut assign.right, false);
                copied(&mut assign.right);
                *assign.left = parse_quote!(#copy);
            }
            Expr::Assign(assign) => {
                self.at(&mut assign.left, false);
                self.at(&mut assign.right, true);
            }
            Expr::Binary(binary) => {
                self.at(&mut binary.left, false);
                self.at(&mut binary.right, false);
            }
            // A copy of a number, or of a value that can be copied.
            expr if self.is_inside(expr) && !is_name(expr, name) => self.place(expr),
            Expr::Unary(unary) => self.at(&mut unary.expr, false),
            Expr::Reference(reference) if self.is_inside(&reference.expr) => self.lent(&mut reference.expr),
            Expr::MethodCall(call) => {
                if self.is_inside(&call.receiver) {
                    self.lent(&mut call.receiver);
                } else {
                    self.visit_expr_mut(&mut call.receiver);
                }
                call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
            }
            Expr::If(branch) => {
                let moves = moves_here(&branch.then_branch);
                self.condition(&mut branch.cond, moves);
                self.visit_block_mut(&mut branch.then_branch);
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.visit_expr_mut(otherwise);
                }
            }
            Expr::While(repeated) => {
                let moves = moves_here(&repeated.body);
                self.condition(&mut repeated.cond, moves);
                self.visit_block_mut(&mut repeated.body);
            }
            Expr::ForLoop(each) => {
                let moves = moves_here(&each.body);
                self.at(&mut each.expr, moves);
                self.visit_block_mut(&mut each.body);
            }
            Expr::Match(branches) => {
                let moves = moves_in(name, |look| branches.arms.iter().for_each(|arm| look.visit_arm(arm)));
                self.matched(&mut branches.expr, moves);
                for arm in &mut branches.arms {
                    if let Some((_, guard)) = &mut arm.guard {
                        self.at(guard, false);
                    }
                    self.visit_expr_mut(&mut arm.body);
                }
            }
            expr if is_name(expr, name) => {
                *expr = self.whole();
            }
            expr => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let copy = self.copy;
        let shown = shown_names(mac).into_iter().filter(|name| name == self.name);
        let shown: Vec<_> = shown.map(|name| (name, quote!(&#copy))).collect();
        if !change_values(mac, &shown, &mut |value| self.visit_expr_mut(value)) {
            let read = HashMap::from([(self.name.to_string(), self.whole().to_token_stream())]);
            mac.tokens = substitute(mac.tokens.clone(), &read);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Reads<'_> {
    /// A condition in front of a block in which the reference moves, or does not.
    fn condition(&mut self, condition: &mut Expr, moves: bool) {
        match condition {
            Expr::Let(of) => self.matched(&mut of.expr, moves),
            Expr::Binary(both) if matches!(both.op, syn::BinOp::And(_)) => {
                self.condition(&mut both.left, moves);
                self.condition(&mut both.right, moves);
            }
            condition => self.at(condition, false),
        }
    }
}

/// Whether a pattern is one name, which has the value.
fn is_plain(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(name) => name.by_ref.is_none() && name.subpat.is_none(),
        Pat::Type(typed) => is_plain(&typed.pat),
        pat => matches!(pat, Pat::Wild(_)),
    }
}

/// A place without the ranges that take parts of it.
fn without_range(place: &mut Expr) -> &mut Expr {
    if !has_range(place) {
        return place;
    }
    match place {
        Expr::Paren(of) => without_range(&mut of.expr),
        Expr::Group(of) => without_range(&mut of.expr),
        Expr::Field(of) => without_range(&mut of.base),
        Expr::Index(of) => without_range(&mut of.expr),
        Expr::Unary(of) => without_range(&mut of.expr),
        other => other,
    }
}

fn has_range(place: &Expr) -> bool {
    match peel(place) {
        Expr::Field(of) => has_range(&of.base),
        Expr::Index(of) => matches!(peel(&of.index), Expr::Range(_)) || has_range(&of.expr),
        Expr::Unary(of) => has_range(&of.expr),
        _ => false,
    }
}

pub(super) fn is_name(expr: &Expr, name: &Ident) -> bool {
    matches!(peel(expr), Expr::Path(path) if path.path.is_ident(name))
}

/// Whether a name is assigned to in some code.
pub(super) fn moves_in(name: &Ident, visit: impl FnOnce(&mut Assignments<'_>)) -> bool {
    let mut look = Assignments { name, is_found: false };
    visit(&mut look);
    look.is_found
}

pub(super) struct Assignments<'n> {
    name: &'n Ident,
    is_found: bool,
}

impl<'ast> Visit<'ast> for Assignments<'_> {
    fn visit_expr_assign(&mut self, assign: &'ast ExprAssign) {
        self.is_found |= is_name(&assign.left, self.name);
        visit::visit_expr_assign(self, assign);
    }
}
