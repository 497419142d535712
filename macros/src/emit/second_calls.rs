//! Second derivatives: the size of their tape, and the traits that all calls are written for.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{WhereClause, WherePredicate};

use super::Unit;
use super::calls::Calls;
use super::numbered_params::columns_of;
use crate::library::private;
use crate::naming::{hygienic, result_dot, tape};
use crate::plan::absent_modes::Mode;
use crate::quoting::bare_or_tuple;

impl Unit<'_> {
    /// The sweeps, and the size of the tape.
    pub(super) fn second_calls(&self) -> TokenStream {
        let calls = Calls::new(self);
        let (sweeps, sizes) = (calls.sweeps(), calls.size_of_second_tape());
        let pass = (!self.is_unit() && !calls.has_lent()).then(|| calls.pass());
        self.if_its_rule_has(Mode::SecondDerivatives, quote!(#sweeps #pass #sizes))
    }

    /// The implementations of the traits.
    pub(super) fn second_implementations(&self) -> TokenStream {
        let (private, output) = (private(), self.output_outside());
        let types = self.argument_types();
        let claimed = self.claimed_mode(Mode::Tangents, self.all_bounds());
        let claimed = self.claimed_mode(Mode::SecondDerivatives, claimed);
        let bounds = if self.is_unit() { claimed.clone() } else { Some(self.of_a_number(claimed.clone())) };
        let calls = Calls::elsewhere(self, false);
        let pattern = self.pattern();
        let [tape, v, y, gradient, products] = ["tape", "v", "y", "gradient", "product"].map(hygienic);
        let (tangents, _) = calls.given_tangents();
        let active: Vec<_> = self.active_params().collect();
        let bars: Vec<_> = active.iter().map(|param| calls.bar_of(param)).collect();
        let moved: Vec<_> = active.iter().map(|param| calls.product_of(param)).collect();
        let [bar_pattern, moved_pattern] = [&bars, &moved].map(bare_or_tuple);
        let given: Vec<_> = active.iter().map(|param| calls.direction(param)).collect();
        let pairs: Vec<_> =
            bars.iter().zip(&moved).map(|(bar, moved)| quote!(#private::PairMut::new(#bar, #moved))).collect();
        let lengths = [
            calls.lengths("tangent", Calls::dot_of),
            calls.lengths("cotangent", Calls::bar_of),
            calls.lengths("product", Calls::product_of),
        ];
        let sweeps = calls.call_of_sweeps(&tape, &given, &pairs);
        let (counted, hessian) = (self.counted(claimed.as_ref()), self.hessian(claimed));
        let sweeps = self.implementation(
            "SecondOrderFunction",
            bounds.as_ref(),
            &quote! {
                    #[inline]
                    #[track_caller]
                    fn second_sweeps<__S: #private::Store + ?::core::marker::Sized>(
                        #tape: &mut __S,
                        #pattern: #types,
                        #v: Self::Tangents<'_>,
                        #gradient: Self::Cotangents<'_>,
                        #products: Self::Cotangents<'_>,
                    ) -> ::core::result::Result<#output, #private::TapeOverflow> {
                        let (#tangents, #bar_pattern, #moved_pattern) = (#v, #gradient, #products);
                        #(#lengths)*
                        let (#y, _) = #sweeps?;
                        ::core::result::Result::Ok(#y)
                    }

            },
        );
        quote!(#sweeps #counted #hessian)
    }

    /// The size of the tape for some arguments. To count it what is lent would have to be changed twice.
    fn counted(&self, bounds: Option<&WhereClause>) -> Option<TokenStream> {
        let calls = Calls::elsewhere(self, true);
        if calls.has_lent() {
            return None;
        }
        let private = private();
        let types = self.argument_types();
        let pattern = self.pattern();
        let (t, y_dot, values) = (tape(), result_dot(), &calls.values);
        let forward = self.call_split_dual(&quote!(#private::Forward), &quote!(1), &quote!(#private::NoGrad));
        let still = self.function.params.iter().map(|_| quote!(#private::NoGrad));
        Some(self.implementation("CountedFunction", bounds, &quote! {
                fn second_words_for(#pattern: &#types) -> ::core::primitive::usize {
                    let mut #y_dot = #private::Width::<1, #private::Forward>::new().to_come();
                    #private::measure(|#t| #forward(#t, #(#values,)* #private::Width::new(), &mut #y_dot, #(#still,)* ()))
                }

        }))
    }

    /// A product for each number of each parameter.
    fn hessian(&self, bounds: Option<WhereClause>) -> Option<TokenStream> {
        let calls = Calls::elsewhere(self, true);
        if self.is_unit() || calls.has_lent() {
            return None;
        }
        let (private, output) = (private(), self.output_outside());
        let arguments = self.argument_types();
        let pattern = self.pattern();
        let (numbered, bounds) = self.numbered(Some(&self.of_a_number(bounds)));
        let [tape, y, g, along, column] = ["tape", "y", "g", "along", "column"].map(hygienic);
        let pass = |at: Option<usize>| {
            let dots = numbered.iter().enumerate();
            let dots = dots
                .map(|(i, parameter)| if Some(i) == at { parameter.along(&along) } else { quote!(#private::NoGrad) });
            calls.call_of_pass(&tape, &dots.collect::<Vec<_>>())
        };
        let each = numbered.iter().enumerate().map(|(at, parameter)| {
            let one = pass(Some(at));
            let one = quote!(|#along| { let (_, _, _, #column) = #private::fits(#one); #column });
            parameter.columns("columns_alone", &[one])
        });
        let found = bare_or_tuple(each);
        let columns = columns_of(&numbered);
        let value = pass(None);
        Some(self.implementation("HessianFunction", Some(&bounds), &quote! {
                type Columns<__R> = #columns;
                #[inline]
                fn hessian<__S: #private::Store + ?::core::marker::Sized>(
                    #tape: &mut __S,
                    #pattern: &#arguments,
                ) -> ::core::result::Result<(#output, Self::Gradient, Self::Columns<Self::Gradient>), #private::TapeOverflow> {
                    let (#y, _, #g, _) = #value?;
                    ::core::result::Result::Ok((#y, #g, #found))
                }

        }))
    }

    /// The bounds, and that the result has a gradient.
    fn of_a_number(&self, bounds: Option<WhereClause>) -> WhereClause {
        let (private, output) = (private(), self.output_outside());
        let mut clause = bounds.unwrap_or_else(|| syn::parse_quote!(where));
        let predicate: WherePredicate = syn::parse_quote!(for<'one> #output: #private::PerhapsScalar<'one>);
        clause.predicates.push(predicate);
        clause
    }
}

impl Calls<'_> {
    /// The size of the tape of all of these, if it is known.
    fn size_of_second_tape(&self) -> TokenStream {
        let Self { unit, vis, .. } = self;
        let (private, generics) = (private(), &unit.sig.generics.params);
        let (words, bounds) = (unit.words("WithTangents"), &unit.sig.generics.where_clause);
        let name = unit.call_name("", "hvp_tape_words");
        let doc = format!(
            "Words of 8 bytes that the second derivatives of `{}` need on the tape: exactly, but for branches that need less. \
             `#[checkpoint]` does not make them fewer.",
            unit.sig.ident
        );
        quote! {
            #[doc = #doc]
            #vis const fn #name<#generics>() -> ::core::primitive::usize #bounds {
                #private::known(#words)
            }
        }
    }
}
