//! `if`, `match` and blocks. `if let` becomes a `match` here and not in `desugar`, because it does only where a derivative flows through
//! the value.

use quote::quote;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{BinOp, Expr, ExprBinary, ExprIf, ExprLet, ExprMatch, Ident, Pat, Stmt};

use super::destructuring::{Scrutinee, cases, certain};
use super::{Binder, peel};
use crate::accept::body::shown_names;
use crate::ir::{Arm, Block, Op};
use crate::words::words;

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
    }

    pub(super) fn branch(&mut self, branch: &ExprIf, wanted: bool) -> Op {
        if let Some(op) = self.branch_on_pattern(branch, wanted) {
            return op;
        }
        let cond = Box::new(self.condition_before(&branch.cond));
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

    /// `if let pattern = value && more { .. } else { .. }`, where a derivative flows through the value, is
    /// `match value { pattern if more => .., _ => .. }`.
    fn branch_on_pattern(&mut self, branch: &ExprIf, wanted: bool) -> Option<Op> {
        let mut more = Vec::new();
        let mut first = peel(&branch.cond);
        while let Expr::Binary(ExprBinary { left, op: BinOp::And(_), right, .. }) = first {
            more.insert(0, &**right);
            first = peel(left);
        }
        let Expr::Let(first) = first else { return None };
        if !self.is_active(&first.expr) || more.iter().any(|more| is_let(more)) {
            return None;
        }
        let tree = self.rewritten(std::ptr::from_ref(branch).cast(), |_| {
            let (pat, value, then) = (&first.pat, &first.expr, &branch.then_branch);
            let guard = (!more.is_empty()).then(|| quote!(if #(#more)&&*));
            let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| quote!(#otherwise));
            let otherwise = otherwise.unwrap_or_else(|| quote!({}));
            Ok(syn::parse_quote!({ match #value { #pat #guard => #then, _ => #otherwise } }))
        })?;
        match tree.stmts.first() {
            Some(Stmt::Expr(Expr::Match(branches), _)) => Some(self.matching(branches, wanted)),
            _ => None,
        }
    }

    pub(super) fn matching(&mut self, branches: &ExprMatch, wanted: bool) -> Op {
        let (written, scrutinee) = self.scrutinee(&branches.expr, &branches.arms);
        let mut arms = Vec::new();
        for arm in &branches.arms {
            if matches!(scrutinee, Scrutinee::Constant) {
                let (block, guard) = self.arm(arm, &arm.pat, &scrutinee, wanted);
                let pattern = &arm.pat;
                arms.push(Arm { pattern: quote!(#pattern), guard, block });
                continue;
            }
            let Some(tree) = self.rewritten(std::ptr::from_ref(arm).cast(), |_| {
                let pattern = certain_in(arm);
                Ok(syn::parse_quote!({ match () { #pattern => {} } }))
            }) else {
                continue;
            };
            let Some(Stmt::Expr(Expr::Match(tree), _)) = tree.stmts.first() else { continue };
            // A name in several cases has another place in each.
            for pattern in cases(&tree.arms[0].pat) {
                let (block, guard) = self.arm(arm, pattern, &scrutinee, wanted);
                arms.push(Arm { pattern: quote!(#pattern), guard, block });
            }
        }
        Op::Match { scrutinee: Box::new(written), arms }
    }

    fn arm(
        &mut self,
        arm: &syn::Arm,
        pattern: &Pat,
        scrutinee: &Scrutinee,
        wanted: bool,
    ) -> (Block, Option<Box<Expr>>) {
        let mut guard = None;
        let mut names = |binder: &mut Self| {
            binder.take_scrutinee_apart(pattern, scrutinee);
            guard = arm.guard.as_ref().map(|(_, guard)| Box::new(binder.condition(guard)));
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
        for found in lets(cond) {
            if self.is_active(&found.expr) {
                self.report.refuse(found.let_token, "`let` on a value with a derivative is supported only as the first condition of an `if`\nhelp: use a `match`, or one `if` inside another");
            }
            self.bind_constants(&found.pat);
        }
    }
}

/// The pattern of an arm, where what the arm uses is certain to be a variable. `None` is known by the language.
fn certain_in(arm: &syn::Arm) -> Pat {
    let (guard, body) = (arm.guard.as_ref().map(|(_, guard)| guard), &arm.body);
    let mut used = words(quote!(#guard #body));
    let mut shown = Shown(Vec::new());
    shown.visit_arm(arm);
    used.extend(shown.0);
    certain(&arm.pat, &|name| name != "None" && used.contains(name))
}

/// The names in the formats of macros.
struct Shown(Vec<Ident>);

impl<'ast> Visit<'ast> for Shown {
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.0.extend(shown_names(mac));
    }
}

/// `let` in a condition.
pub(super) fn lets(cond: &Expr) -> Vec<&ExprLet> {
    struct Lets<'ast>(Vec<&'ast ExprLet>);
    impl<'ast> Visit<'ast> for Lets<'ast> {
        fn visit_expr_let(&mut self, node: &'ast ExprLet) {
            self.0.push(node);
        }
    }
    let mut lets = Lets(Vec::new());
    lets.visit_expr(cond);
    lets.0
}

fn is_let(cond: &Expr) -> bool {
    !lets(cond).is_empty()
}
