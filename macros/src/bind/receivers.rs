//! Methods that may change what they are called on, or an argument.
//!
//! `m.step(h)` does not show whether `step` takes `&mut self`. So where the variable can be changed and nothing says that it is a number or
//! a list, it is lent. The rule of the method says whether it changes or is only read, as with the name of a mutable reference that is
//! passed on (`generated/lent.rs`). A wrong guess here costs a copy, and changes no derivative.

use std::collections::HashSet;

use quote::quote_spanned;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprCall, ExprMethodCall, Ident, Token, parse_quote_spanned};

use super::expressions::of_rule;
use super::{Binder, peel};
use crate::accept::signature::this;
use crate::ir::{Callee, Either, Method, Op, Operand, Place};
use crate::naming::rule_method;
use crate::syntax::effects::{Meanings, has_changing_name};
use crate::syntax::number_methods::number_method;
use crate::syntax::{is_compound, is_place, root_name};

/// Methods of numbers and of other values that change nothing, beside those of `number_methods.rs`.
const READING: [&str; 6] = ["abs_sub", "clone", "expect", "into", "to_owned", "unwrap"];

/// What the claim says where no rule can tell.
const CHANGES: &str = "a method that may take `&mut self` cannot be called here: the order would be another\nhelp: bind each value with `let`, or write a loop over indices";

impl Binder<'_> {
    /// Whether a method that is called as a statement may change a place through which a derivative flows, or may come to flow.
    pub(super) fn changes_by_method(&self, call: &ExprMethodCall) -> bool {
        (!has_changing_name(call) || is_of_a_state(call) || self.is_of_another_type(&call.receiver))
            && (self.lent_receiver(call, true).is_some() || call.args.iter().any(|argument| self.may_be_lent(argument)))
    }

    /// A method with a rule.
    pub(super) fn method(&mut self, call: &ExprMethodCall, is_statement: bool) -> Op {
        let (name, generics) = (call.method.clone(), call.turbofish.clone().map(syn::PathArguments::AngleBracketed));
        let callee = Callee::Method { of: None, name: name.clone(), generics: generics.clone() };
        let (receiver, read) = match self.lent_receiver(call, is_statement) {
            Some((lent, place)) => {
                let receiver = self.argument(&lent);
                let place = behind(&receiver).or_else(|| self.place_at(&place));
                let read = place.map(|place| self.reading_of_place(&callee, Some(&receiver), 0, place));
                (receiver, read)
            }
            None => (of_rule(self.operand(&call.receiver)), None),
        };
        let (operands, mut either) = self.operands_of_method(&callee, Some(receiver), &call.args);
        either.extend(read);
        Op::Method(Method { of: None, name, generics, operands, link: self.link(), is_call: false, either })
    }

    /// The claim that a method takes no `&mut self`.
    pub(super) fn looks(&mut self, claim: &ExprCall) {
        let Some(Expr::MethodCall(call)) = claim.args.first() else { return };
        let ExprMethodCall { receiver, method, turbofish, .. } = call;
        if !self.is_changed(receiver) {
            return;
        }
        if self.lent_receiver(call, false).is_none() {
            if self.may_change_receiver(call) {
                self.report.refuse(method, CHANGES);
            }
            return;
        }
        let (function, rule, span) = (&claim.func, rule_method(method), method.span());
        let receiver = self.condition(receiver);
        self.verbatim(quote_spanned!(span=> #function((#receiver).#rule #turbofish().reads().0);));
    }

    /// The receiver and the arguments of a method, or the arguments of a function of a type, and which of them may be changed.
    pub(super) fn operands_of_method(
        &mut self,
        callee: &Callee,
        receiver: Option<Operand>,
        arguments: &Punctuated<Expr, Token![,]>,
    ) -> (Vec<Operand>, Vec<Either>) {
        if self.passes_functions(arguments) {
            return self.operands_with_functions(callee, receiver, arguments);
        }
        let mut either = Vec::new();
        let found = receiver.clone();
        let mut operands: Vec<_> = receiver.into_iter().collect();
        for argument in arguments {
            if self.is_lent(argument) {
                either.extend(self.reading(callee, found.as_ref(), operands.len(), argument));
                operands.push(self.argument(argument));
            } else {
                operands.extend(self.operands_of_rule([argument]));
            }
        }
        (operands, either)
    }

    /// What a call may read of an argument that is the name of a mutable reference.
    pub(super) fn reading(
        &mut self,
        callee: &Callee,
        receiver: Option<&Operand>,
        operand: usize,
        argument: &Expr,
    ) -> Option<Either> {
        let name = peel(argument);
        if !matches!(name, Expr::Path(_)) || !self.is_lent(name) {
            return None;
        }
        self.reading_of(callee, receiver, operand, &syn::parse_quote_spanned!(name.span()=> *#name))
    }

    /// What a call may read of a place that it may also change.
    pub(super) fn reading_of(
        &mut self,
        callee: &Callee,
        receiver: Option<&Operand>,
        operand: usize,
        place: &Expr,
    ) -> Option<Either> {
        let place = self.place_at(place)?;
        Some(self.reading_of_place(callee, receiver, operand, place))
    }

    fn place_at(&mut self, place: &Expr) -> Option<Place> {
        match self.place(place)? {
            Operand::Place(place) => Some(place),
            _ => None,
        }
    }

    fn reading_of_place(
        &mut self,
        callee: &Callee,
        receiver: Option<&Operand>,
        operand: usize,
        place: Place,
    ) -> Either {
        let span = place.written.span();
        let (link, receiver) = (self.link(), receiver.map(|receiver| Box::new(receiver.clone())));
        let op = Op::Reading { place, callee: callee.clone(), receiver, link, operand };
        let copy = self.temporary(span, None, op, false).var;
        Either { operand, copy, link }
    }

    /// The receiver of a method that may change it: as it is lent, and the place.
    pub(super) fn lent_receiver(&self, call: &ExprMethodCall, is_statement: bool) -> Option<(Expr, Expr)> {
        let receiver = peel(&call.receiver);
        if let Expr::Reference(reference) = receiver {
            return self.is_lent(receiver).then(|| (receiver.clone(), (*reference.expr).clone()));
        }
        let root = root_name(receiver).filter(|_| is_place(receiver) && self.is_changed(receiver))?;
        // Nothing changes behind a shared reference.
        let of_root: Expr = parse_quote_spanned!(root.span()=> #root);
        if self.is_reference(&of_root) && !self.is_mutable(&of_root) {
            return None;
        }
        let may_change = is_statement
            || is_of_a_state(call)
            || number_method(&call.method).is_none()
                && !READING.iter().any(|name| call.method == name)
                && (!self.passes.assigned.contains(root) || self.is_of_another_type(&of_root))
                && !self.is_expression_of_numbers(receiver);
        let lent = if self.is_mutable(receiver) {
            (receiver.clone(), parse_quote_spanned!(receiver.span()=> *#receiver))
        } else {
            (parse_quote_spanned!(receiver.span()=> &mut #receiver), receiver.clone())
        };
        may_change.then_some(lent)
    }
}

/// The place that an operand lends: its indices are bound.
fn behind(lent: &Operand) -> Option<Place> {
    let Operand::Lent(place) = lent else { return None };
    let Expr::Reference(reference) = &place.written else { return None };
    Some(Place { written: (*reference.expr).clone(), ..place.clone() })
}

/// Whether a call has the form of one that puts something else in the place of an `Option`, and gives what was there.
fn is_of_a_state(call: &ExprMethodCall) -> bool {
    matches!((call.method.to_string().as_str(), call.args.len()), ("take", 0) | ("replace", 1))
}

/// Whether a place is a field, or an element of one.
fn is_of_a_field(place: &Expr) -> bool {
    match peel(place) {
        Expr::Field(_) => true,
        Expr::Index(index) => is_of_a_field(&index.expr),
        _ => false,
    }
}

/// The names of variables that are assigned as a whole, or element by element: most are numbers or lists.
pub(super) fn assigned(body: &Block) -> HashSet<Ident> {
    #[derive(Default)]
    struct Assigned(HashSet<Ident>);
    impl<'ast> Visit<'ast> for Assigned {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let place = match expr {
                Expr::Assign(assign) if matches!(peel(&assign.right), Expr::Struct(_)) => None,
                Expr::Assign(assign) => Some(&*assign.left),
                Expr::Binary(binary) if is_compound(&binary.op) => Some(&*binary.left),
                _ => None,
            };
            if let Some(place) = place.map(peel).filter(|place| !is_of_a_field(place)) {
                self.0.extend(root_name(place).filter(|name| **name != this()).cloned());
            }
            visit::visit_expr(self, expr);
        }
    }
    let mut assigned = Assigned::default();
    assigned.visit_block(body);
    assigned.0
}
