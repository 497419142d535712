//! Calls of derivatives, `g::grad(x)`: the call as it stands, and its derivatives by passes of second order of `g`. What is done with
//! them is in `core/src/generated/nested.rs`.
//!
//! The function that calls has no second derivatives through such a call: they would be third derivatives of `g`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ExprCall, Ident};

use super::dual::Dual;
use super::operands::span_of;
use super::reference;
use super::reverse::Reverse;
use crate::differentiate::RuleStep;
use crate::ir::{Differentiated, Nested, Operand, Place};
use crate::library::private_at;
use crate::naming::{differentiated_callee, hygienic, width};
use crate::quoting::{Piece, turbofish};

impl Nested {
    /// Where the user wrote what is called.
    fn span(&self) -> Span {
        self.written.func.span()
    }

    /// The companion of the function, and the generic arguments.
    fn companion(&self) -> (TokenStream, Option<TokenStream>) {
        let name = differentiated_callee(&self.function);
        (quote!(__0checked(#name {})), turbofish(&self.function))
    }

    /// The parameters of the function, by the arguments as references.
    fn parameters(&self, values: &[impl ToTokens]) -> TokenStream {
        let (companion, turbofish) = self.companion();
        let claim = Ident::new("of_fixed_size", self.span());
        quote!(#companion.operands #turbofish(#(#values),*).#claim())
    }

    /// A pass of second order of the function.
    fn pass(&self, values: &[impl ToTokens]) -> TokenStream {
        let (span, (companion, turbofish)) = (self.span(), self.companion());
        let private = private_at(span);
        let [tape, seed, along] = ["tape", "seed", "along"].map(hygienic);
        quote_spanned! {span=>
            |#seed, #along| #private::nested::on_tape(|#tape| #companion.second_pass #turbofish(#tape, #(#values,)* #seed, #along))
        }
    }
}

/// The value of the call.
pub(super) fn value(nested: &Nested) -> TokenStream {
    let values: Vec<_> = nested.arguments().0.iter().map(reference).collect();
    let (parameters, call) = (nested.parameters(&values), plain(nested));
    quote!(#parameters.value(#call))
}

/// The call itself. What is given by value may be needed again; what is wrong with it looks as in the function.
fn plain(nested: &Nested) -> ExprCall {
    let arguments = nested.operands.iter().map(|operand| {
        let (value, span) = (reference(operand), span_of(operand.written()));
        match operand {
            Operand::Constant { is_ref: true, .. } | Operand::Place(Place { is_ref: true, .. }) | Operand::Lent(_) => {
                syn::Expr::Verbatim(value)
            }
            _ => {
                let private = private_at(span);
                syn::Expr::Verbatim(quote_spanned!(span=> #private::of(#value).own()))
            }
        }
    });
    ExprCall { args: arguments.collect(), ..nested.written.clone() }
}

impl Reverse<'_> {
    /// Its reverse half.
    pub(super) fn nested(&self, nested: &Nested, step: &RuleStep<'_>, slots: &[Piece], y_bar: &Piece) -> TokenStream {
        if self.is_dual() {
            return never(nested);
        }
        let (arguments, last) = nested.arguments();
        let values: Vec<_> = arguments.iter().map(|operand| self.again(operand)).collect();
        let (parameters, pass) = (nested.parameters(&values), nested.pass(&values));
        let (span, last) = (nested.span(), last.map(|last| self.again(last)));
        let mut methods = vec!["give"; arguments.len()];
        methods.extend(last.as_ref().map(|_| "last"));
        let given = methods.into_iter().zip(&step.targets).zip(slots).map(|((method, target), slot)| {
            let (span, method) = (target.span(), Ident::new(method, target.span()));
            quote_spanned!(span=> .#method(#slot))
        });
        let (private, name, last) =
            (private_at(span), Ident::new(nested.name(), span), last.map(|last| quote!(#last,)));
        let found = quote_spanned!(span=> #private::nested::#name(#parameters, #pass, #last #y_bar));
        quote!(#found #(#given)*)
    }
}

impl Dual<'_> {
    /// The value and its tangents.
    pub(super) fn nested(&self, nested: &Nested) -> TokenStream {
        let (width, plain, span) = (width(), value(nested), nested.span());
        let (arguments, last) = nested.arguments();
        let values: Vec<_> = arguments.iter().map(reference).collect();
        let (mut parameters, pass) = (nested.parameters(&values), nested.pass(&values));
        let private = private_at(span);
        if nested.call == Differentiated::Jvp {
            parameters = quote_spanned!(span=> #private::nested::forwards(#parameters));
        }
        let along = arguments.iter().rev().fold(quote!(()), |rest, argument| {
            let tangents = self.argument(argument);
            quote!((#tangents, #rest))
        });
        let last = last.map(|last| {
            let (value, tangents) = (reference(last), self.argument(last));
            quote!(, #value, #tangents)
        });
        let name = Ident::new(&format!("{}_dual", nested.name()), span);
        quote_spanned!(span=> #private::nested::#name(#width, #parameters, || #plain, #pass, &#along #last))
    }
}

/// What has no value: a third derivative. In a function of its own, whose name the compiler shows.
fn never(nested: &Nested) -> TokenStream {
    let written = nested.written.func.to_token_stream().to_string().replace(' ', "");
    let message = format!(
        "second derivatives through a call of `{written}` would be third derivatives\nhelp: write both functions for `T: Real`; \
         then the gradient in dual numbers, `Dual<T>`, has the second derivatives beside the first\nhelp: or give one of them a rule: \
         `#[differentiable(vjp = .., jvp = ..)]`"
    );
    let code = crate::claims::never(&hygienic("third_derivatives"), &message);
    quote!({ #code })
}
