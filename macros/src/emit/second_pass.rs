//! Both sweeps at second order, which all calls for second derivatives are written on.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Ident;

use super::calls::{Calls, zero_for};
use crate::ir::Param;
use crate::library::private;
use crate::naming::{before, beside, hygienic, result_dot, tape};
use crate::quoting::{bare_or_tuple, tuple};

impl Calls<'_> {
    /// The tangent of the cotangent of a parameter.
    pub(super) fn product_of(&self, param: &Param) -> Ident {
        if param.receiver { hygienic("self_product") } else { beside(&self.unit.param_name(param), "product") }
    }

    /// One forward sweep and one reverse sweep along a direction: the value and its tangent. The cotangents for `seed` and their
    /// tangents are added to places. A tape that runs the forward sweep again needs what was lent as it was.
    pub(super) fn sweeps(&self) -> TokenStream {
        let Self { unit, output, cotangents, .. } = self;
        let (private, t) = (private(), tape());
        let ([tape_name, seed, y], y_dot) = (["tape", "seed", "y"].map(hygienic), result_dot());
        let (this, (params, given_on)) = (self.this_by_reference(), self.passed_on());
        let active: Vec<_> = unit.active_params().collect();
        let dots: Vec<_> = active.iter().map(|param| self.dot_of(param)).collect();
        let pairs: Vec<_> = active.iter().map(|param| self.bar_of(param)).collect();
        let types = active.iter().zip(cotangents).map(|(param, ct)| {
            if param.lent { quote!([&mut #ct; 1]) } else { quote!(impl #private::Directions<#ct, 1>) }
        });
        let (given, types) = (list(&dots), list(&types.collect::<Vec<_>>()));
        let places = list(&cotangents.iter().map(|ct| quote!(#private::PairMut<'_, #ct>)).collect::<Vec<_>>());
        let found = list(&pairs);
        let params_given_on = || unit.function.params.iter().zip(&given_on);
        let changed = params_given_on().filter(|(param, _)| param.lent).flat_map(|(param, name)| {
            let dot = self.dot_of(param);
            let active = unit.function.var(param.var).active;
            let tangent = active.then(|| (quote!(*#dot[0]), before(&dot), None, quote!(_)));
            let (compared, of) = (Some(quote!(#private::DEBUG ||)), unit.restored(param));
            std::iter::once((quote!(*#name), before(&unit.param_name(param)), compared, of)).chain(tangent)
        });
        let changed: Vec<_> = changed.collect();
        let kept = changed.iter().map(|(place, before, wanted, of)| {
            quote!(let #before = #private::before(#wanted #private::Store::runs_again(#tape_name), #private::of::<#of>(&#place).place());)
        });
        let restored = changed.iter().map(|(place, before, _, _)| quote!(#before.restore(&mut #place);));
        let values =
            params_given_on().map(|(param, name)| if param.lent { quote!(&mut *#name) } else { quote!(#name) });
        let reverse_values =
            params_given_on().map(|(param, name)| if unit.is_gone(param) { quote!(()) } else { quote!(#name) });
        let tangents = self.tangents(|_, param| {
            let dot = self.dot_of(param);
            if param.lent { quote!([&mut *#dot[0]]) } else { quote!(#dot) }
        });
        // The reverse half has no tangents of what was lent.
        let reverse_tangents = self.tangents(|_, param| {
            let dot = self.dot_of(param);
            if param.lent { quote!(#private::NoGrad) } else { quote!(#dot) }
        });
        let slots = active.iter().zip(&pairs);
        let slots = slots.map(|(param, pair)| if param.lent { quote!(#pair) } else { quote!(#pair.into_outs()) });
        let input = tuple(std::iter::once(quote!(#seed)).chain(slots));
        let forward = unit.call_split_dual(&quote!(#private::Forward), &quote!(1), &quote!(#private::NoGrad));
        let reverse = unit.call_split_dual(&quote!(#private::Reverse), &quote!(1), &quote!(_));
        let (name, generics, bounds) = (self.name_of_sweeps(), &unit.sig.generics.params, unit.bounds());
        let compared = unit.compare(&quote!(&#y), &given_on);
        quote! {
            #[inline]
            fn #name<#generics>(
                #this,
                #tape_name: &mut (impl #private::Store + ?::core::marker::Sized),
                #(#params,)*
                #seed: #private::PairRef<'_, #private::Ct<#output>>,
                #given: #types,
                #found: #places
            ) -> ::core::result::Result<(#output, #private::Ct<#output>), #private::TapeOverflow> #bounds {
                let mut #y_dot = #private::Width::<1, #private::Forward>::new().to_come();
                #(#kept)*
                let #y = #private::Store::run(
                    #tape_name,
                    |#t| {
                        #(#restored)*
                        #forward(#t, #(#values,)* #private::Width::new(), &mut #y_dot, #(#tangents,)* ())
                    },
                    |#t, #y| {
                        #reverse(#t, #(#reverse_values,)* #private::Width::new(), (), #(#reverse_tangents,)* #input);
                        #y
                    },
                )?;
                Self::#compared;
                let [#y_dot] = #y_dot;
                ::core::result::Result::Ok((#y, #y_dot))
            }
        }
    }

    /// Their call, for the seed 1.
    pub(super) fn call_of_sweeps(&self, tape_name: &Ident, dots: &[TokenStream], pairs: &[TokenStream]) -> TokenStream {
        self.call(&self.name_of_sweeps(), tape_name, dots, Some(&list(pairs)))
    }

    /// The same with cotangents of its own: the value, its tangent, the cotangents for `seed`, and their tangents. What other
    /// generated code calls of it, where a function calls the derivative of another.
    pub(super) fn pass(&self) -> TokenStream {
        let Self { unit, turbofish, output, cotangents, gradients, vis, .. } = self;
        let private = private();
        let ([tape_name, seed, y], y_dot) = (["tape", "seed", "y"].map(hygienic), result_dot());
        let (this, (params, values)) = (self.this_by_reference(), self.passed_on());
        let active: Vec<_> = unit.active_params().collect();
        let dots: Vec<_> = active.iter().map(|param| self.dot_of(param)).collect();
        let bars: Vec<_> = active.iter().map(|param| self.bar_of(param)).collect();
        let moved: Vec<_> = active.iter().map(|param| self.product_of(param)).collect();
        let zeros = active.iter().map(|param| {
            let name = if param.receiver { Ident::new("self", Span::call_site()) } else { unit.param_name(param) };
            zero_for(param, &quote!(#name))
        });
        let zeros: Vec<_> = zeros.collect();
        let types: Vec<_> = cotangents.iter().map(|ct| quote!(impl #private::Directions<#ct, 1>)).collect();
        let (given, types) = (list(&dots), list(&types));
        let pairs = bars
            .iter()
            .zip(&moved)
            .zip(cotangents)
            .map(|((bar, moved), ct)| quote!(#private::PairMut::<#ct>::new(&mut #bar, &mut #moved)));
        let pairs = list(&pairs.collect::<Vec<_>>());
        let values = values.iter().skip(usize::from(self.receiver.is_some()));
        let gradient = bare_or_tuple(gradients);
        let [found, products] = [&bars, &moved].map(bare_or_tuple);
        let (name, sweeps) = (self.name_of_pass(), self.name_of_sweeps());
        let (generics, bounds) = (&unit.sig.generics.params, unit.bounds());
        let passed = if self.has_none() { quote!(()) } else { quote!(self) };
        quote! {
            #[doc(hidden)]
            #[inline]
            #vis fn #name<#generics>(
                #this,
                #tape_name: &mut (impl #private::Store + ?::core::marker::Sized),
                #(#params,)*
                #seed: #private::PairRef<'_, #private::Ct<#output>>,
                #given: #types
            ) -> ::core::result::Result<(#output, #private::Ct<#output>, #gradient, #gradient), #private::TapeOverflow> #bounds {
                #(let mut #bars: #gradients = #zeros;)*
                #(let mut #moved: #gradients = #zeros;)*
                let (#y, #y_dot) = Self::#sweeps #turbofish(#passed, #tape_name, #(#values,)* #seed, #given, #pairs)?;
                ::core::result::Result::Ok((#y, #y_dot, #found, #products))
            }
        }
    }

    /// Its call, for the seed 1.
    pub(super) fn call_of_pass(&self, tape_name: &Ident, dots: &[TokenStream]) -> TokenStream {
        self.call(&self.name_of_pass(), tape_name, dots, None)
    }

    fn name_of_sweeps(&self) -> Ident {
        self.unit.call_name("", "second_sweeps")
    }

    fn name_of_pass(&self) -> Ident {
        self.unit.call_name("", "second_pass")
    }

    /// A call of one of the two with the seed 1, along `dots`.
    fn call(&self, name: &Ident, tape_name: &Ident, dots: &[TokenStream], places: Option<&TokenStream>) -> TokenStream {
        let Self { unit, home, turbofish, receiver, values, .. } = self;
        let output = unit.output_outside();
        let (private, along) = (private(), list(dots));
        let (this, others) = values.split_at(usize::from(receiver.is_some()));
        let none = || if self.has_none() { quote!(()) } else { quote!(<#home as #private::Companion>::THIS) };
        let this = this.first().map_or_else(none, |this| quote!(#this));
        let seed = if unit.is_unit() {
            quote!(#private::PairRef::new(&#private::NoGrad, &#private::NoGrad))
        } else {
            quote!(#private::PairRef::new(&<#output as #private::PerhapsScalar<'_>>::one(), &#private::Tangent::zero()))
        };
        quote!(#home::#name #turbofish(#this, #tape_name, #(#others,)* #seed, #along, #places))
    }

    /// The receiver: of a method the user's, else the companion. By reference, because a pass may be called more than once.
    fn this_by_reference(&self) -> TokenStream {
        match self.receiver {
            Some(_) if self.unit.function.params.iter().any(|param| param.receiver && param.lent) => quote!(&mut self),
            Some(_) => quote!(&self),
            None if self.has_none() => quote!((): ()),
            None => quote!(self),
        }
    }

    /// Whether there is no receiver: an associated function of a type.
    fn has_none(&self) -> bool {
        self.receiver.is_none() && self.unit.owner.is_some()
    }
}

/// `(first, (second, ()))`
fn list(items: &[impl ToTokens]) -> TokenStream {
    items.iter().rev().fold(quote!(()), |rest, item| quote!((#item, #rest)))
}
