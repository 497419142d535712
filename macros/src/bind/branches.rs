//! `if`, `match` and blocks.

use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr, ExprIf, ExprLet, ExprMatch, Pat};

use super::{Binder, Meaning, peel};
use crate::ir::{Arm, Block, Op, Operand, Place, Step};

impl Binder<'_> {
    /// A branch or a block as a statement.
    pub(super) fn branches(&mut self, expr: &Expr) {
        let op = match peel(expr) {
            Expr::If(branch) => self.branch(branch, false),
            Expr::Match(branches) => self.matching(branches, false),
            Expr::Block(block) => Op::Scope(self.block(&block.block.stmts, false)),
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
        let cond = Box::new(self.observed(&branch.cond));
        let then =
            self.block_after(&branch.then_branch.stmts, wanted, |binder| binder.names_of_condition(&branch.cond));
        let otherwise = match branch.else_branch.as_ref().map(|(_, otherwise)| peel(otherwise)) {
            Some(Expr::Block(block)) => self.block(&block.block.stmts, wanted),
            Some(nested) => self.nested(nested, wanted),
            None => {
                self.enter();
                self.leave(None)
            }
        };
        Op::If { cond, then, otherwise }
    }

    pub(super) fn matching(&mut self, branches: &ExprMatch, wanted: bool) -> Op {
        // What is taken apart by the patterns is a place, or constant.
        let place = if self.is_active(&branches.expr) {
            match self.with_a_name(|binder| binder.operand(&branches.expr)) {
                Operand::Place(place) | Operand::Lent(place) => Some(place),
                Operand::Constant { .. } => None,
            }
        } else {
            None
        };
        let scrutinee = match &place {
            Some(place) => place.written.clone(),
            None => self.observed(&branches.expr),
        };
        let arms = branches.arms.iter().map(|arm| {
            let (block, guard) = self.arm(arm, place.as_ref(), wanted);
            let pattern = &arm.pat;
            Arm { pattern: quote!(#pattern), guard, block }
        });
        Op::Match { scrutinee: Box::new(scrutinee), arms: arms.collect() }
    }

    fn arm(&mut self, arm: &syn::Arm, place: Option<&Place>, wanted: bool) -> (Block, Option<Box<Expr>>) {
        let mut guard = None;
        let mut names = |binder: &mut Self| {
            if let Some(place) = place {
                binder.accept_parts(&arm.pat);
                let Place { is_ref, var, path, stopped, .. } = place.clone();
                binder.name_parts(&arm.pat, &Meaning { var, path, is_ref, stopped });
            } else {
                let binds = binder.name_constants(&arm.pat);
                binder.step(Step::Verbatim { tokens: quote!(), binds });
            }
            guard = arm.guard.as_ref().map(|(_, guard)| Box::new(binder.observed(guard)));
        };
        if let Expr::Block(block) = peel(&arm.body) {
            let block = self.block_after(&block.block.stmts, wanted, names);
            return (block, guard);
        }
        self.enter();
        names(self);
        let value = if wanted { self.tail(&arm.body) } else { None };
        if !wanted {
            self.effect(&arm.body);
        }
        (self.leave(value), guard)
    }

    /// Refuses patterns that take an enum with a derivative apart.
    fn accept_parts(&mut self, pat: &Pat) {
        struct Variants(Vec<proc_macro2::TokenStream>);
        impl<'ast> Visit<'ast> for Variants {
            fn visit_pat_tuple_struct(&mut self, pat: &'ast syn::PatTupleStruct) {
                self.0.push(pat.path.to_token_stream());
            }
            fn visit_pat_struct(&mut self, pat: &'ast syn::PatStruct) {
                self.0.push(pat.path.to_token_stream());
            }
        }
        let mut variants = Variants(Vec::new());
        variants.visit_pat(pat);
        for path in variants.0 {
            self.report.refuse(path, "a value with a derivative cannot be taken apart by `match` yet\nhelp: use its fields, or match on what is constant");
        }
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
