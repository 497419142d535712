//! Closures in variables: a call is the body, with the arguments bound to its parameters. So is a call of a closure on the spot.
//!
//! What the body names is what it was where the closure was made: `desugar/renames.rs` has given other names to what would hide it.

use std::rc::Rc;

use quote::quote;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, ExprCall, ExprClosure, FieldValue, Ident, Stmt, parse_quote};

use super::{Binder, peel};
use crate::desugar::inlining::inlined;
use crate::ir::{Op, VarId};
use crate::naming::hygienic;
use crate::syntax::effects::{Meanings, lent_names};

/// What is refused where a closure is used as a value.
pub(super) const NO_VALUE: &str =
    "a closure can only be called here, or passed to a function\nhelp: call it, or write a free function that takes it";

/// A closure in a variable.
#[derive(Clone)]
pub(super) struct Closure {
    code: Rc<ExprClosure>,
    /// What its body names, where it was made.
    captured: Vec<(Ident, Option<VarId>)>,
}

impl Binder<'_> {
    /// `let name = |..| ..;`
    pub(super) fn closure(&mut self, name: &Ident, closure: &ExprClosure) {
        if let Some(tree) = self.with_copies(closure)
            && let Some((Stmt::Expr(Expr::Closure(closure), None), copies)) = tree.stmts.split_last()
        {
            copies.iter().for_each(|copy| self.statement(copy));
            return self.closure(name, closure);
        }
        self.refuse_moved(closure);
        let captured = self.captured(closure);
        let closure = Closure { code: Rc::new(closure.clone()), captured };
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.remove(&name.to_string());
            scope.closures.insert(name.clone(), closure);
        }
    }

    /// What the body of a closure names, and does not declare.
    fn captured(&self, closure: &ExprClosure) -> Vec<(Ident, Option<VarId>)> {
        let mut names = Names::default();
        names.visit_expr_closure(closure);
        names.used.retain(|name| !names.own.contains(name));
        let captured = names.used.into_iter().map(|name| {
            let var = self.meaning(&name).map(|meaning| meaning.var);
            (name, var)
        });
        captured.collect()
    }

    /// `let k_then = k; move |x| x * k_then` for `move |x| x * k`, if `k` changes and the closure itself does not change it.
    fn with_copies(&mut self, closure: &ExprClosure) -> Option<Rc<Block>> {
        closure.capture?;
        let changing = |var: VarId| self.vars[var.0].changes();
        let captured = self.captured(closure).into_iter().filter(|(_, var)| var.is_some_and(changing));
        let names: Vec<_> = captured.map(|(name, _)| name).collect();
        let changed = lent_names(self, |changes| changes.visit_expr_closure(closure));
        let is_copied = |name: &Ident| {
            !changed.contains(name)
                && self.meaning(name).is_some_and(|meaning| !meaning.is_ref && meaning.path.is_empty())
        };
        if names.is_empty() || !names.iter().all(is_copied) || has_macros(closure) {
            return None;
        }
        self.rewritten(std::ptr::from_ref(closure).cast(), |binder| {
            let number = binder.next_chain();
            let copies = names.into_iter().map(|name| (hygienic(&format!("__{name}_then{number}")), name)).collect();
            let mut renamed = Copies(copies);
            let mut closure = closure.clone();
            renamed.visit_expr_closure_mut(&mut closure);
            let lets = renamed.0.iter().map(|(copy, name)| quote!(let #copy = #name;));
            Ok(parse_quote!({ #(#lets)* #closure }))
        })
    }

    /// Refuses a closure that keeps what a variable was, if that changes.
    fn refuse_moved(&mut self, closure: &ExprClosure) {
        if closure.capture.is_none() {
            return;
        }
        let captured = self.captured(closure);
        if let Some((name, _)) = captured.iter().find(|(_, var)| var.is_some_and(|var| self.vars[var.0].changes())) {
            self.report.refuse(
                closure.capture,
                format!("`{name}` changes after the closure has copied it\nhelp: drop `move`, or bind the value with `let` first"),
            );
        }
    }

    /// The closure that a name stands for.
    fn closure_of(&self, name: &Ident) -> Option<&Closure> {
        if self.scopes.iter().all(|scope| scope.closures.is_empty()) {
            return None;
        }
        let spelled = name.to_string();
        for scope in self.scopes.iter().rev() {
            if scope.names.contains_key(&spelled) {
                return None;
            }
            if let Some(closure) = scope.closures.get(name) {
                return Some(closure);
            }
        }
        None
    }

    /// The code of the closure that a name stands for.
    pub(super) fn closure_code(&self, name: &Ident) -> Option<Rc<ExprClosure>> {
        Some(Rc::clone(&self.closure_of(name)?.code))
    }

    /// The closure that a call calls: that of a variable, or one on the spot.
    pub(super) fn called_closure(&self, call: &ExprCall) -> Option<Rc<ExprClosure>> {
        match peel(&call.func) {
            Expr::Path(path) => self.closure_code(path.path.get_ident()?),
            Expr::Closure(closure) => Some(Rc::new(closure.clone())),
            _ => None,
        }
    }

    /// A call of it; its value counts only if it is `wanted`.
    pub(super) fn call_closure(&mut self, call: &ExprCall, closure: &ExprClosure, wanted: bool) -> Op {
        self.means_the_same(call);
        if let Expr::Closure(closure) = peel(&call.func) {
            self.refuse_moved(closure);
        }
        let body = self.rewritten(std::ptr::from_ref(call).cast(), |_| Ok(inlined(call, closure)));
        match body {
            Some(body) => Op::Scope(self.block(&body.stmts, wanted)),
            None => Op::Inactive(Box::new(Expr::Call(call.clone()))),
        }
    }

    /// Refuses a call where a name that the closure uses means something else than where it was made.
    pub(super) fn means_the_same(&mut self, call: &ExprCall) {
        let Expr::Path(path) = peel(&call.func) else { return };
        let Some(name) = path.path.get_ident() else { return };
        let captured = self.closure_of(name).map(|closure| closure.captured.clone()).unwrap_or_default();
        for (captured, var) in captured {
            if self.meaning(&captured).map(|meaning| meaning.var) != var {
                self.report.refuse(
                    &call.func,
                    format!("`{captured}` means something else here than in the closure `{name}`\nhelp: give one of the two variables another name"),
                );
            }
        }
    }
}

/// The names in a closure.
#[derive(Default)]
struct Names {
    used: Vec<Ident>,
    /// Those that it declares.
    own: Vec<Ident>,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let Some(name) = path.path.get_ident()
            && !self.used.contains(name)
        {
            self.used.push(name.clone());
        }
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.own.push(name.ident.clone());
        syn::visit::visit_pat_ident(self, name);
    }
}

/// Whether a closure calls macros, whose names are not seen.
fn has_macros(closure: &ExprClosure) -> bool {
    struct Look(bool);
    impl<'ast> Visit<'ast> for Look {
        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            self.0 = true;
        }
    }
    let mut look = Look(false);
    look.visit_expr_closure(closure);
    look.0
}

/// The copies of variables, and their names: writes the copies.
struct Copies(Vec<(Ident, Ident)>);

impl VisitMut for Copies {
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        let copy = path.path.get_ident().and_then(|name| self.0.iter().find(|(_, of)| of == name));
        if let Some((copy, _)) = copy {
            path.path = copy.clone().into();
        }
    }

    /// `k: k_then` for `k`.
    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        self.visit_expr_mut(&mut field.expr);
        field.colon_token.get_or_insert_default();
    }
}
