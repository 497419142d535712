//! Loops.

use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprForLoop, ExprRange, Pat, RangeLimits, Stmt};

use super::{Binder, Meaning, Scope, peel};
use crate::ir::{Header, Loop, Operand, Step, VarKind};

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
            let (from, to) = (self.end(from), self.end(to));
            self.scopes.push(Scope::default());
            let index = self.fresh(index, VarKind::Index, false);
            self.name(self.vars[index.0].name.clone(), Meaning::value(index));
            let body = self.block(body, false);
            self.scopes.pop();
            let header = Header::Range { index, from, inclusive, to, reversed };
            self.step(Step::Loop(Loop { header, until: None, body }));
            return;
        }
        if self.is_active(&each.expr) {
            self.report.refuse(&each.expr, "iterating over a value with a derivative is not supported yet\nhelp: iterate over its indices: `for i in 0..n`");
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
