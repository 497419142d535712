//! What a part of the code changes, with what its names stand for.

use std::rc::Rc;

use syn::{Expr, ExprClosure, ExprMethodCall, Ident};

use super::Binder;
use crate::syntax::effects::{self, Meanings, has_changing_name};

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

impl Meanings for Binder<'_> {
    fn is_reference(&self, place: &Expr) -> bool {
        Binder::is_reference(self, place)
    }

    fn may_change_receiver(&self, call: &ExprMethodCall) -> bool {
        // A method of a value with a derivative that changes it and is none of these is refused where it is called.
        self.is_changed(&call.receiver)
            && (has_changing_name(call)
                || !self.changes_active(&call.receiver) && !LOOKING.iter().any(|method| call.method == method))
    }

    fn closure_code(&self, name: &Ident) -> Option<Rc<ExprClosure>> {
        Binder::closure_code(self, name)
    }
}

impl Binder<'_> {
    /// Whether a closure or a function changes more than variables of its own, as far as is known of what it calls.
    pub(super) fn changes_outside(&self, function: &Expr) -> bool {
        effects::changes_outside(function, self)
    }
}
