//! The rules of operators of numbers, written as the arithmetic that they are.
//!
//! ```text
//! let v = a * b;              a_bar += v_bar * b;
//!                             b_bar += v_bar * a;
//! ```

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr};

use super::operands::projections;
use super::reverse::{Cotangent, Reverse};
use crate::classify::primitives::{Primitive, is_surely_a_number};
use crate::differentiate::{RuleStep, Target};
use crate::ir::{Op, Operand, Operator, Place, VarId, VarKind};
use crate::library::{private, private_at};
use crate::naming::{bar, hygienic};
use crate::plan::rows::Held;
use crate::quoting::Piece;

/// A contribution to the cotangent of an operand.
enum Contribution {
    Plus(TokenStream),
    Minus(TokenStream),
}

impl Reverse<'_> {
    /// The cotangent of a plain number without contributions.
    pub(super) fn zero_of_number(&self, var: VarId) -> Option<TokenStream> {
        self.plan.numbers.plain(var).map(|of| self.zero_of(of))
    }

    /// The same of a number in a place.
    pub(super) fn zero_of_place(&self, place: &Place) -> Option<TokenStream> {
        self.plan.numbers.place(place).map(|of| self.zero_of(of))
    }

    fn zero_of(&self, number: Primitive) -> TokenStream {
        let (private, zero) = (private(), number.zero());
        if self.is_dual() { quote!(#private::Pair::both(#zero)) } else { zero }
    }

    /// The rule of an operation of numbers.
    pub(super) fn arithmetic(&self, step: &RuleStep<'_>, y_bar: &Cotangent) -> Option<TokenStream> {
        if self.is_dual() || !self.plan.numbers.is_arithmetic(self.function, step.out, step.op) {
            return None;
        }
        let (private, c) = (private(), number(y_bar));
        let (plus, minus) = (Contribution::Plus, Contribution::Minus);
        let mut shared = TokenStream::new();
        let contributions = match step.op {
            Op::Load(_) => vec![plus(c)],
            Op::Neg(..) => vec![minus(c)],
            Op::Binary(Operator::Add, ..) => vec![plus(c.clone()), plus(c)],
            Op::Binary(Operator::Sub, ..) => vec![plus(c.clone()), minus(c)],
            Op::Binary(Operator::Mul, _, a, b, _) => {
                // Each is read for the other one alone, and else may not be there.
                let [of_b, of_a] = [(a, &step.targets[1]), (b, &step.targets[0])].map(|(factor, other)| {
                    if matches!(other, Target::Nowhere) { quote!() } else { self.number(factor) }
                });
                vec![plus(quote!(#c * #of_a)), plus(quote!(#c * #of_b))]
            }
            Op::Binary(Operator::Div, _, _, b, _) => {
                let (b, y) = (self.number(b), &self.function.var(step.out).unique);
                // One division for both.
                let quotient = hygienic("quotient");
                shared = quote!(let #quotient = #private::primitives::of_dividend(#c, #b););
                let of_divisor = quote!(#private::primitives::of_divisor(#quotient, *#y.get()));
                vec![plus(quotient.into_token_stream()), plus(of_divisor)]
            }
            _ => return None,
        };
        let operands = step.op.operands();
        let claims = operands.iter().filter_map(|operand| self.claim(operand));
        let given =
            step.targets.iter().zip(contributions).map(|(target, contribution)| self.gets(target, contribution));
        Some(quote!(#(#claims)* #shared #(#given)*))
    }

    /// The value of an operation of numbers, once more.
    pub(super) fn arithmetic_again(&self, out: VarId, op: &Op) -> Option<TokenStream> {
        if !self.plan.numbers.is_arithmetic(self.function, out, op) {
            return None;
        }
        match op {
            Op::Neg(_, a, _) => {
                let a = self.number(a);
                Some(quote!(-(#a)))
            }
            Op::Binary(_, operator, a, b, _) => {
                let (a, b) = (self.number(a), self.number(b));
                Some(quote!(#a #operator #b))
            }
            _ => None,
        }
    }

    /// The rule of `place += value`.
    pub(super) fn arithmetic_sum(
        &self,
        place: &Place,
        op: &BinOp,
        value: &Operand,
        target: &Target<'_>,
    ) -> Option<TokenStream> {
        if self.is_dual() || !self.plan.numbers.is_sum(place, value) {
            return None;
        }
        let bar = self.changed_bar(place);
        let is_added = matches!(op, BinOp::AddAssign(_));
        Some(self.gets(target, if is_added { Contribution::Plus(bar) } else { Contribution::Minus(bar) }))
    }

    /// The value of a number.
    fn number(&self, operand: &Operand) -> TokenStream {
        let private = private();
        match operand {
            Operand::Constant { again, .. } if is_surely_a_number(again) => again.to_token_stream(),
            Operand::Place(place) if self.plan.numbers.place(place).is_some() => {
                if let Some((row, way)) = self.in_row(Held::Values, place) {
                    return quote!(#row #way);
                }
                let (name, path) = (&self.function.var(place.var).unique, projections(&place.path));
                match (self.is_local(place), path) {
                    (true, Some(path)) => quote!(#name.get() #path),
                    (false, Some(path)) => quote!(#name #path),
                    (true, None) => quote!(*#name.get()),
                    (false, None) => match self.again(operand) {
                        Piece::Reference(name) => name.into_token_stream(),
                        value => quote!(*#value),
                    },
                }
            }
            _ => {
                let value = self.again(operand);
                quote!(*#private::primitives::number(#value))
            }
        }
    }

    /// What shows that an operand is a number that nothing else shows to be one.
    fn claim(&self, operand: &Operand) -> Option<TokenStream> {
        let is_known = match operand {
            Operand::Constant { again, .. } => is_surely_a_number(again) || matches!(again, Expr::Cast(_)),
            Operand::Place(place) => self.plan.numbers.place(place).is_some(),
            Operand::Lent(_) => true,
        };
        let span = operand.written().span();
        let (private, value) = (private_at(span), self.unread(operand));
        (!is_known).then(|| quote_spanned!(span=> #private::primitives::unread(#value);))
    }

    fn gets(&self, target: &Target<'_>, contribution: Contribution) -> TokenStream {
        let place = match target {
            Target::Nowhere => return TokenStream::new(),
            Target::Accumulator(name, _) | Target::AccumulatorAside(name, _) => name.to_token_stream(),
            Target::Place(place) | Target::Aside(place) | Target::Lent(place) => {
                let var = self.function.var(place.var);
                if matches!(var.kind, VarKind::Param { .. }) || self.firsts.has(place.var) {
                    return self.given_to_slot(place, contribution);
                }
                let row = if matches!(target, Target::Lent(_)) { None } else { self.in_row(Held::Cotangents, place) };
                let (bar, path) = (bar(&var.unique), projections(&place.path));
                match row {
                    Some((row, way)) => quote!(#row #way),
                    None if var.kind == VarKind::Lent => quote!((*#bar) #path),
                    None => quote!(#bar #path),
                }
            }
        };
        match contribution {
            Contribution::Plus(amount) => quote!(#place += #amount;),
            Contribution::Minus(amount) => quote!(#place -= #amount;),
        }
    }

    fn given_to_slot(&self, place: &Place, contribution: Contribution) -> TokenStream {
        let (private, slot) = (private(), self.slot_of(place));
        let amount = match contribution {
            Contribution::Plus(amount) => amount,
            Contribution::Minus(amount) => quote!(-#amount),
        };
        if self.firsts.is_passed(place) || self.firsts.has(place.var) {
            return quote!(#private::give_back(#slot, &(#amount)););
        }
        quote!(#private::primitives::plus(#slot, #amount);)
    }
}

/// The number that a cotangent is.
fn number(of: &Cotangent) -> TokenStream {
    match &of.reference {
        Piece::Reference(name) => name.to_token_stream(),
        reference => quote!(*#reference),
    }
}
