//! Constants that are written out with boxes or lists in them, as an expression tree: `let e = Sum(Box::new(X), Box::new(Number(2.0)));`.
//! Their types need no tape: the reverse half builds them again.

use syn::visit::Visit;
use syn::{Expr, ExprCall};

use super::activity::is_private;
use super::{Binder, peel};
use crate::syntax::is_constructor;

impl Binder<'_> {
    /// Whether an expression is one, of what the reverse half can write down.
    pub(super) fn is_tree(&self, expr: &Expr) -> bool {
        let is_made = match peel(expr) {
            Expr::Call(call) => is_constructor_call(&call.func) || is_pointer(call),
            Expr::Struct(_) => true,
            _ => false,
        };
        is_made && has_pointer(expr) && self.is_part_of_tree(expr)
    }

    fn is_part_of_tree(&self, expr: &Expr) -> bool {
        match peel(expr) {
            Expr::Call(call) => {
                (is_constructor_call(&call.func) || is_pointer(call))
                    && call.args.iter().all(|argument| self.is_part_of_tree(argument))
            }
            Expr::Struct(literal) => {
                literal.rest.is_none() && literal.fields.iter().all(|field| self.is_part_of_tree(&field.expr))
            }
            Expr::Array(array) => array.elems.iter().all(|elem| self.is_part_of_tree(elem)),
            Expr::Tuple(tuple) => tuple.elems.iter().all(|elem| self.is_part_of_tree(elem)),
            Expr::MethodCall(call) => {
                ["to_owned", "to_string"].iter().any(|name| call.method == name)
                    && matches!(peel(&call.receiver), Expr::Lit(_))
            }
            expr => self.is_repeatable(expr),
        }
    }
}

/// `[a, b]`, `[a; N]` and `vec![a, b]`
pub(super) fn is_written_list(value: &Expr) -> bool {
    match peel(value) {
        Expr::Array(_) | Expr::Repeat(_) => true,
        Expr::Call(call) => is_private(call, "vector"),
        _ => false,
    }
}

fn is_constructor_call(function: &Expr) -> bool {
    matches!(peel(function), Expr::Path(path) if is_constructor(path))
}

/// `Box::new`, `Rc::new`, `Arc::new`, and what `vec!` stands for.
fn is_pointer(call: &ExprCall) -> bool {
    let Expr::Path(path) = peel(&call.func) else { return false };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let is_new = names.next().is_some_and(|name| name == "new")
        && names.next().is_some_and(|name| ["Box", "Rc", "Arc"].iter().any(|pointer| name == pointer));
    is_new || is_private(call, "vector")
}

/// Whether a box or a list is made in an expression.
fn has_pointer(expr: &Expr) -> bool {
    struct Pointers(bool);
    impl<'ast> Visit<'ast> for Pointers {
        fn visit_expr_call(&mut self, call: &'ast ExprCall) {
            self.0 |= is_pointer(call);
            syn::visit::visit_expr_call(self, call);
        }
    }
    let mut pointers = Pointers(false);
    pointers.visit_expr(expr);
    pointers.0
}
