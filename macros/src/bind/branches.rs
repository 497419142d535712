//! `if`, `match` and blocks.

use quote::quote;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr, ExprIf, ExprLet};

use super::{Binder, peel};
use crate::ir::{Block, Op, Step};

impl Binder<'_> {
    /// A branch or a block as a statement.
    pub(super) fn branches(&mut self, expr: &Expr) {
        let op = match peel(expr) {
            Expr::If(branch) => self.branch(branch, false),
            Expr::Block(block) => Op::Scope(self.block(&block.block, false)),
            _ => return,
        };
        self.temporary(expr.span(), None, op, false);
        self.unless_mirrored(quote!(#expr));
    }

    /// Puts back what the user wrote if the reverse half has nothing to do for the last step.
    pub(super) fn unless_mirrored(&mut self, written: proc_macro2::TokenStream) {
        let Some(scope) = self.scopes.last_mut() else { return };
        if let Some(step) = scope.steps.last_mut()
            && !step.is_mirrored(&self.vars)
        {
            *step = Step::Verbatim { tokens: written, binds: Vec::new() };
        }
    }

    pub(super) fn branch(&mut self, branch: &ExprIf, wanted: bool) -> Op {
        self.harmless(&branch.cond);
        let then = self.block_after(&branch.then_branch, wanted, |binder| binder.names_of_condition(&branch.cond));
        let otherwise = match branch.else_branch.as_ref().map(|(_, otherwise)| peel(otherwise)) {
            Some(Expr::Block(block)) => self.block(&block.block, wanted),
            Some(nested) => self.nested(nested, wanted),
            None => {
                self.enter();
                self.leave(None)
            }
        };
        Op::If { cond: branch.cond.clone(), then, otherwise }
    }

    /// `else if ..`, as a block.
    fn nested(&mut self, expr: &Expr, wanted: bool) -> Block {
        self.enter();
        let value = wanted.then(|| self.operand(expr));
        if !wanted {
            self.effect(expr);
        }
        self.leave(value)
    }

    /// The names that `let` in a condition binds.
    pub(super) fn names_of_condition(&mut self, cond: &Expr) {
        struct Lets<'ast>(Vec<&'ast ExprLet>);
        impl<'ast> Visit<'ast> for Lets<'ast> {
            fn visit_expr_let(&mut self, node: &'ast ExprLet) {
                self.0.push(node);
            }
        }
        let mut lets = Lets(Vec::new());
        lets.visit_expr(cond);
        for found in lets.0 {
            if self.is_active(&found.expr) {
                self.report.refuse(found.let_token, "`if let` on a value with a derivative is not supported yet\nhelp: use `match` or `if` on data that is constant");
            }
            let binds = self.name_constants(&found.pat);
            self.step(Step::Verbatim { tokens: quote!(), binds });
        }
    }
}
