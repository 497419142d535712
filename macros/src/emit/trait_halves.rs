//! The halves of a method where a trait has them: declared in the trait, written there, or passed on to those of a type.
//!
//! They stand outside of the block that holds the rest, so they name the library by its path. Their signature is the same in a trait and in
//! all its implementations: only what is lent is missing in the reverse half.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Ident, WhereClause};

use super::{Unit, elements};
use crate::features::FORWARD_MODE;
use crate::ir::Param;
use crate::library::{private, private_is_named, private_path};
use crate::naming::{
    any_implementation, count, dot, function_of_type, input_name, result_dot, rule_method, slot, tape, width,
};
use crate::numbers::is_of_derived_code;
use crate::quoting::{arguments, quiet, tuple};
use crate::words::replaced;

/// One of the two functions with halves.
struct Half {
    name: Ident,
    /// `const K: usize,` and the parameters that only the one with tangents has.
    count: Option<TokenStream>,
    more: Option<TokenStream>,
    slots: Vec<TokenStream>,
    input: TokenStream,
    /// The names of these parameters.
    passed: Vec<Ident>,
}

/// What the derivatives of calls through a trait are found by, outside of it.
pub(crate) fn companion_of_trait(unit: &Unit<'_>) -> TokenStream {
    let (named, quiet) = (private_is_named(), quiet());
    let (witness, this, companion) = (unit.declared_witness(), unit.witness(), unit.companion());
    let dual = FORWARD_MODE.then(|| unit.companion_dual());
    let generics = unit.lasting_generics();
    let (parameters, ..) = generics.split_for_impl();
    let bounds = unit.all_bounds();
    let items = unit.witness_items(bounds.as_ref());
    quote! {
        #quiet
        #[doc(hidden)]
        #witness
        #quiet
        const _: () = {
            #named
            #items
            impl #parameters #this #bounds {
                #companion
                #dual
            }
        };
    }
}

/// What leads to that companion, and the halves: those of the method that the trait defines, or those that its implementations have.
pub(crate) fn items_of_trait(unit: &Unit<'_>, has_body: bool) -> TokenStream {
    let private = private_path();
    let (rule, this) = unit.rule_function();
    let (generics, bounds) = (&unit.sig.generics.params, unit.bounds_in_trait());
    let witness = replaced(unit.witness(), &any_implementation(), &quote!(Self));
    let quiet = quiet();
    let halves = if has_body {
        // Claims name the type of any implementation.
        replaced(unit.written_halves(), &any_implementation(), &quote!(Self))
    } else {
        let missing = quote!(#private::not_implemented());
        unit.halves(&missing, &missing)
    };
    // `Shape::area(&circle)` calls the function of the trait.
    let by_path = unit.receiver().map(|_| {
        let rule = rule_method(&function_of_type(&unit.sig.ident));
        quote! {
            #quiet
            #[doc(hidden)]
            fn #rule<#generics>() -> #witness #bounds {
                <#witness as #private::Companion>::THIS
            }
        }
    });
    quote! {
        #quiet
        #[doc(hidden)]
        fn #rule<#generics>(#this) -> #witness #bounds {
            <#witness as #private::Companion>::THIS
        }
        #by_path
        #halves
    }
}

/// The halves for the `impl` block of a trait.
pub(crate) fn halves_for_trait(unit: &Unit<'_>) -> TokenStream {
    if unit.is_in_trait() {
        return unit.written_halves();
    }
    let pass = |half: &Half, count: Option<TokenStream>| {
        let (t, name, input) = (tape(), &half.name, input_name());
        let generics = arguments(&unit.sig.generics);
        let slots = unit.slot_params().map(|param| slot(&unit.param_name(param)));
        let values = unit.function.params.iter().map(|param| {
            let name = unit.param_name(param);
            if unit.is_gone(param) && !param.lent { quote!(__Sweep::lend(#name)) } else { quote!(#name) }
        });
        let passed = &half.passed;
        quote!(<Self>::#name::<__Sweep, #(#generics,)* #count #(#slots),*>(#t, #(#values,)* #(#passed,)* #input))
    };
    let count = count();
    unit.halves(&pass(&unit.first_order(), None), &pass(&unit.with_tangents(), Some(quote!(#count,))))
}

/// The path of the library for its name in the block.
fn outside_of_the_block(code: TokenStream) -> TokenStream {
    replaced(code, &private(), &private_path())
}

impl Unit<'_> {
    /// Both functions with their bodies.
    fn written_halves(&self) -> TokenStream {
        let (named, alias) = (private_is_named(), self.guard().alias);
        let (absent, missing) = (self.callees().absent(), self.missing_rules());
        let names = quote!(#named #alias #absent #missing);
        let (body, dual) = (self.split_body(), self.split_dual_body());
        self.halves(&quote!(#names #body), &quote!(#names #dual))
    }

    /// Both functions with these bodies.
    fn halves(&self, body: &TokenStream, dual: &TokenStream) -> TokenStream {
        let first = self.half(&self.first_order(), body);
        let second = FORWARD_MODE.then(|| self.half(&self.with_tangents(), dual));
        quote!(#first #second)
    }

    fn half(&self, half: &Half, body: &TokenStream) -> TokenStream {
        let Half { name, count, more, slots, input, .. } = half;
        let (private, t, input_name, quiet) = (private(), tape(), input_name(), quiet());
        let generics = &self.sig.generics;
        let (lifetimes, others) = (generics.lifetimes(), generics.params.iter().filter(|param| !is_lifetime(param)));
        let others = others.filter(|param| !self.is_of_block(param));
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.param_name(param), param.by_reference());
            if param.lent { quote!(#name: __Sweep::Lent<#ty>) } else { quote!(#name: #ty) }
        });
        let (output, bounds) = (self.output(), self.bounds_in_trait());
        let signature = outside_of_the_block(quote! {
            fn #name<#(#lifetimes,)* __Sweep: #private::Sweep, #(#others,)* #count #(#slots),*>(
                #t: &mut #private::Tape<'_>,
                #(#params,)*
                #more
                #input_name: __Sweep::Input<#input>,
            ) -> __Sweep::Output<#output> #bounds
        });
        quote!(#quiet #[doc(hidden)] #signature { #body })
    }

    /// The parameters of the block that were handed down to the method.
    fn is_of_block(&self, param: &syn::GenericParam) -> bool {
        let own = crate::syntax::type_parameters::own(&self.sig.generics, self.owner);
        let text = |param: &syn::GenericParam| param.to_token_stream().to_string();
        !own.params.iter().any(|own| text(own) == text(param))
    }

    /// What holds where the halves are used. The types are the user's.
    fn bounds_in_trait(&self) -> Option<WhereClause> {
        let mut bounds = self.sig.generics.where_clause.clone().unwrap_or_else(|| syn::parse_quote!(where));
        // Those of the block that derived code has more than the user's: there they are in another block.
        let outer = self.owner.filter(|_| !self.is_in_trait()).and_then(|owner| owner.generics.where_clause.as_ref());
        let more = outer.iter().flat_map(|outer| &outer.predicates);
        bounds.predicates.extend(more.filter(|bound| is_of_derived_code(bound)).cloned());
        bounds.predicates.push(syn::parse_quote!(Self: ::core::marker::Sized + 'static));
        let bounds = outside_of_the_block(bounds.to_token_stream());
        syn::parse2(bounds).ok()
    }

    fn first_order(&self) -> Half {
        let (private, output) = (private(), self.output());
        Half {
            name: self.split_name(),
            count: None,
            more: None,
            slots: self.slots_in_trait("Slot"),
            input: self.input_in_trait(&quote!(&#private::Ct<#output>), |ct| quote!(&mut #ct)),
            passed: Vec::new(),
        }
    }

    fn with_tangents(&self) -> Half {
        let (private, output, width, count, result_dot) = (private(), self.output(), width(), count(), result_dot());
        let dot_of = |param: &Param| dot(&self.param_name(param));
        let tangents = self.function.params.iter().map(|param| {
            let (name, ty) = (dot_of(param), self.tangents_type(param, &|ty| plain_cotangent(ty)));
            let mutable = (param.lent && self.function.var(param.var).active).then(|| quote!(mut));
            quote!(#mutable #name: #ty)
        });
        let more = quote! {
            #width: #private::Width<#count, __Sweep>,
            #result_dot: __Sweep::Lent<&mut [#private::Ct<#output>; #count]>,
            #(#tangents,)*
        };
        let bar = quote!(#private::PairRef<'_, #private::Ct<#output>>);
        Half {
            name: self.split_dual_name(),
            count: Some(quote!(const #count: ::core::primitive::usize,)),
            more: Some(more),
            slots: self.slots_in_trait("PairSlot"),
            input: self.input_in_trait(&bar, |ct| quote!(#private::PairMut<'_, #ct>)),
            passed: [width, result_dot].into_iter().chain(self.function.params.iter().map(dot_of)).collect(),
        }
    }

    fn slots_in_trait(&self, bound: &str) -> Vec<TokenStream> {
        let (private, bound) = (private(), Ident::new(bound, proc_macro2::Span::call_site()));
        let slots = self.slot_params().map(|param| {
            let (slot, ct) = (slot(&self.param_name(param)), plain_cotangent(&param.ty));
            quote!(#slot: #private::#bound<#ct>)
        });
        slots.collect()
    }

    fn input_in_trait(&self, of_result: &TokenStream, lent: impl Fn(&TokenStream) -> TokenStream) -> TokenStream {
        let others = self.active_params().map(|param| {
            if param.lent {
                return lent(&plain_cotangent(&param.ty));
            }
            let slot = slot(&self.param_name(param));
            quote!(#slot)
        });
        tuple(std::iter::once(of_result.clone()).chain(others))
    }
}

fn is_lifetime(param: &syn::GenericParam) -> bool {
    matches!(param, syn::GenericParam::Lifetime(_))
}

/// The type of the place of a cotangent, as the user's code has the type of the value.
fn plain_cotangent(ty: &syn::Type) -> TokenStream {
    let private = private();
    elements(ty).map_or_else(|| quote!(#private::Ct<#ty>), |element| quote!([#private::Ct<#element>]))
}
