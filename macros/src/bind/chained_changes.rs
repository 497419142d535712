//! `plant.step(a).step(b);` is `plant.step(a); plant.step(b);`, if what `step` gives is the receiver: derived code claims that it is.

use quote::quote_spanned;
use syn::{Expr, ExprCall, ExprMethodCall};

use super::{Binder, activity, iterators, peel};
use crate::library::private_at;
use crate::syntax::effects::has_changing_name;
use crate::syntax::is_place;

/// What is refused of a result that is no such chain.
const NOT_FOLLOWED: &str = "the derivative cannot be followed through this chain of calls\nhelp: write a statement for each call, and give `self`";

impl Binder<'_> {
    /// A chain of calls whose value nobody uses, on a place that may change.
    pub(super) fn chained(&mut self, call: &ExprMethodCall) -> bool {
        if !matches!(peel(&call.receiver), Expr::MethodCall(_)) {
            return false;
        }
        self.chain(call, false)
    }

    /// `chained(self.step(a).step(b))`, in place of the result of a method that gives its receiver.
    pub(super) fn chained_result(&mut self, call: &ExprCall) -> bool {
        match call.args.first().map(peel) {
            Some(Expr::MethodCall(links)) if activity::is_private(call, "chained") && self.is_active(&call.args[0]) => {
                if !self.chain(links, true) {
                    self.report.refuse(&links.method, NOT_FOLLOWED);
                }
                true
            }
            _ => false,
        }
    }

    /// Binds the calls one after the other, if they are such a chain; the last gives the receiver too if that `is_result`.
    fn chain(&mut self, last: &ExprMethodCall, is_result: bool) -> bool {
        let Some(links) = links(last) else { return false };
        let place = &links[0].receiver;
        let is_own = self.is_own_struct(place) || self.is_of_another_type(place);
        // What no derivative has come to may be of any type.
        let has_derivative = self.is_active(place) || links[0].args.iter().any(|argument| self.is_active(argument));
        let is_chain = self.is_changed(place)
            && has_derivative
            && (is_own || !iterators::is_chain(last, self) && !links.iter().any(has_changing_name))
            && !links.iter().any(|link| link.args.iter().any(|argument| self.is_lent(argument)))
            && self.lent_receiver(&links[0], true).is_some();
        if is_chain {
            for (i, link) in links.iter().enumerate() {
                let gives_receiver = is_result || i + 1 < links.len();
                let op = self.method(link, true);
                let given = self.temporary(link.method.span(), None, op, true).written;
                if gives_receiver {
                    let (span, private) = (link.method.span(), private_at(link.method.span()));
                    self.verbatim(quote_spanned!(span=> #private::Link(&#given).is_receiver();));
                }
            }
        }
        is_chain
    }
}

/// The calls of a chain on a place, each called on the place.
fn links(last: &ExprMethodCall) -> Option<Vec<ExprMethodCall>> {
    let mut links = vec![last.clone()];
    while let Expr::MethodCall(before) = peel(&links.last()?.receiver).clone() {
        links.push(before);
    }
    let place = links.last()?.receiver.clone();
    links.iter_mut().for_each(|link| link.receiver.clone_from(&place));
    links.reverse();
    is_place(&place).then_some(links)
}
