//! The names that statements pass on, look into, or go through: for these a copied number does not do.

use std::collections::HashMap;

use syn::visit::{self, Visit};
use syn::{Expr, ExprForLoop, ExprLet, ExprMatch, Ident, Local, LocalInit, PatIdent, Stmt};

use super::peel;
use crate::syntax::number_methods::number_method;
use crate::syntax::patterns::names_in;
use crate::syntax::root_name;

/// Methods that go through a list.
const LISTS: [&str; 2] = ["iter", "into_iter"];

/// Those names, each with the last statement that has it there.
#[derive(Default)]
pub(super) struct Handed {
    names: HashMap<Ident, usize>,
    /// Those on which methods without arguments are called.
    asked: HashMap<Ident, usize>,
    /// Those that are only gone through, where copied numbers do for the items.
    gone_through: HashMap<Ident, usize>,
    /// Names, by those that they are other names of, or of parts of.
    other_names: HashMap<Ident, Vec<(Ident, usize)>>,
    /// The statement that is looked at.
    at: usize,
    /// The first statement that counts.
    first: usize,
}

impl Handed {
    /// Of an arm. What a guard refuses may match otherwise: which of several cases it was is not known then.
    pub(super) fn of_arm(arm: &syn::Arm) -> Self {
        let mut handed = Self::default();
        let mut cases = Cases(false);
        cases.visit_pat(&arm.pat);
        if arm.guard.is_none() || !cases.0 {
            handed.visit_arm(arm);
        }
        handed
    }

    pub(super) fn of_block(block: &syn::Block) -> Self {
        let mut handed = Self::default();
        handed.visit_block(block);
        handed
    }

    /// Of statements, of which [`after`](Self::after) says which count.
    pub(super) fn of_statements(stmts: &[Stmt]) -> Self {
        let mut handed = Self::default();
        for (at, stmt) in stmts.iter().enumerate() {
            handed.at = at;
            handed.visit_stmt(stmt);
        }
        handed
    }

    /// The same, of what comes after a statement.
    pub(super) fn after(&mut self, at: usize) -> &Self {
        self.first = at + 1;
        self
    }

    pub(super) fn has(&self, name: &Ident) -> bool {
        let mut names = vec![name];
        let mut looked_at = 0;
        while let Some(&name) = names.get(looked_at) {
            if self.is_asked(name) || self.is_passed_on(name) {
                return true;
            }
            let others = self.other_names.get(name).into_iter().flatten();
            let others = others.filter(|(_, at)| *at >= self.first).map(|(other, _)| other);
            let others: Vec<_> = others.filter(|other| !names.contains(other)).collect();
            names.extend(others);
            looked_at += 1;
        }
        false
    }

    /// Whether a name is passed on or asked, not only gone through.
    pub(super) fn is_read(&self, name: &Ident) -> bool {
        self.is_asked(name) || self.is_among(&self.names, name)
    }

    fn is_asked(&self, name: &Ident) -> bool {
        self.is_among(&self.asked, name)
    }

    fn is_passed_on(&self, name: &Ident) -> bool {
        self.is_among(&self.names, name) || self.is_among(&self.gone_through, name)
    }

    fn is_among(&self, names: &HashMap<Ident, usize>, name: &Ident) -> bool {
        names.get(name).is_some_and(|at| *at >= self.first)
    }

    fn add(&mut self, expr: &Expr) {
        let is_copy = matches!(peel(expr), Expr::Unary(_));
        self.names.extend(root_name(expr).filter(|_| !is_copy).map(|name| (name.clone(), self.at)));
    }

    fn add_all(&mut self, other: Self) {
        self.names.extend(other.names);
        self.asked.extend(other.asked);
        self.gone_through.extend(other.gone_through);
        for (of, names) in other.other_names {
            self.other_names.entry(of).or_default().extend(names);
        }
    }
}

impl<'ast> Visit<'ast> for Handed {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        call.args.iter().for_each(|argument| self.add(argument));
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if !call.args.is_empty() || LISTS.iter().any(|method| call.method == method) {
            self.add(&call.receiver);
        } else if number_method(&call.method).is_none() {
            self.asked.extend(root_name(&call.receiver).map(|name| (name.clone(), self.at)));
        }
        call.args.iter().for_each(|argument| self.add(argument));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(LocalInit { expr, .. }) = &local.init
            && let Expr::Path(of) = peel(expr)
            && let Some(of) = of.path.get_ident()
        {
            let names = names_in(&local.pat).into_iter().map(|name| (name.ident.clone(), self.at));
            self.other_names.entry(of.clone()).or_default().extend(names);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_match(&mut self, branches: &'ast ExprMatch) {
        self.names.extend(root_name(&branches.expr).map(|name| (name.clone(), self.at)));
        visit::visit_expr_match(self, branches);
    }

    fn visit_expr_let(&mut self, found: &'ast ExprLet) {
        self.names.extend(root_name(&found.expr).map(|name| (name.clone(), self.at)));
        visit::visit_expr_let(self, found);
    }

    fn visit_expr_for_loop(&mut self, each: &'ast ExprForLoop) {
        let mut body = Self { at: self.at, ..Self::default() };
        body.visit_block(&each.body);
        let is_handed = |name: &&PatIdent| body.is_passed_on(&name.ident);
        if names_in(&each.pat).iter().any(is_handed) || root_name(&each.expr).is_none() {
            self.add(&each.expr);
        } else {
            self.gone_through.extend(root_name(&each.expr).map(|name| (name.clone(), self.at)));
        }
        self.add_all(body);
        self.visit_expr(&each.expr);
    }

    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        self.add(&index.expr);
        visit::visit_expr_index(self, index);
    }
}

/// Whether a pattern has several cases.
struct Cases(bool);

impl<'ast> Visit<'ast> for Cases {
    fn visit_pat_or(&mut self, _: &'ast syn::PatOr) {
        self.0 = true;
    }
}
