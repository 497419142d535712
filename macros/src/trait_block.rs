//! `#[differentiable] trait`: code that is generic over the implementations calls the derivatives of the methods.
//!
//! The halves of a method with a derivative are functions of the trait. A method that the trait defines has its halves there; those of the
//! others come from the `impl` blocks, which have the attribute too.
//!
//! ```text
//! // in
//! trait Model { fn predict(&self, x: f64) -> f64; }
//! // out
//! trait Model: Differentiable {
//!     fn predict(&self, x: f64) -> f64;
//!     fn derivative_of_predict(&self) -> DerivativeOf_predict_of_Model<Self> { .. }
//!     fn split_of_predict<__Sweep: Sweep, ..>(t: &mut Tape, __self: &Self, x: &f64, input: ..) -> __Sweep::Output<f64>;
//! }
//! ```
//!
//! An `impl` block cannot know whether its trait has the attribute. So a macro of the same name stands beside the trait, and an import of
//! the trait imports it too. It writes the halves that the trait declares. Where there is none, a macro of the library writes nothing.

use std::cell::Cell;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    Block, GenericParam, Ident, ImplItem, ItemImpl, ItemTrait, PathArguments, Signature, TraitItem, TraitItemFn,
    TypeParamBound, Visibility,
};

use crate::expand::{is_silenced, stages_of, strip};
use crate::library::private_path;
use crate::naming::any_implementation;
use crate::quoting::{arguments, quiet};
use crate::report::Report;
use crate::syntax::number_methods::number_method;
use crate::syntax::type_parameters;
use crate::words::words;
use crate::{accept, emit, numbers, passed_on};

/// Names of the prelude of the library that a trait of the user's may have.
const PRELUDE: [&str; 46] = [
    "Activations",
    "Axis",
    "Batch",
    "Batched",
    "Broadcast",
    "BroadcastAxis",
    "Channels",
    "Column",
    "Comparisons",
    "Concat",
    "Convolutions",
    "Differentiable",
    "Dim",
    "Element",
    "FastMath",
    "ForwardFunction",
    "Function",
    "Functions",
    "HasAxis",
    "Insert",
    "Leaf",
    "Leaves",
    "MatMul",
    "Matrix",
    "Nested",
    "Optimizer",
    "Permute",
    "Poolings",
    "PureFunction",
    "Ranked",
    "Real",
    "Row",
    "Schedule",
    "Shape",
    "Slot",
    "Squeeze",
    "Stack",
    "Store",
    "SumTo",
    "SumToAxis",
    "Tangent",
    "Tensor",
    "Transpose",
    "Unfoldings",
    "Vector",
    "Workspace",
];

/// The trait with the halves of its methods, and what stands beside it.
pub(crate) fn trait_block(mut block: ItemTrait, mut report: Report) -> TokenStream {
    let (methods, passed_on) = with_derivatives(&block);
    if let (Some(lifetime), false) = (block.generics.lifetimes().next(), methods.is_empty()) {
        report.refuse(
            lifetime,
            "a trait with lifetime parameters cannot be differentiated yet\nhelp: give the lifetime to its methods",
        );
    }
    let (mut beside, mut items) = (TokenStream::new(), TokenStream::new());
    let (mut owner, this) = (any_of(&block), any_implementation());
    let mut of_all = None;
    if !passed_on.is_empty() || is_of_numbers(&block, &methods) {
        owner.generics.make_where_clause().predicates.extend(numbers::bounds_of_number(&this));
    } else if methods.iter().any(has_values_of_self) {
        let bound = of_values_of_self(&block, &methods);
        if has_numbers(&owner, &methods) || may_have_numbers(&block) {
            owner.generics.make_where_clause().predicates.push(syn::parse_quote!(#this: #bound));
        } else {
            of_all = Some(bound);
        }
    }
    let is_kept = of_all.as_ref().is_some_and(are_kept);
    if report.is_empty() {
        for method in &methods {
            if let Some((companion, halves)) = of_method(&owner, method, is_kept, &mut report) {
                beside.extend(companion);
                items.extend(halves);
            }
        }
    }
    as_they_were(&mut block);
    let errors = report.into_errors();
    if methods.is_empty() && passed_on.is_empty() || errors.is_some() {
        return quote!(#block #errors);
    }
    if let Some(bound) = of_all {
        block.colon_token.get_or_insert_default();
        block.supertraits.push(bound);
    }
    let marker = marker();
    block.items.push(TraitItem::Verbatim(quote!(#[doc(hidden)] #marker;)));
    block.items.push(TraitItem::Verbatim(items));
    block.items.push(TraitItem::Verbatim(passed_on::claims(&passed_on)));
    let told = told(&block, &owner, &methods, &passed_on);
    quote!(#block #beside #told)
}

/// A method that gets a derivative.
fn with_derivative<'b>(block: &ItemTrait, item: &'b TraitItem) -> Option<&'b TraitItemFn> {
    let TraitItem::Fn(method) = item else { return None };
    let is_asked_for = method.sig.receiver().is_none() && method.attrs.iter().any(is_mark);
    let stays = accept::staying::stays(&method.sig, true) || accept::functions::takes_one(&method.sig);
    let is_known = accept::lent_results::lent(&method.sig)
        .is_none_or(|lent| accept::lent_results::is_number_or_self(lent, &block.generics));
    (is_asked_for || !stays && is_known).then_some(method)
}

/// The methods that get a derivative. Those of numbers that have the name of one of `f64` do not: on `f64` that one is called. The
/// second list has the names of these.
fn with_derivatives(block: &ItemTrait) -> (Vec<TraitItemFn>, Vec<Ident>) {
    let mut methods: Vec<_> = block.items.iter().filter_map(|item| with_derivative(block, item)).cloned().collect();
    if !is_of_numbers(block, &methods) {
        let is_of_values = |sig: &Signature| {
            let is_value = |ty: &syn::Type| is_self(ty) || numbers::is_one_of(ty, &block.generics, sig);
            accept::elementary_functions::is_of_values(sig, &is_value)
        };
        let all = block.items.iter().filter_map(|item| match item {
            TraitItem::Fn(method) if is_of_values(&method.sig) => Some(method),
            item => with_derivative(block, item),
        });
        return (all.cloned().collect(), Vec::new());
    }
    methods.retain(|method| number_method(&method.sig.ident).is_none());
    (methods, passed_on::names(block))
}

fn is_copied(of: &TypeParamBound) -> bool {
    matches!(of, TypeParamBound::Trait(of) if numbers::is_copied(of))
}

/// Whether a trait is one of numbers: all that its methods give is `Self`, and nothing in it is of a known number type. Its bounds are not
/// those of the implementations, so that one may be for all `T: num_traits::Float`. Methods as `sqrt` show that beside others.
fn is_of_numbers(block: &ItemTrait, methods: &[TraitItemFn]) -> bool {
    let gives_self = |method: &TraitItemFn| numbers::result(&method.sig).is_some_and(is_self);
    let names_a_number = |code: TokenStream| words(code).iter().any(|word| word == "f32" || word == "f64");
    let supertraits = &block.supertraits;
    if passed_on::are_of_numbers(&passed_on::names(block)) {
        return true;
    }
    // One with parameters has those for its numbers, beside which its values may be vectors.
    !methods.is_empty()
        && block.generics.type_params().next().is_none()
        && methods.iter().all(gives_self)
        && !names_a_number(quote!(#supertraits))
        && !methods.iter().any(|method| names_a_number(method.sig.to_token_stream()))
}

fn is_self(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(ty) if ty.path.is_ident("Self"))
}

/// `#[differentiable]` on an associated function, inside of the block.
pub(crate) fn is_mark(attr: &syn::Attribute) -> bool {
    matches!(&attr.meta, syn::Meta::Path(path) if path.segments.last().is_some_and(|last| last.ident == "differentiable"))
}

/// The bound on implementations that have a derivative. If there may be more values of one than the arguments, these may be kept; and
/// then there are no objects of the trait.
fn of_values_of_self(block: &ItemTrait, methods: &[TraitItemFn]) -> TypeParamBound {
    let gives_self = |method: &TraitItemFn| {
        let output = words(method.sig.output.to_token_stream());
        method.sig.generics.where_clause.is_none() && output.iter().any(|word| word == "Self")
    };
    let private = private_path();
    if block.supertraits.iter().any(is_copied) || methods.iter().any(gives_self) {
        syn::parse_quote!(#private::KeptOnTape)
    } else {
        syn::parse_quote!(#private::Differentiable)
    }
}

/// Whether a value of the implementation, with a derivative, is among the arguments or the result.
fn has_values_of_self(method: &TraitItemFn) -> bool {
    let is_constant = |attrs: &[syn::Attribute]| attrs.iter().any(|attr| attr.path().is_ident("constant"));
    let mut types = numbers::active(&method.sig).chain(numbers::result(&method.sig));
    method.sig.receiver().is_some_and(|receiver| !is_constant(&receiver.attrs))
        || types.any(|ty| words(ty.to_token_stream()).iter().any(|word| word == "Self"))
}

/// The `impl` block of any implementation: `impl<__Self: Model<T>, T> Model<T> for __Self {}`.
fn any_of(block: &ItemTrait) -> ItemImpl {
    let (this, name, names) = (any_implementation(), &block.ident, arguments(&block.generics));
    let mut generics = block.generics.clone();
    let of = quote!(#name<#(#names),*>);
    generics.params.insert(0, syn::parse_quote!(#this: #of + 'static));
    let (parameters, _, bounds) = generics.split_for_impl();
    let bounds = bounds.to_token_stream();
    let bounds = crate::operator_impls::with_type(bounds, &syn::parse_quote!(#this));
    syn::parse_quote!(impl #parameters #of for #this #bounds {})
}

/// Whether a bound is on any implementation, or on what leads from it to its functions.
fn is_of_any(predicate: &syn::WherePredicate) -> bool {
    numbers::is_of_derived_code(predicate)
        && words(predicate.to_token_stream()).iter().any(|word| *word == any_implementation())
}

/// Whether a parameter of the trait is a number: `trait Curve<T: Float>`. Then an implementation is differentiable only for numbers with
/// derivatives, which its methods say.
fn has_numbers(owner: &ItemImpl, methods: &[TraitItemFn]) -> bool {
    let this = any_implementation();
    let of_trait = |name: &Ident| *name != this && owner.generics.type_params().any(|param| param.ident == *name);
    let bounded = methods.iter().map(|method| numbers::bounded(&method.sig, &syn::parse_quote!({}), Some(owner)));
    bounded.filter_map(|(_, _, owner)| owner).any(|owner| {
        numbers::of(&owner.generics)
            .iter()
            .any(|ty| matches!(ty, syn::Type::Path(ty) if ty.path.get_ident().is_some_and(of_trait)))
    })
}

/// The companion of a method, and what the trait has of it. `is_kept`: the trait says that its values can be kept.
fn of_method(
    owner: &ItemImpl,
    method: &TraitItemFn,
    is_kept: bool,
    report: &mut Report,
) -> Option<(TokenStream, TokenStream)> {
    let never: Block = syn::parse_quote!({ ::core::panic!("any implementation") });
    let body = method
        .default
        .as_ref()
        .map_or_else(|| never.clone(), |body| accept::checkpoint_attribute::whole(body, &method.attrs, report));
    let mut sig = method.sig.clone();
    // Derived code has a value of its own.
    let is_by_value = |receiver: &syn::Receiver| receiver.reference.is_none();
    if method.default.is_some() && sig.receiver().is_some_and(is_by_value) {
        sig.generics.make_where_clause().predicates.push(syn::parse_quote!(Self: ::core::clone::Clone));
    }
    // One that changes its receiver keeps it.
    if numbers::has_mutable_self(&sig) && !is_kept {
        let kept = quote!(::cotangent::generated::KeptOnTape);
        sig.generics.make_where_clause().predicates.push(syn::parse_quote!(Self: #kept));
    }
    // What holds for the trait's methods only.
    if let Some(clause) = &owner.generics.where_clause {
        let those = clause.predicates.iter().filter(|predicate| is_of_any(predicate));
        sig.generics.make_where_clause().predicates.extend(those.map(numbers::of_self));
    }
    let everywhere = Visibility::Public(<syn::Token![pub]>::default());
    let items = Cell::new(TokenStream::new());
    let companion = stages_of(&everywhere, &sig, &body, None, Some(owner), report, &|unit| {
        items.set(emit::items_of_trait(unit, method.default.is_some()));
        emit::companion_of_trait(unit)
    });
    Some((companion?, items.into_inner()))
}

/// The trait without what only the macro understands.
fn as_they_were(block: &mut ItemTrait) {
    for item in &mut block.items {
        let TraitItem::Fn(method) = item else { continue };
        method.attrs.retain(|attr| !accept::checkpoint_attribute::is_checkpoint(attr) && !is_mark(attr));
        strip(&mut method.sig);
        if let Some(body) = &mut method.default {
            *body = accept::checkpoint_attribute::block_without(body);
        }
        if is_silenced(&mut method.sig) && method.default.is_some() {
            method.default = Some(syn::parse_quote!({ loop {} }));
        }
    }
}

/// What an `impl` block without the attribute lacks.
fn marker() -> TokenStream {
    quote!(fn needs_the_attribute_differentiable() where Self: ::core::marker::Sized)
}

/// Whether some implementations may be for numbers only, as a parameter of the trait has no bounds: `impl<T: Float> Curve<T> for Line<T>`.
fn may_have_numbers(block: &ItemTrait) -> bool {
    let bounds = type_parameters::bounds(&block.generics);
    let is_any = |param: &syn::TypeParam| !bounds.iter().any(|(name, _)| **name == param.ident);
    block.generics.type_params().any(is_any)
}

/// Whether a bound says that values can be kept.
fn are_kept(bound: &TypeParamBound) -> bool {
    words(bound.to_token_stream()).iter().any(|word| word == "KeptOnTape")
}

/// What is a number of what a method of the trait is generic over: an implementation need not have the halves for more of them.
fn numbers_of(owner: &ItemImpl, method: &TraitItemFn) -> Vec<TokenStream> {
    let (sig, _, owner) = numbers::bounded(&method.sig, &syn::parse_quote!({}), Some(owner));
    let of_owner = owner.iter().flat_map(|owner| numbers::of(&owner.generics));
    let numbers: Vec<_> = of_owner.chain(numbers::of(&sig.generics)).collect();
    let is_number = |name: &Ident| numbers.iter().any(|ty| matches!(ty, syn::Type::Path(ty) if ty.path.is_ident(name)));
    let this = (is_number(&any_implementation()) || numbers.iter().any(|ty| is_self(ty))).then(emit::itself);
    let params = owner.iter().flat_map(|owner| &owner.generics.params);
    // The first is any implementation; there are no lifetimes.
    let places = params.skip(1).enumerate().filter(|(_, param)| match param {
        GenericParam::Type(param) => is_number(&param.ident),
        _ => false,
    });
    this.into_iter().chain(places.map(|(place, _)| emit::place_in_trait(place))).collect()
}

/// The macro of the trait's name.
fn told(block: &ItemTrait, owner: &ItemImpl, methods: &[TraitItemFn], passed_on: &[Ident]) -> TokenStream {
    let (vis, name, quiet) = (&block.vis, &block.ident, quiet());
    // One of a public trait is known in all of the crate, where others may have the name, and be written alike.
    let mut hash = DefaultHasher::new();
    block.to_token_stream().to_string().hash(&mut hash);
    if proc_macro::is_available() {
        let place = name.span().unwrap();
        (place.file(), place.line(), place.column()).hash(&mut hash);
    }
    let own = format_ident!("derivatives_of_{name}_{}", format!("{:x}", hash.finish()));
    let exported = matches!(vis, Visibility::Public(_)).then(|| quote!(#[macro_export]));
    let marker = marker();
    let wanted = methods.iter().map(|method| {
        let name = &method.sig.ident;
        let given =
            numbers_of(owner, method).into_iter().chain(block.supertraits.iter().any(are_kept).then(emit::kept));
        quote! {
            (#name { $($code:tt)* } $absent:tt #($(#given)?)*) => { $($code)* };
            (#name $code:tt { $($absent:tt)* } $($more:tt)*) => { $($absent)* };
        }
    });
    quote! {
        #quiet
        #[doc(hidden)]
        #exported
        macro_rules! #own {
            () => { #[doc(hidden)] #marker {} };
            #(#wanted)*
            #((passed_on #passed_on { $($code:tt)* }) => { $($code)* };)*
            (passed_on $other:ident { $($code:tt)* }) => {};
            ($other:ident { $($code:tt)* } $($more:tt)*) => {};
        }
        #[doc(hidden)]
        #[allow(unused_imports)]
        #vis use #own as #name;
    }
}

/// An `impl` block of a trait, with the halves of its methods if the trait wants them.
pub(crate) fn with_halves(mut block: ItemImpl, halves: &[(Ident, emit::ForTrait)]) -> TokenStream {
    let Some((_, of, _)) = &block.trait_ else { return block.into_token_stream() };
    let mut of = of.clone();
    of.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
    let told = Ident::new("derivatives_of_the_trait", proc_macro2::Span::call_site());
    let private = private_path();
    block.items.push(ImplItem::Verbatim(quote!(#told! {})));
    let without = if accept::owners::has_halves_in_the_trait(&block) {
        let error = "the derivative of a method of this type belongs to the trait\nhelp: put `#[differentiable]` on the trait too";
        let error = quote_spanned!(block.self_ty.span()=> ::core::compile_error!(#error););
        block.items.push(ImplItem::Verbatim(quote!(#told! { otherwise { #error } })));
        for (name, code) in passed_on::shown(&block) {
            block.items.push(ImplItem::Verbatim(quote_spanned!(name.span()=> #told! { passed_on #name { #code } })));
        }
        quote!(only_in_a_trait)
    } else {
        quote!(not_in_a_trait)
    };
    for (name, emit::ForTrait { halves, absent, needs }) in halves {
        let code = quote_spanned!(name.span()=> #told! { #name { #halves } { #absent } #(#needs)* });
        block.items.push(ImplItem::Verbatim(code));
    }
    let is_of_the_prelude =
        of.leading_colon.is_none() && of.get_ident().is_some_and(|name| PRELUDE.iter().any(|known| name == known));
    // Where a trait that a macro wrote has the name of one that is imported by `*`, it is looked for through a module.
    let (outside, of) = if is_of_the_prelude {
        (
            Some(quote!(
                mod outside {
                    #[allow(unused_imports)]
                    pub use super::*;
                }
            )),
            quote!(outside::#of),
        )
    } else {
        (None, of.to_token_stream())
    };
    // A block for each import: what a macro may define is not looked for where it is called.
    quote! {
        const _: () = {
            #[allow(unused_imports)]
            use #private::#without as #told;
            const _: () = {
                #outside
                #[allow(unused_imports)]
                use #of as #told;
                const _: () = {
                    #block
                };
            };
        };
    }
}
