//! What stands beside the function: the companion that other generated code calls, and the calls that users make.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;

use super::Unit;
use super::guard::Guard;
use crate::features::{FORWARD_MODE, SECOND_ORDER};
use crate::library::{private, private_is_named};
use crate::naming::{function_of_type, rule_method};
use crate::quoting::quiet;

/// The calls of a feature that is off which people type most, and the type of what stands in their place: the compiler says that this is no function.
type Calls = (&'static str, &'static [&'static str]);

const FORWARD_CALLS: Calls = ("NeedsTheFeatureForwardMode", &["jvp"]);

const SECOND_CALLS: Calls = ("NeedsTheFeatureSecondOrder", &["hvp_tape_words"]);

/// The same for a function that takes functions: only what is called in derived code has two halves.
const CALLS_WITH_FUNCTIONS: Calls = (
    "CallItInADifferentiableFunction",
    &["at", "grad", "value_and_grad", "value_and_grad_into", "vjp", "jvp", "tape_words", "tape_bytes"],
);

/// What stands beside a function of either kind.
pub(super) struct Beside {
    /// Names that all of it uses.
    pub names: TokenStream,
    /// The implementations of the library's traits.
    traits: TokenStream,
    /// The calls that users make.
    calls: TokenStream,
    /// What other generated code calls.
    pub companion: TokenStream,
    /// The two halves, and the guard.
    pub halves: TokenStream,
}

impl Beside {
    /// What stands beside an operator, which users do not call by name.
    pub(super) fn of_operator(unit: &Unit<'_>) -> Self {
        let Guard { function: checks, alias } = unit.guard();
        let (absent, missing) = (unit.callees().absent(), unit.missing_rules());
        let (companion, split, size) = (unit.companion(), unit.split(), unit.size_if_known());
        let (split_dual, dual) =
            if FORWARD_MODE { (unit.split_dual(), unit.companion_dual()) } else { Default::default() };
        Self {
            names: quote!(#alias #absent #missing),
            traits: TokenStream::new(),
            calls: TokenStream::new(),
            companion: quote!(#companion #dual),
            halves: quote!(#split #split_dual #size #checks),
        }
    }

    fn new(unit: &Unit<'_>) -> Self {
        let Guard { function: checks, alias } = unit.guard();
        let (absent, missing) = (unit.callees().absent(), unit.missing_rules());
        let (companion, split) = (unit.companion(), unit.split());
        let (split_dual, dual) =
            if FORWARD_MODE { (unit.split_dual(), unit.companion_dual()) } else { Default::default() };
        // A constructor of integers makes what gets a derivative later.
        let has_no_gradient = unit.active_params().next().is_none();
        if unit.takes_functions() || has_no_gradient {
            let (calls, size) = if has_no_gradient {
                (TokenStream::new(), unit.size_if_known())
            } else {
                (unit.unwanted(CALLS_WITH_FUNCTIONS), TokenStream::new())
            };
            let witness = unit.owner.and_then(|_| unit.declared_witness());
            return Self {
                names: quote!(#alias #absent #missing),
                traits: quote!(#witness),
                calls,
                companion: quote!(#companion #dual),
                halves: quote!(#split #split_dual #size #checks),
            };
        }
        let (witness, implementations, by_name) = (unit.declared_witness(), unit.implementations(), unit.by_name());
        let (shorthands, comparison) = (unit.shorthands(), unit.comparison());
        let forward_calls = if FORWARD_MODE { unit.forward_calls() } else { unit.unwanted(FORWARD_CALLS) };
        let second_calls = if SECOND_ORDER { unit.second_calls() } else { unit.unwanted(SECOND_CALLS) };
        let forward = FORWARD_MODE.then(|| unit.forward_implementations());
        let second = SECOND_ORDER.then(|| unit.second_implementations());
        let (refusal, refused) = unit.only_in_a_closure().unzip();
        Self {
            names: quote!(#alias #absent #missing),
            traits: quote!(#witness #implementations #by_name #refused #forward #second),
            calls: quote!(#shorthands #forward_calls #second_calls #comparison),
            companion: quote!(#companion #dual #refusal),
            halves: quote!(#split #split_dual #checks),
        }
    }
}

/// Everything beside a free function.
pub(crate) fn free_function(unit: &Unit<'_>) -> TokenStream {
    let (private, named, quiet) = (private(), private_is_named(), quiet());
    let (vis, name) = (unit.vis, &unit.sig.ident);
    let doc = if unit.takes_functions() {
        format!("The derivative of [`{name}()`]({name}()), for differentiable functions that call it with a closure.")
    } else {
        format!(
            "Derivatives of [`{name}()`]({name}()): its associated functions compute gradients, see each of them. {}",
            unit.order()
        )
    };
    let Beside { names, traits, calls, companion, halves } = Beside::new(unit);
    quote! {
        #[doc = #doc]
        #[allow(non_camel_case_types, missing_debug_implementations)]
        #vis struct #name {}

        #quiet
        const _: () = {
            #named
            // Named once: if another item has the name, that is all there is to report.
            type __This = #name;
            #names

            impl ::core::clone::Clone for __This {
                fn clone(&self) -> Self {
                    *self
                }
            }
            impl ::core::marker::Copy for __This {}
            #[doc(hidden)]
            impl #private::Companion for __This {
                const THIS: Self = Self {};
                type On<__X> = #private::Nowhere;
            }

            impl __This {
                #calls
                #companion
                #halves
            }
            #traits
        };
    }
}

/// Everything beside a method: a hidden companion, and methods of the same type.
pub(crate) fn method(unit: &Unit<'_>) -> TokenStream {
    let (private, named, quiet) = (private(), private_is_named(), quiet());
    let Some(owner) = unit.owner else { return TokenStream::new() };
    let vis = unit.vis;
    let generics = unit.lasting_generics();
    let (impl_generics, _, bounds) = generics.split_for_impl();
    let (this, (rule, this_parameter)) = (unit.witness(), unit.rule_function());
    let (owner_generics, owner_type) = (&owner.generics, &owner.self_ty);
    let (owner_impl, _, owner_bounds) = owner_generics.split_for_impl();
    let method_generics: Vec<_> = unit.sig.generics.params.iter().filter(|param| !unit.is_function(param)).collect();
    let method_bounds = unit.bounds();
    let claim = unit.claim_of_trait();
    let is_next =
        owner.trait_.as_ref().is_some_and(|(_, of, _)| of.segments.last().is_some_and(|of| of.ident == "Iterator"));
    // A trait of the user's may have that name.
    let iterator = (is_next && unit.sig.ident == "next").then(|| {
        let own = owner_bounds.map(|own| &own.predicates).into_iter().flatten();
        quote! {
            impl #owner_impl #private::OwnIterator for #owner_type
            where
                #(#own,)*
                for<'perhaps> #owner_type: ::core::iter::Iterator,
            {
            }
        }
    });
    let witness = unit.witness_items(bounds);
    let by_path = unit.receiver().map(|_| rule_method(&function_of_type(&unit.sig.ident)));
    let rules = [Some((rule, this_parameter)), by_path.map(|rule| (rule, None))].into_iter().flatten().map(
        |(rule, this_parameter)| {
            quote! {
                #[doc(hidden)]
                #vis fn #rule<#(#method_generics),*>(#this_parameter) -> #this #method_bounds {
                    <#this as #private::Companion>::THIS
                }
            }
        },
    );
    let Beside { names, traits, calls, companion, halves } = Beside::new(unit);
    quote! {
        #quiet
        const _: () = {
            #named
            #names
            #claim
            #iterator

            #traits

            #witness
            impl #impl_generics #this #bounds {
                #companion
            }

            impl #owner_impl #owner_type #owner_bounds {
                #(#rules)*
                #calls
                #halves
            }
        };
    }
}

impl Unit<'_> {
    /// A constant for each of the calls.
    fn unwanted(&self, (feature, calls): Calls) -> TokenStream {
        let (private, vis) = (private(), self.vis);
        let feature = Ident::new(feature, Span::call_site());
        let constants = calls.iter().map(|call| {
            let name = self.call_name("", call);
            quote_spanned!(name.span()=> #vis const #name: #private::#feature = #private::#feature;)
        });
        quote!(#(#[doc(hidden)] #[allow(non_upper_case_globals)] #constants)*)
    }

    /// The name of a call: `grad`, or for a method `forward_grad`. It stands where the user's function has its name, so that what
    /// is wrong with a call shows that, and not the attribute.
    pub(super) fn call_name(&self, prefix: &str, name: &str) -> Ident {
        let of_method = match self.owner {
            Some(_) => format!("{}_", self.sig.ident.to_string().trim_start_matches("r#")),
            None => String::new(),
        };
        Ident::new(&format!("{prefix}{of_method}{name}"), self.sig.ident.span())
    }

    /// Which gradients there are, in which order.
    pub(super) fn order(&self) -> String {
        self.order_of("gradient")
    }

    /// The same of what else there is one of for each parameter.
    pub(super) fn order_of(&self, what: &str) -> String {
        let names: Vec<String> = self
            .active_params()
            .map(|param| {
                let name = if param.receiver { Ident::new("self", Span::call_site()) } else { self.param_name(param) };
                format!("`{name}`")
            })
            .collect();
        match names.as_slice() {
            [one] => format!("The {what} is that of {one}."),
            many => format!("The {what}s are those of {}, in this order.", many.join(", ")),
        }
    }
}
