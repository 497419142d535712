//! What stands beside the function: the companion that other generated code calls, and the calls that users make.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::wanted::{self, FORWARD_MODE, SECOND_ORDER};
use super::{Unit, arguments, private, private_is_named, quiet};

/// Everything beside a free function.
pub(crate) fn free_function(unit: &Unit<'_>) -> TokenStream {
    let (private, named, quiet) = (private(), private_is_named(), quiet());
    let (vis, name) = (unit.vis, &unit.sig.ident);
    let doc = format!(
        "Derivatives of [`{name}()`]({name}()): its associated functions compute gradients, see each of them. {}",
        unit.order()
    );
    let (split, companion, shorthands) = (unit.split(), unit.companion(), unit.shorthands());
    let (witness, implementations) = (unit.declared_witness(), unit.implementations());
    let (split_dual, dual) = if FORWARD_MODE { (unit.split_dual(), unit.companion_dual()) } else { Default::default() };
    let forward_calls = if FORWARD_MODE { unit.forward_calls() } else { unit.unwanted(wanted::FORWARD_CALLS) };
    let second_calls = if SECOND_ORDER { unit.second_calls() } else { unit.unwanted(wanted::SECOND_CALLS) };
    let forward = FORWARD_MODE.then(|| unit.forward_implementations());
    let second = SECOND_ORDER.then(|| unit.second_implementations());
    let comparison = unit.comparison();
    let super::guard::Guard { function: checks, alias } = unit.guard();
    let (absent, missing) = (unit.callees().absent(), unit.missing_rules());
    quote! {
        #[doc = #doc]
        #[allow(non_camel_case_types, missing_debug_implementations)]
        #vis struct #name {}

        #quiet
        const _: () = {
            #named
            // Named once: if another item has the name, that is all there is to report.
            type __This = #name;
            #alias
            #absent
            #missing

            impl ::core::clone::Clone for __This {
                fn clone(&self) -> Self {
                    *self
                }
            }
            impl ::core::marker::Copy for __This {}
            #[doc(hidden)]
            impl #private::Companion for __This {
                const THIS: Self = Self {};
                type On<X> = #private::Nowhere;
            }

            impl __This {
                #shorthands
                #forward_calls
                #second_calls
                #comparison
                #companion
                #dual
                #split
                #split_dual
                #checks
            }
            #witness
            #implementations
            #forward
            #second
        };
    }
}

/// Everything beside a method: a hidden companion, and methods of the same type.
pub(crate) fn method(unit: &Unit<'_>) -> TokenStream {
    let (private, named, quiet) = (private(), private_is_named(), quiet());
    let Some(owner) = unit.owner else { return TokenStream::new() };
    let (vis, name) = (unit.vis, &unit.sig.ident);
    let generics = unit.generics();
    let (impl_generics, _, bounds) = generics.split_for_impl();
    let names = arguments(&generics);
    let companion_name = unit.witness_name();
    let rule = format_ident!("derivative_of_{}", name.to_string().trim_start_matches("r#"));
    let (owner_generics, owner_type) = (&owner.generics, &owner.self_ty);
    let (owner_impl, _, owner_bounds) = owner_generics.split_for_impl();
    let (method_generics, method_bounds) = (&unit.sig.generics.params, unit.bounds());
    let (split, companion, shorthands) = (unit.split(), unit.companion(), unit.shorthands());
    let (witness, implementations) = (unit.declared_witness(), unit.implementations());
    let (split_dual, dual) = if FORWARD_MODE { (unit.split_dual(), unit.companion_dual()) } else { Default::default() };
    let forward_calls = if FORWARD_MODE { unit.forward_calls() } else { unit.unwanted(wanted::FORWARD_CALLS) };
    let second_calls = if SECOND_ORDER { unit.second_calls() } else { unit.unwanted(wanted::SECOND_CALLS) };
    let forward = FORWARD_MODE.then(|| unit.forward_implementations());
    let second = SECOND_ORDER.then(|| unit.second_implementations());
    let comparison = unit.comparison();
    let super::guard::Guard { function: checks, alias } = unit.guard();
    let (absent, missing) = (unit.callees().absent(), unit.missing_rules());
    quote! {
        #quiet
        const _: () = {
            #named
            #alias
            #absent
            #missing

            #witness
            #implementations
            #forward
            #second

            impl #impl_generics ::core::clone::Clone for #companion_name<#(#names),*> #bounds {
                fn clone(&self) -> Self {
                    *self
                }
            }
            impl #impl_generics ::core::marker::Copy for #companion_name<#(#names),*> #bounds {}
            impl #impl_generics #private::Companion for #companion_name<#(#names),*> #bounds {
                const THIS: Self = Self(::core::marker::PhantomData);
                // A method by value of a user's trait goes before this one, which takes `self` by reference.
                type On<__X> = __X;
            }
            impl #impl_generics #companion_name<#(#names),*> #bounds {
                #companion
                #dual
            }

            impl #owner_impl #owner_type #owner_bounds {
                #[doc(hidden)]
                #vis fn #rule<#method_generics>(&self) -> #companion_name<#(#names),*> #method_bounds {
                    <#companion_name<#(#names),*> as #private::Companion>::THIS
                }
                #shorthands
                #forward_calls
                #second_calls
                #comparison
                #split
                #split_dual
                #checks
            }
        };
    }
}

impl Unit<'_> {
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
