//! Statements and expressions.

use syn::visit::{self, Visit};
use syn::{Block, Expr, Item, Local, Pat, Stmt, UnOp};

use super::signature;
use crate::report::Report;

/// Checks a function body.
pub(crate) fn accept(block: &Block, report: &mut Report) {
    Body { report }.visit_block(block);
}

/// Macros that only look at values, and say so or stop: the forward half repeats them, word for word.
const CHECKS: [&str; 14] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "print",
    "println",
    "eprint",
    "eprintln",
    "panic",
    "todo",
    "unimplemented",
    "unreachable",
];

/// Whether the macro is one that is repeated word for word.
pub(crate) fn is_check(mac: &syn::Macro) -> bool {
    mac.path.segments.last().is_some_and(|last| CHECKS.iter().any(|check| last.ident == check))
}

struct Body<'r> {
    report: &'r mut Report,
}

impl<'ast> Visit<'ast> for Body<'_> {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        match stmt {
            Stmt::Item(Item::Const(_) | Item::Use(_)) => {}
            Stmt::Item(item) => {
                self.report.refuse(item, "only `const` and `use` items are supported in a differentiable function\nhelp: move the item out of the function");
            }
            Stmt::Macro(mac) => self.visit_macro(&mac.mac),
            Stmt::Local(local) => self.visit_local(local),
            Stmt::Expr(expr, _) => self.visit_expr(expr),
        }
    }

    fn visit_local(&mut self, local: &'ast Local) {
        signature::pattern(&local.pat, self.report);
        match &local.init {
            None => {}
            Some(init) => {
                if let Some((_, otherwise)) = &init.diverge {
                    self.visit_expr(otherwise);
                }
                self.visit_expr(&init.expr);
            }
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if !is_check(mac) {
            let name = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            self.report.refuse(
                &mac.path,
                format!("cannot look inside `{name}!`\nhelp: write the expression out, or call a function"),
            );
        }
    }

    fn visit_pat(&mut self, pat: &'ast Pat) {
        signature::pattern(pat, self.report);
    }

    // What a `match` or an `if let` compares with is not restricted: most often it is constant.
    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.visit_expr(guard);
        }
        self.visit_expr(&arm.body);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
                        Expr::Closure(e) => self.visit_expr(&e.body),
            Expr::Unsafe(e) => self.report.refuse(e.unsafe_token, "`unsafe` code cannot be differentiated\nhelp: wrap it in a safe function"),
            Expr::Async(e) => self.report.refuse(e.async_token, "`async` code cannot be differentiated"),
            Expr::Await(e) => self.report.refuse(e.await_token, "`await` cannot be differentiated"),
            Expr::Unary(e) if matches!(e.op, UnOp::Not(_)) => visit::visit_expr(self, expr),
            Expr::Macro(e) => self.visit_macro(&e.mac),
            Expr::Let(e) => self.visit_expr(&e.expr),
            Expr::Array(_) | Expr::Assign(_) | Expr::Binary(_) | Expr::Block(_) | Expr::Break(_) | Expr::Call(_) | Expr::Cast(_) | Expr::Continue(_) | Expr::Field(_) | Expr::Group(_)
            | Expr::ForLoop(_) | Expr::If(_) | Expr::Index(_) | Expr::Infer(_) | Expr::Lit(_) | Expr::Loop(_) | Expr::Match(_) | Expr::MethodCall(_) | Expr::Paren(_) | Expr::Path(_)
            | Expr::Range(_) | Expr::Reference(_) | Expr::Repeat(_) | Expr::Return(_) | Expr::Struct(_) | Expr::Try(_) | Expr::Tuple(_) | Expr::Unary(_) | Expr::While(_) => visit::visit_expr(self, expr),
            other => self.report.refuse(other, "this expression is not in the differentiable language\nhelp: compute it outside and pass it as a parameter"),
        }
    }
}
