//! Whether a derivative flows through an expression: it does if the value is computed from an active variable.
//!
//! A call of `stop_gradient` is a constant. Comparisons and questions about a value (`x.is_nan()`, `xs.len()`) give no number that varies smoothly. Where a construct is
//! not looked into, it counts as active, which costs work but never a gradient.

use syn::visit::{self, Visit};
use syn::{BinOp, Expr, UnOp};

use super::Binder;
use super::branches::lets;
use super::places::is_length;

/// Methods of the standard library that answer a question about a value.
const QUESTIONS: [&str; 22] = [
    "len",
    "is_empty",
    "is_nan",
    "is_finite",
    "is_infinite",
    "is_normal",
    "is_sign_positive",
    "is_sign_negative",
    "eq",
    "ne",
    "lt",
    "gt",
    "partial_cmp",
    "total_cmp",
    "all",
    "any",
    "count",
    "position",
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
];

impl Binder<'_> {
    /// Whether a derivative flows through the value of `expr`.
    pub(super) fn is_active(&self, expr: &Expr) -> bool {
        let mut search = Search { binder: self, found: false };
        search.visit_expr(expr);
        search.found
    }
}

struct Search<'b, 'r> {
    binder: &'b Binder<'r>,
    found: bool,
}

impl<'ast> Visit<'ast> for Search<'_, '_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Path(_) => {
                self.found |= self
                    .binder
                    .lookup(expr)
                    .is_some_and(|meaning| !meaning.stopped && self.binder.vars[meaning.var.0].active);
            }
            Expr::Binary(e) if is_comparison(&e.op) => {}
            Expr::Unary(e) if matches!(e.op, UnOp::Not(_)) => {}
            Expr::MethodCall(e) if is_question(&e.method) => {}
            Expr::If(e) => {
                // What a pattern takes out of an active value is active.
                for found in lets(&e.cond) {
                    self.visit_expr(&found.expr);
                }
                self.visit_block(&e.then_branch);
                if let Some((_, otherwise)) = &e.else_branch {
                    self.visit_expr(otherwise);
                }
            }
            // Which of some constants it is does not vary smoothly.
            Expr::Match(e) if e.arms.iter().all(|arm| matches!(&*arm.body, Expr::Lit(_))) => {}
            Expr::Const(_) => {}
            Expr::Index(e) => self.visit_expr(&e.expr),
            // How often a loop runs does not vary smoothly either.
            Expr::Call(e) if is_stop(e) || is_residual(e) || is_length(&e.func) => {}
            // A closure is written out where it is called.
            Expr::Call(e) if self.binder.called_closure(e).is_some() => self.found = true,
            Expr::Call(e) => e.args.iter().for_each(|arg| self.visit_expr(arg)),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Whether a method answers a question about a value.
pub(super) fn is_question(method: &syn::Ident) -> bool {
    QUESTIONS.iter().any(|question| method == question)
}

/// `stop_gradient(..)`, by whatever path.
pub(super) fn is_stop(call: &syn::ExprCall) -> bool {
    matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "stop_gradient"))
}

/// What `?` returns: there is no value.
fn is_residual(call: &syn::ExprCall) -> bool {
    is_private(call, "residual")
}

/// Whether a function of the library's own is called.
pub(super) fn is_private(call: &syn::ExprCall, name: &str) -> bool {
    matches!(&*call.func, Expr::Path(path) if path.path.segments.len() == 3
        && path.path.segments[1].ident == "private"
        && path.path.segments[2].ident == name)
}

fn is_comparison(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Gt(_)
            | BinOp::Ge(_)
            | BinOp::And(_)
            | BinOp::Or(_)
    )
}
