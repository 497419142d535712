//! What stands in for the derivatives of a function whose signature is refused.
//!
//! Its calls have no types that could be written down, so they have the compiler's error type, and whatever a caller does with
//! that is accepted in silence: one mistake, one error. A type gets to be the error type if it depends on a constant without a
//! value; here that constant is the error itself.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{FnArg, Ident, ItemImpl, Signature, Visibility};

use crate::library::private_path;
use crate::quoting::quiet;

/// The struct beside a function: the error type. It reports the errors.
pub(crate) fn free_function(vis: &Visibility, name: &Ident, errors: &TokenStream) -> TokenStream {
    let error = error_type(errors);
    quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        #vis type #name = #error;
    }
}

/// The calls of methods of one `impl` block, all with a result of the error type. They report the errors.
pub(crate) fn methods<'m>(
    owner: &ItemImpl,
    methods: impl Iterator<Item = (&'m Visibility, &'m Signature)>,
    errors: &TokenStream,
) -> TokenStream {
    let (quiet, error, refused) = (quiet(), error_type(errors), quote!(Refused));
    let (generics, ty) = (&owner.generics, &owner.self_ty);
    let (parameters, _, bounds) = generics.split_for_impl();
    let calls = methods.map(|(vis, sig)| calls(vis, sig, &refused));
    quote! {
        #quiet
        const _: () = {
            type Refused = #error;
            impl #parameters #ty #bounds {
                #(#calls)*
            }
        };
    }
}

fn error_type(errors: &TokenStream) -> TokenStream {
    let private = private_path();
    quote!(<#private::Guard<{ #errors }> as #private::Pass<()>>::Out)
}

/// The same for a method that stands alone in its block: no alias can stand there, and errors that are the same are reported once.
pub(crate) fn method(vis: &Visibility, sig: &Signature, errors: &TokenStream) -> TokenStream {
    calls(vis, sig, &error_type(errors))
}

fn calls(vis: &Visibility, sig: &Signature, refused: &TokenStream) -> TokenStream {
    let method = sig.ident.to_string();
    let method = method.trim_start_matches("r#");
    let this = sig.receiver().map(|_| quote!(&self,));
    let types = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    });
    let inputs = quote!(#(_: #types,)*);
    let (generics, bounds) = (&sig.generics.params, &sig.generics.where_clause);
    let tape = quote!(_: &mut (impl ?::core::marker::Sized),);
    let seed = quote!(_: impl ::core::marker::Sized);
    let forms = ["grad", "value_and_grad", "vjp"].into_iter().map(|form| {
        let (own, given) = (format_ident!("{method}_{form}"), format_ident!("{method}_{form}_in"));
        let seed = (form == "vjp").then_some(&seed);
        quote! {
            #vis fn #own<#generics>(#this #inputs #seed) -> #refused #bounds { loop {} }
            #vis fn #given<#generics>(#this #tape #inputs #seed) -> #refused #bounds { loop {} }
        }
    });
    let rule = format_ident!("derivative_of_{method}");
    quote! {
        #(#forms)*
        #[doc(hidden)]
        #vis fn #rule<#generics>(#this) -> #refused #bounds { loop {} }
    }
}
