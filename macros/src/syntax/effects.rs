//! What an expression changes, by its form.

use std::collections::HashSet;
use std::rc::Rc;

use syn::visit::{self, Visit};
use syn::{
    Arm, Block, Expr, ExprArray, ExprClosure, ExprForLoop, ExprIf, ExprMethodCall, ExprTuple, ExprWhile, Ident, Local,
    Stmt, UnOp,
};

use super::scopes::InScope;
use super::{is_compound, peel, root_name};

/// What names stand for outside of the code that is looked at: `bind` knows it.
pub(crate) trait Meanings {
    /// Whether a place is the name of a reference.
    fn is_reference(&self, place: &Expr) -> bool;
    /// Whether a place is the name of a reference through which it changes.
    fn is_mutable_reference(&self, place: &Expr) -> bool;
    /// Whether a method may change the variable that it is called on.
    fn may_change_receiver(&self, call: &ExprMethodCall) -> bool;
    /// Whether a method of the program may take the variable that it is called on as `&mut self`.
    fn may_lend_receiver(&self, call: &ExprMethodCall) -> bool;
    /// Whether a constant is an iterator of a type that is not known: what a method of the program gives.
    fn is_walked(&self, source: &Expr) -> bool;
    /// The closure that a name stands for.
    fn closure_code(&self, name: &Ident) -> Option<Rc<ExprClosure>>;
    /// A number that no chain had before whose names stay in scope.
    fn next_chain(&self) -> usize;
}

/// Methods that change what they are called on.
const CHANGING: [&str; 87] = [
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
    "append",
    "chunks_exact_mut",
    "chunks_mut",
    "clear",
    "drain",
    "extend",
    "extend_from_slice",
    "first_mut",
    "last_mut",
    "remove",
    "resize",
    "retain",
    "sort_by_cached_key",
    "sort_by_key",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "split_at_mut",
    "split_first_mut",
    "split_last_mut",
    "split_off",
    "swap_remove",
    "dedup",
    "dedup_by",
    "dedup_by_key",
    "select_nth_unstable",
    "select_nth_unstable_by",
    "select_nth_unstable_by_key",
    // Of a matrix of nalgebra.
    "add_scalar_mut",
    "axpy",
    "column_iter_mut",
    "column_mut",
    "columns_mut",
    "component_div_assign",
    "component_mul_assign",
    "copy_from",
    "fill_column",
    "fill_diagonal",
    "fill_lower_triangle",
    "fill_lower_triangle_with_upper_triangle",
    "fill_row",
    "fill_upper_triangle",
    "fill_upper_triangle_with_lower_triangle",
    "fixed_columns_mut",
    "fixed_rows_mut",
    "fixed_view_mut",
    "gemm",
    "gemv",
    "ger",
    "neg_mut",
    "normalize_mut",
    "renormalize",
    "row_iter_mut",
    "row_mut",
    "rows_mut",
    "scale_mut",
    "set_column",
    "set_diagonal",
    "set_row",
    "swap_columns",
    "swap_rows",
    "transpose_mut",
    "unscale_mut",
    "view_mut",
];

/// Whether an expression changes more than variables of its own.
pub(crate) fn changes_something(expr: &Expr) -> bool {
    let mut changes = Changes::default();
    changes.visit_expr(expr);
    changes.found
}

/// Whether a closure or a function changes more than variables of its own, as far as is known of what it calls.
pub(crate) fn changes_outside(function: &Expr, outside: &dyn Meanings) -> bool {
    let mut changes = Changes { declared: Vec::new(), found: false, outside: Some(outside) };
    changes.visit_expr(function);
    changes.found
}

/// Whether an expression has no value, as far as its form shows: an assignment, a loop, or a choice among such.
pub(crate) fn is_effect(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Assign(_) | Expr::ForLoop(_) | Expr::While(_) => true,
        Expr::Binary(binary) => is_compound(&binary.op),
        Expr::If(branch) => branch
            .else_branch
            .as_ref()
            .is_none_or(|(_, otherwise)| is_block_of_effects(&branch.then_branch) && is_effect(otherwise)),
        Expr::Match(choice) => !choice.arms.is_empty() && choice.arms.iter().all(|arm| is_effect(&arm.body)),
        Expr::Block(of) => of.label.is_none() && is_block_of_effects(&of.block),
        _ => false,
    }
}

/// The same of a block. One that leaves the function or a loop may stand where a value is wanted.
fn is_block_of_effects(block: &Block) -> bool {
    match block.stmts.last() {
        Some(
            Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Macro(_), Some(_))
            | Stmt::Item(_)
            | Stmt::Macro(_),
        ) => false,
        Some(Stmt::Expr(last, None)) => is_effect(last),
        None | Some(Stmt::Local(_) | Stmt::Expr(_, Some(_))) => true,
    }
}

/// Whether a method has the name of one that changes what it is called on.
pub(crate) fn has_changing_name(call: &ExprMethodCall) -> bool {
    CHANGING.iter().any(|method| call.method == method)
}

/// The variables from outside that are changed somewhere in a part of a function, and more of the same names.
pub(crate) fn changed_names(visit: impl FnOnce(&mut ChangedNames<'_>)) -> HashSet<Ident> {
    let mut changed = ChangedNames::default();
    visit(&mut changed);
    changed.found
}

/// The same, and those that a method of the program may take as `&mut self`.
pub(crate) fn lent_names(outside: &dyn Meanings, visit: impl FnOnce(&mut ChangedNames<'_>)) -> HashSet<Ident> {
    let mut changed = ChangedNames { outside: Some(outside), ..ChangedNames::default() };
    visit(&mut changed);
    changed.found
}

#[derive(Default)]
pub(crate) struct ChangedNames<'b> {
    declared: Vec<Ident>,
    found: HashSet<Ident>,
    outside: Option<&'b dyn Meanings>,
}

impl ChangedNames<'_> {
    fn may_lend_receiver(&self, call: &ExprMethodCall) -> bool {
        self.outside.is_some_and(|outside| outside.may_lend_receiver(call))
    }

    fn root_changes(&mut self, place: &Expr) {
        self.found.extend(root_name(place).filter(|name| !self.declared.contains(name)).cloned());
    }
}

impl InScope for ChangedNames<'_> {
    fn declared(&mut self) -> &mut Vec<Ident> {
        &mut self.declared
    }
}

impl<'ast> Visit<'ast> for ChangedNames<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        self.block(block);
    }
    fn visit_local(&mut self, local: &'ast Local) {
        self.local(local);
    }
    fn visit_expr_for_loop(&mut self, each: &'ast ExprForLoop) {
        self.for_loop(each);
    }
    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.arm(arm);
    }
    fn visit_expr_if(&mut self, branch: &'ast ExprIf) {
        self.branch(branch);
    }
    fn visit_expr_while(&mut self, each: &'ast ExprWhile) {
        self.while_loop(each);
    }
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let place = match expr {
            Expr::Assign(assign) => Some(&assign.left),
            Expr::Binary(binary) if is_compound(&binary.op) => Some(&binary.left),
            Expr::Reference(reference) if reference.mutability.is_some() => Some(&reference.expr),
            Expr::MethodCall(call) if has_changing_name(call) || self.may_lend_receiver(call) => Some(&call.receiver),
            _ => None,
        };
        match place.map(|place| peel(place)) {
            Some(Expr::Tuple(ExprTuple { elems, .. }) | Expr::Array(ExprArray { elems, .. })) => {
                elems.iter().for_each(|place| self.root_changes(place));
            }
            Some(place) => self.root_changes(place),
            None => {}
        }
        visit::visit_expr(self, expr);
    }
}

/// The names that are bound where the visit is, and whether something else is changed.
#[derive(Default)]
struct Changes<'b> {
    declared: Vec<Ident>,
    found: bool,
    outside: Option<&'b dyn Meanings>,
}

impl Changes<'_> {
    fn place(&mut self, place: &Expr) {
        self.found |= match peel(place) {
            Expr::Field(field) => return self.place(&field.base),
            Expr::Index(index) => return self.place(&index.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => return self.place(&unary.expr),
            Expr::Path(path) => path.path.get_ident().is_none_or(|name| !self.declared.contains(name)),
            _ => true,
        };
    }

    /// Whether a method may change a variable from outside.
    fn method(&self, call: &ExprMethodCall) -> bool {
        let is_own = root_name(&call.receiver).is_none_or(|name| self.declared.contains(name));
        !is_own && self.outside.is_some_and(|outside| outside.may_change_receiver(call))
    }

    /// Whether a closure from outside changes something.
    fn is_changing_closure(&self, name: &Expr) -> bool {
        let (Some(outside), Expr::Path(path)) = (self.outside, peel(name)) else { return false };
        let Some(name) = path.path.get_ident().filter(|name| !self.declared.contains(name)) else { return false };
        outside.closure_code(name).is_some_and(|code| {
            let mut changes = Changes { declared: Vec::new(), found: false, outside: self.outside };
            changes.visit_expr_closure(&code);
            changes.found
        })
    }
}

impl InScope for Changes<'_> {
    fn declared(&mut self) -> &mut Vec<Ident> {
        &mut self.declared
    }
}

impl<'ast> Visit<'ast> for Changes<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        self.block(block);
    }
    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.closure(closure);
    }
    fn visit_local(&mut self, local: &'ast Local) {
        self.local(local);
    }
    fn visit_expr_for_loop(&mut self, each: &'ast ExprForLoop) {
        self.for_loop(each);
    }
    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.arm(arm);
    }
    fn visit_expr_if(&mut self, branch: &'ast ExprIf) {
        self.branch(branch);
    }
    fn visit_expr_while(&mut self, each: &'ast ExprWhile) {
        self.while_loop(each);
    }
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assign(assign) => self.place(&assign.left),
            Expr::Binary(binary) if is_compound(&binary.op) => self.place(&binary.left),
            Expr::Reference(reference) if reference.mutability.is_some() => self.place(&reference.expr),
            Expr::MethodCall(call) => self.found |= self.method(call),
            Expr::Path(_) => self.found |= self.is_changing_closure(expr),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}
