//! `if`, `match` and blocks. `if let` becomes a `match` here and not in `desugar`, because it does only where a derivative flows through
//! the value.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    BinOp, Expr, ExprBinary, ExprIf, ExprLet, ExprMatch, ExprUnary, ExprWhile, Ident, Pat, PatIdent, Stmt, UnOp,
};

use super::destructuring::{Scrutinee, arms_name_parts, cases, certain};
use super::handed::Handed;
use super::{AlsoRepeatable, Binder, peel};
use crate::accept::body::shown_names;
use crate::desugar::exits::until;
use crate::desugar::optional_elements;
use crate::ir::{Arm, Block, Op};
use crate::naming::hygienic;
use crate::syntax::patterns;
use crate::words::words_alone;

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
        if let Some(op) = self.branch_on_a_change(branch, wanted) {
            return op;
        }
        let named = self.with_a_named_index(branch);
        let condition = named.as_ref().unwrap_or(&branch.cond);
        let cond = Box::new(self.condition_before(condition));
        let again = self.decided_again(condition).map(Box::new);
        let then = self.block_after(&branch.then_branch.stmts, wanted, |binder| {
            binder.names_of_condition(condition, &branch.then_branch);
        });
        let otherwise = match branch.else_branch.as_ref().map(|(_, otherwise)| peel(otherwise)) {
            Some(Expr::Block(block)) => self.block(&block.block.stmts, wanted),
            Some(nested) => self.nested(nested, wanted),
            None => {
                self.enter();
                self.leave(None)
            }
        };
        Op::If { cond, again, answers: None, then, otherwise }
    }

    /// `let asked = self.advance(x); if asked { .. }` for `if self.advance(x) { .. }`, which may change the receiver.
    fn branch_on_a_change(&mut self, branch: &ExprIf, wanted: bool) -> Option<Op> {
        let (asked, not) = self.question_that_changes(branch)?;
        let tree = self.rewritten(std::ptr::from_ref(branch).cast(), |_| {
            let (name, mut branch) = (hygienic("__asked"), branch.clone());
            *branch.cond = syn::parse_quote!(#not #name);
            Ok(syn::parse_quote!({ let #name = #asked; #branch }))
        })?;
        Some(Op::Scope(self.block(&tree.stmts, wanted)))
    }

    /// The call in such a condition, and `!` before it.
    pub(super) fn question_that_changes<'e>(
        &self,
        branch: &'e ExprIf,
    ) -> Option<(&'e Expr, Option<&'e syn::Token![!]>)> {
        let (asked, not) = match peel(&branch.cond) {
            Expr::Unary(ExprUnary { op: UnOp::Not(not), expr, .. }) => (peel(expr), Some(not)),
            asked => (asked, None),
        };
        let Expr::MethodCall(call) = asked else { return None };
        let may_change = self.is_own_struct(&call.receiver) && self.lent_receiver(call, false).is_some();
        (may_change && !self.is_question(call) && self.is_active(asked)).then_some((asked, not))
    }

    /// A condition that the reverse half can decide again. In a loop it may read parameters with a derivative: then callers keep them, once,
    /// where else each iteration would keep an answer.
    fn decided_again(&mut self, cond: &Expr) -> Option<Expr> {
        if self.scopes.iter().any(|scope| scope.repeats) {
            self.also_repeatable = AlsoRepeatable::Parameters;
        }
        let again = self.written_again(cond);
        self.also_repeatable = AlsoRepeatable::Nothing;
        again
    }

    /// `if let pattern = value && more { .. } else { .. }`, where a derivative flows through a value, is
    /// `match value { pattern if more => .., _ => .. }`, one inside another if there are several.
    fn branch_on_pattern(&mut self, branch: &ExprIf, wanted: bool) -> Option<Op> {
        if !self.is_on_patterns(&branch.cond) {
            return None;
        }
        let tree = self.rewritten(std::ptr::from_ref(branch).cast(), |_| {
            let then = &branch.then_branch;
            let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| quote!(#otherwise));
            let otherwise = otherwise.unwrap_or_else(|| quote!({}));
            let nested = chained(&conjuncts(&branch.cond), &quote!(#then), &otherwise);
            Ok(syn::parse_quote!({ #nested }))
        })?;
        match tree.stmts.first() {
            Some(Stmt::Expr(Expr::Match(branches), _)) => Some(self.matching(branches, wanted)),
            Some(Stmt::Expr(Expr::If(branch), _)) => Some(self.branch(branch, wanted)),
            _ => None,
        }
    }

    /// `while let pattern = value { .. }`, where a derivative flows through a value, is a loop that ends where the pattern does not match.
    pub(super) fn loop_on_pattern(&mut self, each: &ExprWhile) -> bool {
        if !self.is_on_patterns(&each.cond) {
            return false;
        }
        let tree = self.rewritten(std::ptr::from_ref(each).cast(), |_| {
            let (body, until) = until(&each.body);
            let ended = hygienic("__ended");
            let step = chained(&conjuncts(&each.cond), &quote!({ #(#body)* }), &quote!({ #ended = true; }));
            let until = until.map(|until| quote!(|| #until));
            Ok(syn::parse_quote!({
                let mut #ended = false;
                while true {
                    #step
                    if #ended #until { break; }
                }
            }))
        });
        if let Some(tree) = tree {
            let scope = self.block(&tree.stmts, false);
            self.temporary(each.while_token.span, None, Op::Scope(scope), false);
        }
        true
    }

    /// Whether a derivative flows through what a condition takes apart, and each `let` is one of its parts.
    fn is_on_patterns(&self, cond: &Expr) -> bool {
        let is_part = |part: &&Expr| matches!(part, Expr::Let(_)) || lets(part).is_empty();
        lets(cond).iter().any(|found| self.is_active(&found.expr)) && conjuncts(cond).iter().all(is_part)
    }

    pub(super) fn matching(&mut self, branches: &ExprMatch, wanted: bool) -> Op {
        if self.is_optional_element(&branches.expr)
            && optional_elements::are_plain(&branches.arms)
            && let Some(tree) = self.rewritten(std::ptr::from_ref(branches).cast(), |binder| {
                optional_elements::matched(&branches.expr, &branches.arms, binder)
            })
        {
            return Op::Scope(self.block(&tree.stmts, wanted));
        }
        let (written, scrutinee) = self.scrutinee(&branches.expr, &branches.arms);
        let mut arms = Vec::new();
        for arm in &branches.arms {
            if matches!(scrutinee, Scrutinee::Constant(_)) {
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
        if let Scrutinee::Place { whole, .. } = &scrutinee
            && branches.arms.iter().any(|arm| patterns::is_of(&arm.pat, &["Ok", "Err"]))
        {
            self.results.insert(whole.var);
        }
        let taken_apart = match &scrutinee {
            Scrutinee::Place { whole, mutable: false, .. }
                if whole.path.is_empty() && !whole.is_ref && arms_name_parts(&branches.arms) =>
            {
                Some(whole.var)
            }
            _ => None,
        };
        Op::Match { scrutinee: Box::new(written), taken_apart, arms }
    }

    fn arm(
        &mut self,
        arm: &syn::Arm,
        pattern: &Pat,
        scrutinee: &Scrutinee,
        wanted: bool,
    ) -> (Block, Option<Box<Expr>>) {
        let mut guard = None;
        let handed = Handed::of_arm(arm);
        let mut names = |binder: &mut Self| {
            binder.take_scrutinee_apart(pattern, scrutinee, &handed);
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

    /// `let pattern = &list[at]`, if `list[i]` is what a condition takes apart, and `i` goes on changing.
    fn with_a_named_index(&mut self, branch: &ExprIf) -> Option<Expr> {
        let Expr::Let(found) = peel(&branch.cond) else { return None };
        if self.is_active(&found.expr) {
            return None;
        }
        let handed = (*found.pat.clone(), Handed::of_block(&branch.then_branch));
        let expr = Box::new(self.with_named_indices(&found.expr, std::iter::once(handed))?);
        Some(Expr::Let(ExprLet { expr, ..found.clone() }))
    }

    /// The names that `let` in a condition binds.
    pub(super) fn names_of_condition(&mut self, cond: &Expr, branch: &syn::Block) {
        let mut handed = Handed::of_block(branch);
        handed.visit_expr(cond);
        for found in lets(cond) {
            if self.is_active(&found.expr) {
                self.report.refuse(
                    found.let_token,
                    "`let` on a value with a derivative is not supported here\nhelp: use a `match`",
                );
            }
            self.bind_parts(&found.expr, &found.pat, &handed);
        }
    }
}

/// The pattern of an arm, where what the arm uses is certain to be a variable. What it only looks for in a pattern of its own may be a
/// variant. `None` is known by the language.
fn certain_in(arm: &syn::Arm) -> Pat {
    struct Matched(Vec<Ident>);
    impl<'ast> Visit<'ast> for Matched {
        fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
            self.0.push(name.ident.clone());
            visit::visit_pat_ident(self, name);
        }
    }
    let (guard, body) = (arm.guard.as_ref().map(|(_, guard)| guard), &arm.body);
    let mut used = words_alone(quote!(#guard #body));
    let mut shown = Shown(Vec::new());
    shown.visit_arm(arm);
    used.extend(shown.0);
    let mut matched = Matched(Vec::new());
    guard.into_iter().chain([body]).for_each(|part| matched.visit_expr(part));
    let times = |name: &Ident, among: &[Ident]| among.iter().filter(|other| *other == name).count();
    certain(&arm.pat, &|name| name != "None" && times(name, &used) > times(name, &matched.0))
}

/// The names in the formats of macros.
struct Shown(Vec<Ident>);

impl<'ast> Visit<'ast> for Shown {
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.0.extend(shown_names(mac));
    }
}

/// `let` in a condition.
pub(crate) fn lets(cond: &Expr) -> Vec<&ExprLet> {
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

/// The parts of a condition that `&&` joins.
fn conjuncts(cond: &Expr) -> Vec<&Expr> {
    match peel(cond) {
        Expr::Binary(ExprBinary { left, op: BinOp::And(_), right, .. }) if !lets(cond).is_empty() => {
            let mut all = conjuncts(left);
            all.extend(conjuncts(right));
            all
        }
        part => vec![part],
    }
}

/// `then` where all conditions hold, else `otherwise`: a `match` for each `let`, with the conditions after it as its guard.
fn chained(conditions: &[&Expr], then: &TokenStream, otherwise: &TokenStream) -> TokenStream {
    let Some((first, rest)) = conditions.split_first() else { return then.clone() };
    let plain = rest.iter().take_while(|cond| !matches!(cond, Expr::Let(_))).count();
    let (plain, rest) = rest.split_at(plain);
    let inner = chained(rest, then, otherwise);
    let inner = if rest.is_empty() { inner } else { quote!({ #inner }) };
    match first {
        Expr::Let(found) => {
            let (pat, value) = (&found.pat, &found.expr);
            let guard = (!plain.is_empty()).then(|| quote!(if #(#plain)&&*));
            quote!(match #value { #pat #guard => #inner, _ => #otherwise })
        }
        first => quote!(if #first #(&& #plain)* #inner else #otherwise),
    }
}
