//! Whether a derivative flows through an expression: it does if a variable with a derivative occurs in it.
//!
//! Some parts cannot carry one on: a comparison gives a `bool`, whatever it compares; so does a condition. A question about a value
//! (`xs.len()`), `!x`, a cast to an integer and an index are taken for such parts too, and emitted so that the compiler checks it (`inactive.rs`). Everything
//! else counts as active, which is never wrong: what is active and not in the language is refused (`places.rs`).

use syn::visit::{self, Visit};
use syn::{BinOp, Expr, UnOp};

use super::branches::lets;
use super::places::is_length;
use super::{Binder, peel};
use crate::accept::body::{is_of_the_user, shown_names};
use crate::accept::signature::is_constant_type;
use crate::words::words;

/// Methods that answer a question about a value. A name is only a guess: the compiler checks the type of the
/// answer.
const QUESTIONS: [&str; 29] = [
    "classify",
    "count",
    "iamax",
    "iamin",
    "icamax",
    "imax",
    "imin",
    "is_empty",
    "is_err",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_none",
    "is_normal",
    "is_ok",
    "is_sign_negative",
    "is_sign_positive",
    "is_some",
    "is_sorted",
    "is_subnormal",
    "is_square",
    "len",
    "ncols",
    "nrows",
    "shape",
    "to_be_bytes",
    "to_bits",
    "to_le_bytes",
    "to_ne_bytes",
];

/// Those that compare with another value.
const COMPARISONS: [&str; 10] = ["cmp", "contains", "eq", "ge", "gt", "le", "lt", "ne", "partial_cmp", "total_cmp"];

/// Those that ask a function.
const PREDICATES: [&str; 9] = [
    "all",
    "any",
    "binary_search_by",
    "is_none_or",
    "is_ok_and",
    "is_some_and",
    "partition_point",
    "position",
    "rposition",
];

impl Binder<'_> {
    /// Whether a derivative flows through the value of `expr`.
    pub(super) fn is_active(&self, expr: &Expr) -> bool {
        let mut search = Search { binder: self, everywhere: false, found: false };
        search.visit_expr(expr);
        search.found
    }

    /// Whether a variable with a derivative occurs in `expr`, be it where the value does not depend on it.
    pub(super) fn mentions_active(&self, expr: &Expr) -> bool {
        let mut search = Search { binder: self, everywhere: true, found: false };
        search.visit_expr(expr);
        search.found
    }

    /// The same of some statements.
    pub(super) fn mention_active(&self, stmts: &[syn::Stmt]) -> bool {
        let mut search = Search { binder: self, everywhere: true, found: false };
        stmts.iter().for_each(|stmt| search.visit_stmt(stmt));
        search.found
    }

    /// Whether a method has the name of a question about a value, and is called like one.
    pub(super) fn is_question(&self, call: &syn::ExprMethodCall) -> bool {
        let is_among = |names: &[&str]| names.iter().any(|name| call.method == name);
        match call.args.iter().map(peel).collect::<Vec<_>>()[..] {
            [] => is_among(&QUESTIONS),
            [function] if is_among(&PREDICATES) => match function {
                Expr::Closure(_) => true,
                Expr::Path(_) => self.lookup(function).is_none(),
                _ => false,
            },
            [_] => is_among(&COMPARISONS),
            _ => false,
        }
    }

    /// `stop_gradient(..)`, by whatever path; a closure of that name is none.
    pub(super) fn is_stop(&self, call: &syn::ExprCall) -> bool {
        let is_path = matches!(peel(&call.func), Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "stop_gradient"));
        is_path && self.called_closure(call).is_none()
    }

    /// Whether a derivative flows through a number: an operand of arithmetic whose other operand is active has its type, so a method
    /// with the name of a question is none.
    pub(super) fn is_active_number(&self, expr: &Expr) -> bool {
        match peel(expr) {
            Expr::MethodCall(call) if call.method == "len" && self.is_slice_parameter(&call.receiver) => false,
            Expr::MethodCall(call) => {
                self.is_active(&call.receiver) || call.args.iter().any(|argument| self.is_active(argument))
            }
            _ => self.is_active(expr),
        }
    }

    /// Whether an expression is a parameter of a type `&[T]`.
    fn is_slice_parameter(&self, expr: &Expr) -> bool {
        self.lookup(peel(expr)).is_some_and(|meaning| meaning.path.is_empty() && self.slices.contains(&meaning.var))
    }
}

struct Search<'b, 'r> {
    binder: &'b Binder<'r>,
    /// Whether to look also where no derivative flows from.
    everywhere: bool,
    found: bool,
}

impl<'ast> Visit<'ast> for Search<'_, '_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            _ if self.found => {}
            Expr::Path(path) => {
                self.found = self
                    .binder
                    .lookup(expr)
                    .is_some_and(|meaning| !meaning.stopped && self.binder.vars[meaning.var.0].active);
                // A closure is what it captures.
                if let Some(code) = path.path.get_ident().and_then(|name| self.binder.closure_code(name)) {
                    self.visit_expr_closure(&code);
                }
            }
            Expr::Const(_) => {}
            _ if self.everywhere => visit::visit_expr(self, expr),
            Expr::Binary(e) if is_comparison(&e.op) => {}
            Expr::Unary(e) if matches!(e.op, UnOp::Not(_)) => {}
            Expr::Cast(e) if is_constant_type(&e.ty) => {}
            Expr::MethodCall(e) if self.binder.is_question(e) => {}
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
            Expr::Match(e) if gives_literals(e) => {}
            Expr::Index(e) => self.visit_expr(&e.expr),
            // How often a loop runs does not vary smoothly either.
            Expr::Call(e)
                if self.binder.is_stop(e) || is_residual(e) || is_length(&e.func) || is_private(e, "inert") => {}
            _ => visit::visit_expr(self, expr),
        }
    }

    // A macro that only looks at values has none itself. Any other may do anything with them.
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if self.everywhere || is_of_the_user(mac) {
            let names = words(mac.tokens.clone()).into_iter().chain(shown_names(mac));
            self.found |= names
                .into_iter()
                .any(|name| self.binder.meaning(&name).is_some_and(|meaning| self.binder.vars[meaning.var.0].active));
        }
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// What `?` returns: there is no value.
pub(crate) fn is_residual(call: &syn::ExprCall) -> bool {
    ["residual", "residual_by", "failure"].iter().any(|name| is_private(call, name))
}

/// Whether a function of the library's own is called.
pub(super) fn is_private(call: &syn::ExprCall, name: &str) -> bool {
    library_function(&call.func).is_some_and(|function| function == name)
}

/// The name of a function of the library's own, if an expression is its path as the macro writes it.
pub(super) fn library_function(function: &Expr) -> Option<&syn::Ident> {
    let Expr::Path(path) = peel(function) else { return None };
    let mut segments = path.path.segments.iter().map(|segment| &segment.ident);
    let (of, module, name) = (segments.next()?, segments.next()?, segments.next()?);
    (path.path.leading_colon.is_some() && of == "cotangent" && module == "generated" && segments.next().is_none())
        .then_some(name)
}

/// Whether a `match` gives one of some literals: which of them does not vary smoothly.
pub(super) fn gives_literals(branches: &syn::ExprMatch) -> bool {
    branches.arms.iter().all(|arm| matches!(&*arm.body, Expr::Lit(_)))
}

pub(super) fn is_comparison(op: &BinOp) -> bool {
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
