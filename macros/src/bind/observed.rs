//! What no derivative flows through: the forward half has it as it stands, but for names that mean something else there.

use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Expr, Local, Pat};

use super::assign::{LOST, is_compound};
use super::exits::is_carrier;
use super::names::given;
use super::{Binder, Meaning, Scope};
use crate::accept::checkpoint;
use crate::ir::VarKind;

impl Binder<'_> {
    /// An expression that only looks at active variables, as the forward half has it.
    ///
    /// What would change one is refused, because the reverse half does not see it. Whether a method does, the compiler knows:
    /// it gets a reference that does not allow it.
    pub(super) fn observed(&mut self, expr: &Expr) -> Expr {
        let mut observed = checkpoint::without(expr, VisitMut::visit_expr_mut);
        Observed(self).visit_expr_mut(&mut observed);
        observed
    }
}

/// What looks at active variables.
struct Observed<'b, 'r>(&'b mut Binder<'r>);

impl Observed<'_, '_> {
    /// A part of the program with names of its own.
    fn within(&mut self, part: impl FnOnce(&mut Self)) {
        self.0.scopes.push(Scope::default());
        part(self);
        if let Some(inner) = self.0.scopes.pop()
            && let Some(scope) = self.0.scopes.last_mut()
        {
            scope.steps.extend(inner.steps);
        }
    }

    /// From here on the names of a pattern are variables that no derivative flows through.
    fn name(&mut self, pat: &Pat) {
        for name in given(pat) {
            let var = self.0.fresh(name.clone(), VarKind::Local, false);
            self.0.name(&name, Meaning::value(var));
        }
    }
}

impl VisitMut for Observed<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let assignment = "an assignment in this place is not supported\nhelp: make it a statement of its own";
        match expr {
            Expr::Assign(e) if carried(&e.left) => {
                self.visit_expr_mut(&mut e.right);
                let value = &e.right;
                *e.right = syn::parse_quote!(::core::option::Option::Some(#value));
            }
            Expr::Path(_) if carried(expr) => *expr = syn::parse_quote!(::cotangent::private::arrived(#expr)),
            Expr::Assign(e) if self.0.changes_active(&e.left) => self.0.report.refuse(e, assignment),
            Expr::Binary(e) if is_compound(&e.op) && self.0.changes_active(&e.left) => {
                self.0.report.refuse(e, assignment);
            }
            Expr::Reference(e) if e.mutability.is_some() && self.0.changes_active(&e.expr) => {
                self.0.report.refuse(e, "what happens to this variable would not be differentiated\nhelp: assign to it, element by element if need be");
            }
            Expr::Call(e) if self.0.called_closure(e).is_some() => {
                if let Some(written_out) = self.0.observed_call(e) {
                    *expr = written_out;
                }
                syn::visit_mut::visit_expr_mut(self, expr);
            }
            // What looks at a name of a mutable reference gets one that does not allow a change.
            Expr::Path(_) if self.0.is_mutable(expr) && self.0.changes_active(expr) => {
                *expr = syn::parse_quote_spanned!(expr.span()=> (&*#expr));
            }
            Expr::Field(e) if matches!(*e.base, Expr::Path(_)) => {}
            Expr::Index(e) if matches!(*e.expr, Expr::Path(_)) => self.visit_expr_mut(&mut e.index),
            Expr::Unary(e) if matches!((e.op, &*e.expr), (syn::UnOp::Deref(_), Expr::Path(_))) => {}
            Expr::Call(e) if e.args.iter().any(|argument| self.0.is_active(argument)) => {
                for argument in &e.args {
                    if self.0.is_mutable(argument) && !self.0.is_active(argument) {
                        self.0.report.refuse(argument, LOST);
                    }
                }
                syn::visit_mut::visit_expr_mut(self, expr);
            }
            Expr::MethodCall(e) if self.0.may_change(e) => {
                syn::visit_mut::visit_expr_method_call_mut(self, e);
                let receiver = &e.receiver;
                *e.receiver = syn::parse_quote_spanned!(receiver.span()=> (&#receiver));
            }
            _ => syn::visit_mut::visit_expr_mut(self, expr),
        }
    }
    fn visit_local_mut(&mut self, local: &mut Local) {
        if let (Pat::Ident(name), None) = (&mut local.pat, &local.init)
            && is_carrier(&name.ident)
        {
            name.mutability = Some(syn::parse_quote!(mut));
            let (eq_token, expr) = (syn::parse_quote!(=), syn::parse_quote!(::core::option::Option::None));
            local.init = Some(syn::LocalInit { eq_token, expr, diverge: None });
        }
        syn::visit_mut::visit_local_mut(self, local);
        self.name(&local.pat);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.within(|inner| syn::visit_mut::visit_block_mut(inner, block));
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        self.within(|inner| {
            inner.visit_expr_mut(&mut branch.cond);
            inner.visit_block_mut(&mut branch.then_branch);
        });
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, each: &mut syn::ExprWhile) {
        self.within(|inner| syn::visit_mut::visit_expr_while_mut(inner, each));
    }

    fn visit_expr_let_mut(&mut self, found: &mut syn::ExprLet) {
        self.visit_expr_mut(&mut found.expr);
        self.name(&found.pat);
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut each.expr);
        self.within(|inner| {
            inner.name(&each.pat);
            inner.visit_block_mut(&mut each.body);
        });
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.within(|inner| {
            inner.name(&arm.pat);
            syn::visit_mut::visit_arm_mut(inner, arm);
        });
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.within(|inner| {
            closure.inputs.iter().for_each(|pat| inner.name(pat));
            inner.visit_expr_mut(&mut closure.body);
        });
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}

/// Whether an expression is what carries the value of an exit.
fn carried(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(is_carrier))
}
