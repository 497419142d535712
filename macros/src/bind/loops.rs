//! Loops.

use quote::quote;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr, ExprForLoop, ExprRange, Pat, RangeLimits, Stmt};

use super::{Binder, Meaning, Scope, iterate, peel};
use crate::ir::{Header, Loop, Op, Operand, Step, VarKind};

impl Binder<'_> {
    /// A loop as a statement.
    pub(super) fn repetition(&mut self, expr: &Expr) {
        match peel(expr) {
            Expr::ForLoop(each) => self.for_loop(each),
            Expr::While(each) => {
                self.harmless(&each.cond);
                let (body, until) = until(&each.body);
                let body = self.block_after(body, false, |binder| binder.names_of_condition(&each.cond));
                self.step(Step::Loop(Loop { header: Header::While(each.cond.clone()), until, body }));
            }
            _ => return,
        }
        self.unless_mirrored(quote!(#expr));
    }

    fn for_loop(&mut self, each: &ExprForLoop) {
        let (body, until) = until(&each.body);
        if until.is_none()
            && let Some((range, reversed)) = range(&each.expr)
            && let (Some(from), Some(to)) = (&range.start, &range.end)
            && let Some(index) = index_name(&each.pat)
        {
            let inclusive = matches!(range.limits, RangeLimits::Closed(_));
            let fixed = self.is_fixed(from) && self.is_fixed(to);
            let (from, to) = (self.end(from), self.end(to));
            self.scopes.push(Scope::default());
            let index = self.fresh(index, VarKind::Index, false);
            self.name(self.vars[index.0].name.clone(), Meaning::value(index));
            let body = self.block(body, false);
            self.scopes.pop();
            let header = Header::Range { index, from, inclusive, to, reversed, fixed };
            self.step(Step::Loop(Loop { header, until: None, body }));
            return;
        }
        if self.is_active(&each.expr) || self.is_changed_in(&each.expr) {
            if let Some(block) = self.rewritten(std::ptr::from_ref(each).cast(), |binder| {
                iterate::looped(each, &|place| binder.is_reference(place))
            }) {
                let scope = self.block(&block.stmts, false);
                self.temporary(each.for_token.span, None, Op::Scope(scope), false);
            }
            return;
        }
        self.harmless(&each.expr);
        let pat = &each.pat;
        let body = self.block_after(body, false, |binder| {
            let binds = binder.name_constants(pat);
            binder.step(Step::Verbatim { tokens: quote!(), binds });
        });
        let header = Header::Each { pattern: quote!(#pat), iterator: each.expr.clone() };
        self.step(Step::Loop(Loop { header, until, body }));
    }

    /// Whether an iteration is over places that change.
    fn is_changed_in(&self, expr: &Expr) -> bool {
        match peel(expr) {
            Expr::Reference(reference) => reference.mutability.is_some(),
            Expr::MethodCall(call) => call.method == "iter_mut" || self.is_changed_in(&call.receiver),
            _ => false,
        }
    }

    /// Whether an expression names no variable.
    fn is_fixed(&self, expr: &Expr) -> bool {
        struct Variables<'b, 'r>(&'b Binder<'r>, bool);
        impl<'ast> Visit<'ast> for Variables<'_, '_> {
            fn visit_expr(&mut self, expr: &'ast Expr) {
                self.1 |= self.0.lookup(expr).is_some();
                syn::visit::visit_expr(self, expr);
            }
        }
        let mut variables = Variables(self, false);
        variables.visit_expr(expr);
        !variables.1
    }

    /// An end of a range, which the reverse half reads again.
    fn end(&mut self, end: &Expr) -> Operand {
        if self.is_active(end) && !self.is_repeatable(end) {
            self.report.refuse(end, "the number of iterations depends on a value with a derivative\nhelp: compute it outside, or from a `#[constant]` parameter");
        }
        self.operand(end)
    }
}

/// The body of a loop without its last statement `if flags { break; }`, and these flags.
fn until(body: &syn::Block) -> (&[Stmt], Option<Box<Expr>>) {
    if let [rest @ .., Stmt::Expr(Expr::If(last), _)] = body.stmts.as_slice()
        && let [Stmt::Expr(Expr::Break(_), _)] = last.then_branch.stmts.as_slice()
    {
        return (rest, Some(last.cond.clone()));
    }
    (&body.stmts, None)
}

/// `a..b`, `a..=b` or `(a..b).rev()`.
fn range(expr: &Expr) -> Option<(&ExprRange, bool)> {
    match peel(expr) {
        Expr::Range(range) => Some((range, false)),
        Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => match peel(&call.receiver) {
            Expr::Range(range) => Some((range, true)),
            _ => None,
        },
        _ => None,
    }
}

fn index_name(pat: &Pat) -> Option<syn::Ident> {
    match pat {
        Pat::Ident(name) if name.mutability.is_none() => Some(name.ident.clone()),
        Pat::Wild(_) => Some(syn::Ident::new("_i", pat.span())),
        _ => None,
    }
}
