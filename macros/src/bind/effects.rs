//! Effects of an expression on variables.

use std::collections::HashSet;

use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, Ident, UnOp};

use super::assign::is_compound;
use super::names::names_in;
use super::{Binder, peel};

/// Methods that change what they are called on.
const CHANGING: [&str; 24] = [
    "swap",
    "fill",
    "fill_with",
    "reverse",
    "rotate_left",
    "rotate_right",
    "copy_from_slice",
    "clone_from_slice",
    "copy_within",
    "sort",
    "sort_by",
    "sort_unstable",
    "iter_mut",
    "as_mut",
    "as_mut_slice",
    "get_mut",
    "push",
    "pop",
    "insert",
    "take",
    "replace",
    "next",
    "clone_from",
    "truncate",
];

/// Methods that do not change a number or a list, whoever wrote them.
const LOOKING: [&str; 28] = [
    "len",
    "is_empty",
    "iter",
    "get",
    "contains",
    "first",
    "last",
    "clone",
    "copied",
    "cloned",
    "abs",
    "pow",
    "powi",
    "powf",
    "sqrt",
    "exp",
    "ln",
    "sin",
    "cos",
    "tan",
    "tanh",
    "min",
    "max",
    "rem_euclid",
    "abs_diff",
    "to_vec",
    "is_some",
    "is_none",
];

/// Whether an expression changes more than variables of its own.
pub(super) fn changes_something(expr: &Expr) -> bool {
    let mut changes = Changes::default();
    changes.visit_expr(expr);
    changes.found
}

/// The variables that are changed somewhere in a part of a function, and more of the same names.
pub(super) fn changed_names(visit: impl FnOnce(&mut ChangedNames)) -> HashSet<Ident> {
    let mut changed = ChangedNames::default();
    visit(&mut changed);
    changed.0
}

/// The name at the root of a place.
pub(super) fn root_name(place: &Expr) -> Option<&Ident> {
    match peel(place) {
        Expr::Field(field) => root_name(&field.base),
        Expr::Index(index) => root_name(&index.expr),
        Expr::Reference(reference) => root_name(&reference.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => root_name(&unary.expr),
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

#[derive(Default)]
pub(super) struct ChangedNames(HashSet<Ident>);

impl<'ast> Visit<'ast> for ChangedNames {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let place = match expr {
            Expr::Assign(assign) => Some(&assign.left),
            Expr::Binary(binary) if is_compound(&binary.op) => Some(&binary.left),
            Expr::Reference(reference) if reference.mutability.is_some() => Some(&reference.expr),
            Expr::MethodCall(call) if CHANGING.iter().any(|method| call.method == method) => Some(&call.receiver),
            _ => None,
        };
        match place.map(|place| peel(place)) {
            Some(Expr::Tuple(parts)) => self.0.extend(parts.elems.iter().filter_map(root_name).cloned()),
            Some(Expr::Array(parts)) => self.0.extend(parts.elems.iter().filter_map(root_name).cloned()),
            Some(place) => self.0.extend(root_name(place).cloned()),
            None => {}
        }
        visit::visit_expr(self, expr);
    }
}

/// The names that are bound where the visit is, and whether something else is changed.
#[derive(Default)]
struct Changes<'ast, 'b> {
    own: Vec<&'ast Ident>,
    found: bool,
    /// Who knows what names outside stand for.
    binder: Option<&'b Binder<'b>>,
}

impl<'ast> Changes<'ast, '_> {
    fn place(&mut self, place: &'ast Expr) {
        self.found |= match peel(place) {
            Expr::Field(field) => return self.place(&field.base),
            Expr::Index(index) => return self.place(&index.expr),
            Expr::Path(path) => path.path.get_ident().is_none_or(|name| !self.own.contains(&name)),
            _ => true,
        };
    }

    /// Whether a method may change a variable from outside.
    fn method(&self, call: &ExprMethodCall) -> bool {
        let Some(binder) = self.binder else { return false };
        let is_own = root_name(&call.receiver).is_none_or(|name| self.own.contains(&name));
        if is_own || !binder.is_changed(&call.receiver) {
            return false;
        }
        // A method of a value with a derivative that changes it and is none of these is refused where it is called.
        CHANGING.iter().any(|method| call.method == method)
            || !binder.changes_active(&call.receiver) && !LOOKING.iter().any(|method| call.method == method)
    }

    /// Whether a closure from outside changes something.
    fn closure(&self, name: &Expr) -> bool {
        let (Some(binder), Expr::Path(path)) = (self.binder, peel(name)) else { return false };
        let Some(name) = path.path.get_ident().filter(|name| !self.own.contains(name)) else { return false };
        binder.closure_code(name).is_some_and(|code| {
            let mut changes = Changes { own: Vec::new(), found: false, binder: self.binder };
            changes.visit_expr_closure(&code);
            changes.found
        })
    }
}

impl<'ast> Visit<'ast> for Changes<'ast, '_> {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        let outside = self.own.len();
        visit::visit_block(self, block);
        self.own.truncate(outside);
    }
    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        let outside = self.own.len();
        self.own.extend(closure.inputs.iter().flat_map(names_in).map(|name| &name.ident));
        visit::visit_expr_closure(self, closure);
        self.own.truncate(outside);
    }
    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        self.own.extend(names_in(&local.pat).into_iter().map(|name| &name.ident));
    }
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assign(assign) => self.place(&assign.left),
            Expr::Binary(binary) if is_compound(&binary.op) => self.place(&binary.left),
            Expr::Reference(reference) if reference.mutability.is_some() => self.place(&reference.expr),
            Expr::MethodCall(call) => self.found |= self.method(call),
            Expr::Path(_) => self.found |= self.closure(expr),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

impl Binder<'_> {
    /// Whether a closure or a function changes more than variables of its own, as far as is known of what it calls.
    pub(super) fn changes_outside(&self, function: &Expr) -> bool {
        let mut changes = Changes { own: Vec::new(), found: false, binder: Some(self) };
        changes.visit_expr(function);
        changes.found
    }
}
