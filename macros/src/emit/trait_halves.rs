//! The halves of a method where a trait has them: declared in the trait, written there, or passed on to those of a type.
//!
//! They stand outside of the block that holds the rest, so they name the library by its path. Their signature is the same in a trait and in
//! all its implementations: only what is lent is missing in the reverse half.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericArgument, Ident, PathArguments, Type, WhereClause, WherePredicate, parse_quote};

use super::{Unit, elements};
use crate::accept::elementary_functions::name_of;
use crate::features::FORWARD_MODE;
use crate::ir::Param;
use crate::library::{private, private_is_named, private_path};
use crate::naming::{
    any_implementation, count, dot, function_of_type, input_name, result_dot, rule_method, slot, tape, width,
};
use crate::numbers::is_of_derived_code;
use crate::quoting::{arguments, quiet, tuple};
use crate::words::{replaced, words};

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

/// What a method in the `impl` block of a trait has for the trait.
pub(crate) fn halves_for_trait(unit: &Unit<'_>) -> ForTrait {
    let numbers = unit.numbers_of_block();
    let mut needs = unit.places_in_trait(&numbers);
    needs.extend((!unit.kept_of_block().is_empty()).then(kept));
    let absent = (!needs.is_empty()).then(|| unit.absent_halves(&numbers));
    ForTrait { halves: unit.halves_for_trait(), absent, needs }
}

/// Halves for a trait, which knows whether it wants them.
#[derive(Default)]
pub(crate) struct ForTrait {
    pub(crate) halves: TokenStream,
    /// What is there in place of them, where the trait does not say all that they need.
    pub(crate) absent: Option<TokenStream>,
    /// What they need: that a parameter of the trait is a number, by its place, or that [`itself`] is one; that values are [`kept`].
    pub(crate) needs: Vec<TokenStream>,
}

/// That each implementation is a number.
pub(crate) fn itself() -> TokenStream {
    quote!(itself)
}

/// That values of each implementation can be kept. Where a method changes its receiver, one that is generic over another needs it.
pub(crate) fn kept() -> TokenStream {
    quote!(kept)
}

/// That the type parameter at a place is a number.
pub(crate) fn place_in_trait(place: usize) -> TokenStream {
    Literal::usize_unsuffixed(place).to_token_stream()
}

/// The path of the library for its name in the block.
fn outside_of_the_block(code: TokenStream) -> TokenStream {
    replaced(code, &private(), &private_path())
}

impl Unit<'_> {
    fn halves_for_trait(&self) -> TokenStream {
        if self.is_in_trait() {
            return self.written_halves();
        }
        let pass = |half: &Half, count: Option<TokenStream>| {
            let (t, name, input) = (tape(), &half.name, input_name());
            let generics = arguments(&self.sig.generics);
            let slots = self.slot_params().map(|param| slot(&self.param_name(param)));
            let values = self.function.params.iter().map(|param| {
                let name = self.param_name(param);
                if self.is_gone(param) && !param.lent { quote!(__Sweep::lend(#name)) } else { quote!(#name) }
            });
            let passed = &half.passed;
            quote!(<Self>::#name::<__Sweep, #(#generics,)* #count #(#slots),*>(#t, #(#values,)* #(#passed,)* #input))
        };
        let count = count();
        self.halves(&pass(&self.first_order(), None), &pass(&self.with_tangents(), Some(quote!(#count,))))
    }

    /// The parameters of the block that are numbers, as far as this method tells.
    fn numbers_of_block(&self) -> Vec<Ident> {
        let own = crate::syntax::type_parameters::own(&self.sig.generics, self.owner);
        let is_own = |name: &Ident| own.type_params().any(|param| param.ident == *name);
        let generics = self.owner.map(|owner| &owner.generics).into_iter().chain([&self.sig.generics]);
        let names = generics.flat_map(crate::numbers::of).filter_map(name_of).filter(|name| !is_own(name));
        let mut names: Vec<_> = names.cloned().collect();
        names.sort();
        names.dedup();
        names
    }

    /// The other parameters of the block of which a method that changes its receiver has values.
    fn kept_of_block(&self) -> Vec<Ident> {
        let Some(owner) = self.owner.filter(|_| crate::numbers::has_mutable_self(self.sig)) else { return Vec::new() };
        let numbers = crate::numbers::of(&owner.generics);
        let is_number = |name: &Ident| numbers.iter().any(|ty| name_of(ty) == Some(name));
        let names = owner.generics.type_params().map(|param| &param.ident);
        names.filter(|name| !is_number(name) && crate::numbers::is_kept(name, &owner.generics)).cloned().collect()
    }

    /// What the trait says of these, in the order of its parameters.
    fn places_in_trait(&self, numbers: &[Ident]) -> Vec<TokenStream> {
        let Some(owner) = self.owner else { return Vec::new() };
        let (_, of, _) = owner.trait_.as_ref().expect("the block is that of a trait");
        let types: Vec<_> = match of.segments.last().map(|last| &last.arguments) {
            Some(PathArguments::AngleBracketed(of)) => of.args.iter().map(argument_of).collect(),
            _ => Vec::new(),
        };
        let this = name_of(&owner.self_ty).filter(|this| numbers.contains(this));
        let is_elsewhere = |name: &&Ident| this == Some(*name) || types.contains(&Some(*name));
        let of_its_own = (!numbers.iter().all(|name| is_elsewhere(&name))).then(|| quote!(of_its_own));
        let is_number = |ty: Option<&Ident>| ty.is_some_and(|ty| numbers.contains(ty));
        let places = types.iter().enumerate().filter(|(_, ty)| is_number(**ty)).map(|(place, _)| place_in_trait(place));
        this.map(|_| itself()).into_iter().chain(places).chain(of_its_own).collect()
    }

    /// What stands in place of the halves in a trait for which these may be anything.
    fn absent_halves(&self, numbers: &[Ident]) -> TokenStream {
        let kept = self.kept_of_block();
        if self.is_in_trait() {
            let owner = self.owner.expect("the method is in a block");
            let error = if kept.is_empty() {
                "a type parameter is a number here, and may be anything in the trait\nhelp: give the parameter of the trait its bound, as in `trait Curve<T: Float>`"
            } else {
                "a method changes a value of any type with this trait\nhelp: say that they can be copied, as in `trait Filter: Clone`"
            };
            return quote_spanned!(owner.self_ty.span()=> ::core::compile_error!(#error););
        }
        let mut bounds = self.bounds_in_trait();
        let is_more = |bound: &WherePredicate| {
            let is_of = |word: &Ident| numbers.contains(word) || kept.contains(word);
            is_of_derived_code(bound) && words(bound.to_token_stream()).iter().any(is_of)
        };
        bounds.predicates = bounds.predicates.into_iter().filter(|bound| !is_more(bound)).collect();
        // What the trait has for the types of its signature.
        let private = private_path();
        let types =
            self.function.params.iter().filter(|param| self.function.var(param.var).active).map(|param| &param.ty);
        bounds.predicates.extend(
            types
                .chain(crate::numbers::result(self.sig))
                .map(|ty| -> WherePredicate { parse_quote!(#ty: #private::Differentiable) }),
        );
        let body = if kept.is_empty() {
            quote!(#private::only_of_numbers::<Self>())
        } else {
            quote!(#private::only_of_copies::<Self>())
        };
        self.halves_where(&bounds, &body, &body)
    }

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
        self.halves_where(&self.bounds_in_trait(), body, dual)
    }

    fn halves_where(&self, bounds: &WhereClause, body: &TokenStream, dual: &TokenStream) -> TokenStream {
        let first = self.half(&self.first_order(), bounds, body);
        let second = FORWARD_MODE.then(|| self.half(&self.with_tangents(), bounds, dual));
        quote!(#first #second)
    }

    fn half(&self, half: &Half, bounds: &WhereClause, body: &TokenStream) -> TokenStream {
        let Half { name, count, more, slots, input, .. } = half;
        let (private, t, input_name, quiet) = (private(), tape(), input_name(), quiet());
        let generics = &self.sig.generics;
        let (lifetimes, others) = (generics.lifetimes(), generics.params.iter().filter(|param| !is_lifetime(param)));
        let others = others.filter(|param| !self.is_of_block(param));
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.param_name(param), param.by_reference());
            if param.lent { quote!(#name: __Sweep::Lent<#ty>) } else { quote!(#name: #ty) }
        });
        let output = self.output();
        let bounds = outside_of_the_block(bounds.to_token_stream());
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
    fn bounds_in_trait(&self) -> WhereClause {
        let mut bounds = self.sig.generics.where_clause.clone().unwrap_or_else(|| parse_quote!(where));
        // Those of the block that derived code has more than the user's: there they are in another block.
        let outer = self.owner.filter(|_| !self.is_in_trait()).and_then(|owner| owner.generics.where_clause.as_ref());
        let more = outer.iter().flat_map(|outer| &outer.predicates);
        bounds.predicates.extend(more.filter(|bound| is_of_derived_code(bound)).cloned());
        bounds.predicates.push(parse_quote!(Self: ::core::marker::Sized + 'static));
        bounds
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

fn argument_of(argument: &GenericArgument) -> Option<&Ident> {
    match argument {
        GenericArgument::Type(ty) => name_of(ty),
        _ => None,
    }
}

fn is_lifetime(param: &syn::GenericParam) -> bool {
    matches!(param, syn::GenericParam::Lifetime(_))
}

/// The type of the place of a cotangent, as the user's code has the type of the value.
fn plain_cotangent(ty: &Type) -> TokenStream {
    let private = private();
    elements(ty).map_or_else(|| quote!(#private::Ct<#ty>), |element| quote!([#private::Ct<#element>]))
}
