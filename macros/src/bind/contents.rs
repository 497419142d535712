//! What is inside of an `Option` or a `Result` that is lent: `x.as_ref().unwrap()`. Its cotangent is that of the whole.

use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, parse_quote};

use super::places::spelled;
use super::{Binder, peel};
use crate::ir::{Op, Operand, Place};
use crate::syntax::is_place;

impl Binder<'_> {
    /// Whether a call lends the content of what a derivative flows through.
    pub(super) fn is_lent_content(&self, call: &ExprMethodCall) -> bool {
        lent_outcome(call)
            .is_some_and(|outcome| self.root(outcome).is_some_and(|meaning| self.vars[meaning.var.0].active))
    }

    /// The content as a place, if the call takes it out of what a derivative flows through.
    pub(super) fn lent_content(&mut self, call: &ExprMethodCall) -> Option<Operand> {
        let outcome = lent_outcome(call).filter(|_| self.is_lent_content(call))?;
        let Operand::Place(whole) = self.place(outcome)? else { return None };
        let (written, span) = (&whole.written, call.span());
        self.verbatim(quote_spanned!(span=> let _ = ::cotangent::generated::is_failure(& #written);));
        if self.vars[whole.var.0].changes() {
            self.contents.insert((whole.var, spelled(&whole)));
            return Some(Operand::Place(Place { written: Expr::MethodCall(call.clone()), is_ref: true, ..whole }));
        }
        // Derived code finds a place of a value that stays by the fields that lead to it, and would find the whole.
        let active = !whole.stopped;
        let place = Place { written: parse_quote!(*#call), is_ref: false, ..whole };
        Some(Operand::Place(self.temporary(span, None, Op::Load(Operand::Place(place)), active)))
    }
}

/// The place of an `Option` or a `Result` whose content a call takes by reference.
pub(super) fn lent_outcome(call: &ExprMethodCall) -> Option<&Expr> {
    let is_unwrapped = call.method == "unwrap" && call.args.is_empty() || call.method == "expect";
    let Expr::MethodCall(lent) = peel(&call.receiver) else { return None };
    let is_lent = ["as_ref", "as_mut"].iter().any(|method| lent.method == method) && lent.args.is_empty();
    Some(peel(&lent.receiver)).filter(|outcome| is_unwrapped && is_lent && is_place(outcome))
}

/// Whether a call takes it by mutable reference.
pub(super) fn is_lent_mutably(call: &ExprMethodCall) -> bool {
    lent_outcome(call).is_some() && matches!(peel(&call.receiver), Expr::MethodCall(lent) if lent.method == "as_mut")
}
