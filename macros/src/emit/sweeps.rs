//! Both sweeps as the library runs them: one after the other, or at once, and what is put back where a tape runs the first again.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::WhereClause;

use super::Unit;
use super::calls::{Calls, zero_for};
use crate::library::private;
use crate::naming::{before, hygienic, tape};
use crate::quoting::{bare_or_tuple, tuple};

/// Both sweeps of a function.
pub(super) struct Sweeps<'u> {
    unit: &'u Unit<'u>,
    home: &'u TokenStream,
    pub calls: Calls<'u>,
    names: Vec<Ident>,
    bars: Vec<Ident>,
}

impl<'u> Sweeps<'u> {
    pub(super) fn new(unit: &'u Unit<'u>, home: &'u TokenStream) -> Self {
        let names: Vec<_> = unit.function.params.iter().map(|param| unit.param_name(param)).collect();
        let calls = Calls::elsewhere(unit, false);
        let bars = unit.active_params().map(|param| calls.bar_of(param)).collect();
        Self { unit, home, calls, names, bars }
    }

    /// `(x_bar, w_bar)`, `x_bar`
    fn places(&self) -> TokenStream {
        bare_or_tuple(&self.bars)
    }

    /// A call of `split`.
    fn split(&self, sweep: &str, values: &[TokenStream], input: &TokenStream) -> TokenStream {
        let (unit, home, private, t) = (self.unit, self.home, private(), tape());
        let (sweep, slot) = (
            Ident::new(sweep, Span::call_site()),
            if sweep == "Forward" { quote!(#private::NoGrad) } else { quote!(_) },
        );
        let (split, turbofish) = (unit.split_name(), unit.split_arguments(&quote!(#private::#sweep), &slot));
        quote!(#home::#split #turbofish(#t, #(#values,)* #input))
    }

    fn forward(&self, values: &[TokenStream]) -> TokenStream {
        self.split("Forward", values, &quote!(()))
    }

    fn reverse(&self, values: &[TokenStream], seed: &TokenStream) -> TokenStream {
        let unit = self.unit;
        let given = unit.function.params.iter().zip(values);
        let given = given.map(|(param, value)| if unit.is_gone(param) { quote!(()) } else { value.clone() });
        self.split("Reverse", &given.collect::<Vec<_>>(), &self.input(seed, |bar| quote!(#bar)))
    }

    /// Both halves at once, unless it stops, and the comparison.
    fn stopping(&self, values: &[TokenStream], seed: &TokenStream, stops: &Ident) -> TokenStream {
        let (y, input) = (hygienic("y"), self.input(seed, |bar| quote!(&mut *#bar)));
        let whole = self.split("Stopping", values, &quote!((#stops, #input)));
        let compared = self.compared(&quote!(#y), values);
        quote!(#whole.inspect(|#y| #compared))
    }

    /// Both halves at once, and the comparison.
    fn whole(&self, values: &[TokenStream], seed: &TokenStream) -> TokenStream {
        let y = hygienic("y");
        let whole = self.split("Whole", values, &self.input(seed, |bar| quote!(&mut *#bar)));
        let compared = self.compared(&quote!(&#y), values);
        quote!({
            let #y = #whole;
            #compared;
            #y
        })
    }

    /// What the reverse half is given besides.
    fn input(&self, seed: &TokenStream, place: impl Fn(&Ident) -> TokenStream) -> TokenStream {
        let private = private();
        let slots = self.unit.active_params().zip(&self.bars).map(|(param, bar)| {
            let place = place(bar);
            if param.lent { place } else { quote!(#private::Out::new(#place)) }
        });
        tuple(std::iter::once(seed.clone()).chain(slots))
    }

    fn compared(&self, found: &TokenStream, values: &[TokenStream]) -> TokenStream {
        let (home, unit) = (self.home, self.unit);
        let call = unit.compare(found, values);
        quote!(#home::#call)
    }

    fn measured(&self) -> TokenStream {
        let (private, t, values) = (private(), tape(), self.calls.values.clone());
        if self.unit.plan.fused.is_none() {
            let forward = self.forward(&values);
            return quote!(#private::measure(|#t| #forward));
        }
        let output = self.unit.output_outside();
        let unwanted = tuple(
            std::iter::once(quote!(&<#private::Ct<#output> as #private::Tangent>::zero()))
                .chain(self.unit.slot_params().map(|_| quote!(#private::NoGrad))),
        );
        let whole = self.split("Whole", &values, &unwanted);
        quote!(#private::measure(|#t| #whole))
    }

    /// How the sweeps of a function run whose arguments change, or which does both at once.
    pub(super) fn own(&self, bounds: Option<&WhereClause>) -> Option<TokenStream> {
        let unit = self.unit;
        let run = match (unit.plan.fused.is_some(), self.calls.has_lent()) {
            (true, _) => self.run_fused(),
            (_, true) => self.run_lent(),
            _ => return None,
        };
        let private = private();
        let (types, output) = (unit.argument_types(), unit.output_outside());
        let [tape, given, seed, cotangents] = ["tape", "arguments", "seed", "cotangents"].map(hygienic);
        let (pattern, places, lengths) = (unit.pattern(), self.places(), self.lengths());
        let measured = self.measured();
        Some(unit.implementation(
            "RunSweeps",
            bounds,
            &quote! {
                #[inline]
                #[track_caller]
                fn run<__S: #private::Store + ?::core::marker::Sized>(
                    #tape: &mut __S,
                    #pattern: #types,
                    #seed: #private::Ct<#output>,
                    #cotangents: <Self as #private::Function<#types, #output>>::Cotangents<'_>,
                ) -> ::core::result::Result<#output, #private::TapeOverflow> {
                    let #places = #cotangents;
                    #lengths
                    #run
                }
                fn words(#given: #types) -> ::core::primitive::usize {
                    let #pattern = #given;
                    #measured
                }
            },
        ))
    }

    /// That the cotangents are as long as the slices.
    fn lengths(&self) -> TokenStream {
        self.calls.lengths("cotangent", Calls::bar_of)
    }

    /// The halves one after the other, of a function that changes arguments.
    fn run_lent(&self) -> TokenStream {
        let (private, t, unit) = (private(), tape(), self.unit);
        let [tape, seed] = ["tape", "seed"].map(hygienic);
        // A tape that runs the forward half again needs what was lent as it was, and so does the function itself. What was lent is the
        // forward half's until both have run.
        let lent = unit.function.params.iter().zip(&self.names).filter(|(param, _)| param.lent);
        let copies = lent.map(|(param, name)| (name, before(name), unit.restored(param)));
        let copies: Vec<_> = copies.collect();
        let kept = copies.iter().map(|(name, before, of)| {
            quote!(let #before = #private::before(#private::DEBUG || #private::Store::runs_again(#tape), #private::of::<#of>(&*#name).place());)
        });
        let restored = copies.iter().map(|(name, before, _)| quote!(#before.restore(&mut *#name);));
        let values = self.calls.values.clone();
        let reborrowed = unit.function.params.iter().zip(&values);
        let reborrowed = reborrowed.map(|(param, value)| if param.lent { quote!(&mut *#value) } else { value.clone() });
        let forward = self.forward(&reborrowed.collect::<Vec<_>>());
        let (y, reverse) = (hygienic("y"), self.reverse(&values, &quote!(&#seed)));
        let after = self.compared(&quote!(#y), &values);
        quote! {
            #(#kept)*
            #private::Store::run(#tape, |#t| { #(#restored)* #forward }, |#t, #y| { #reverse; #y }).inspect(|#y| #after)
        }
    }

    /// Both halves at once. What has been added to cannot be taken back: either the tape is large enough for certain, or there are copies.
    fn run_fused(&self) -> TokenStream {
        if self.unit.plan.fused.as_ref().is_some_and(|fused| fused.may_stop(self.unit.function)) {
            return self.run_stopping();
        }
        let (private, t, bars) = (private(), tape(), &self.bars);
        let [tape, seed, known, again, tried] = ["tape", "seed", "known", "again", "tried"].map(hygienic);
        let (words, measured) = (self.unit.words("Whole"), self.measured());
        let both = self.whole(&self.calls.values, &quote!(&#seed));
        let befores: Vec<_> = bars.iter().map(|bar| hygienic(&format!("{bar}_before"))).collect();
        quote! {
            let #known = const { #words < #private::UNBOUNDED };
            let #again = !#known && #private::Store::runs_again(#tape);
            // These arguments may need less than is known of all.
            if !#again && !(#known && #private::Store::provide(#tape, #words).is_ok()) {
                #private::Store::provide(#tape, #measured)?;
            }
            #(let #befores = #private::before(#again, #private::of(&*#bars).place());)*
            let mut #tried = false;
            #private::Store::run_whole(#tape, |#t| {
                if ::core::mem::replace(&mut #tried, true) {
                    #(#befores.restore(&mut *#bars);)*
                }
                #both
            })
        }
    }

    /// Both halves at once. If they need a constant number of words after the first cotangent, they look before it whether the tape is
    /// large enough; only if it is not, it is measured how large it has to be.
    fn run_stopping(&self) -> TokenStream {
        let (private, t, bars) = (private(), tape(), &self.bars);
        let [tape, seed, stops, again, tried, y] = ["tape", "seed", "stops", "again", "tried", "y"].map(hygienic);
        let (rest, measured) = (self.unit.words("Rest"), self.measured());
        let both = self.stopping(&self.calls.values, &quote!(&#seed), &stops);
        let befores: Vec<_> = bars.iter().map(|bar| hygienic(&format!("{bar}_before"))).collect();
        quote! {
            let mut #stops = const { #rest < #private::UNBOUNDED };
            let #again = !#stops && #private::Store::runs_again(#tape);
            #(let #befores = #private::before(#again, #private::of(&*#bars).place());)*
            let mut #tried = false;
            loop {
                if !#stops && !#again {
                    #private::Store::provide(#tape, #measured)?;
                }
                let #y = #private::Store::run_whole(#tape, |#t| {
                    if ::core::mem::replace(&mut #tried, true) {
                        #(#befores.restore(&mut *#bars);)*
                    }
                    #both
                })?;
                if let ::core::option::Option::Some(#y) = #y {
                    return ::core::result::Result::Ok(#y);
                }
                #stops = false;
            }
        }
    }

    /// The items of the implementation of `Function` that are about gradients.
    pub(super) fn gradient(&self) -> TokenStream {
        let unit = self.unit;
        let (types, given, pattern, places) =
            (unit.argument_types(), hygienic("arguments"), self.unit.pattern(), self.places());
        let gradients = &self.calls.gradients;
        let gradients_type = bare_or_tuple(gradients);
        // Not `Tangent::zero()`: only the value knows its lengths.
        let zeros = unit.active_params().map(|param| {
            let (name, through) = (unit.param_name(param), param.reference.is_some().then(|| quote!(*)));
            zero_for(param, &quote!(#through #name))
        });
        let zeros = bare_or_tuple(zeros);
        quote! {
            type Gradient = #gradients_type;
            #[inline(always)]
            fn zero(#given: &#types) -> Self::Gradient {
                let #pattern = #given;
                #zeros
            }
            #[inline(always)]
            fn places(#places: &mut Self::Gradient) -> Self::Cotangents<'_> {
                #places
            }
        }
    }

    /// The implementation of `PureFunction`.
    pub(super) fn of_pure_function(&self, bounds: Option<&WhereClause>) -> TokenStream {
        let (private, t, unit) = (private(), tape(), self.unit);
        let (types, output) = (unit.argument_types(), unit.output_outside());
        let [seed, cotangents, found] = ["seed", "cotangents", "found"].map(hygienic);
        let (pattern, places) = (self.unit.pattern(), self.places());
        let values = Calls::elsewhere(unit, true).values;
        let (forward, reverse) = (self.forward(&values), self.reverse(&values, &quote!(#seed)));
        let lengths = self.lengths();
        let lengths = (!lengths.is_empty()).then(|| {
            quote! {
                #[inline(always)]
                #[track_caller]
                fn compare_lengths(#pattern: &#types, #places: &Self::Cotangents<'_>) {
                    #lengths
                }
            }
        });
        let compared = self.compared(&quote!(#found), &values);
        let whole = unit.plan.fused.is_some().then(|| self.sweeps_from_zero(&values));
        unit.implementation(
            "PureFunction",
            bounds,
            &quote! {
                    #lengths
                    #[inline(always)]
                    fn forward(#t: &mut #private::Tape<'_>, #pattern: &#types) -> #output {
                        #forward
                    }
                    #[inline(always)]
                    fn reverse(
                        #t: &mut #private::Tape<'_>,
                        #pattern: &#types,
                        #seed: &#private::Ct<#output>,
                        #cotangents: Self::Cotangents<'_>,
                    ) {
                        let #places = #cotangents;
                        #reverse;
                    }
                    #[inline(always)]
                    fn compare(#found: &#output, #pattern: &#types) {
                        #compared;
                    }
                    #whole

            },
        )
    }

    /// Both halves at once, into a gradient that is zero before.
    fn sweeps_from_zero(&self, values: &[TokenStream]) -> TokenStream {
        let (private, t, unit) = (private(), tape(), self.unit);
        let (types, output) = (unit.argument_types(), unit.output_outside());
        let [given, seed, gradient] = ["arguments", "seed", "gradient"].map(hygienic);
        let (pattern, places) = (unit.pattern(), self.places());
        let [tape, wanted, tried] = ["tape", "wanted", "tried"].map(hygienic);
        let both = self.whole(values, &quote!(&#seed));
        quote! {
            #[inline]
            fn sweeps_from_zero<__S: #private::Store + ?::core::marker::Sized, __R>(
                #tape: &mut __S,
                #given: #types,
                #seed: #private::Ct<#output>,
                #gradient: &mut Self::Gradient,
                #wanted: impl ::core::ops::Fn(#output) -> __R,
            ) -> ::core::result::Result<__R, #private::TapeOverflow> {
                let mut #tried = false;
                #private::Store::run_whole(#tape, |#t| {
                    if ::core::mem::replace(&mut #tried, true) {
                        *#gradient = <Self as #private::Function<#types, #output>>::zero(&#given);
                    }
                    let #pattern = &#given;
                    let #places = <Self as #private::Function<#types, #output>>::places(&mut *#gradient);
                    #wanted(#both)
                })
            }
        }
    }
}
