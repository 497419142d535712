//! What the derivative of `impl From<A> for B` is found by: the companion of a function of a hidden type, under the two types.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{GenericParam, PathArguments, Type};

use super::Unit;
use super::api::Beside;
use crate::accept::owners::is_foreign;
use crate::conversion_impls::Conversion;
use crate::library::{private, private_is_named};
use crate::naming::hygienic;
use crate::quoting::quiet;

/// The name of the hidden type.
pub(crate) fn holder_of_conversion() -> Ident {
    hygienic("__Conversion")
}

/// Everything beside a conversion.
pub(crate) fn conversion(unit: &Unit<'_>, conversion: &Conversion) -> TokenStream {
    let (private, named, quiet) = (private(), private_is_named(), quiet());
    let Some(owner) = unit.owner else { return TokenStream::new() };
    let Conversion { from, to, .. } = conversion;
    let (parameters, _, bounds) = owner.generics.split_for_impl();
    let (holder, name, this) = (&owner.self_ty, holder_of_conversion(), unit.witness());
    let declared = owner.generics.params.iter().map(|param| match param {
        GenericParam::Const(param) => {
            let (name, ty) = (&param.ident, &param.ty);
            quote!(const #name: #ty)
        }
        GenericParam::Type(param) => {
            let name = &param.ident;
            quote!(#name)
        }
        GenericParam::Lifetime(param) => quote!(#param),
    });
    let types = owner.generics.type_params().map(|param| &param.ident);
    let (witness, declared_witness) = (unit.witness_items(bounds), unit.declared_witness());
    let Beside { names, companion, halves, .. } = Beside::of_operator(unit);
    let claim = is_the_only_one(unit, conversion);
    quote! {
        #quiet
        const _: () = {
            #named
            #names
            #claim
            pub struct #name<#(#declared),*>(::core::marker::PhantomData<fn() -> (#(#types,)*)>);
            #declared_witness
            #witness
            impl #parameters #this #bounds {
                #companion
            }
            impl #parameters #holder #bounds {
                #halves
            }
            impl #parameters #private::ConvertsTo<#to> for #from #bounds {
                type Rule = #this;
            }
        };
    }
}

/// Claims that the trait is that of the language, that `B::from` and `a.into()` lead to it, and that `B::from(&a)` is nothing.
fn is_the_only_one(unit: &Unit<'_>, conversion: &Conversion) -> TokenStream {
    let Some(owner) = unit.owner else { return TokenStream::new() };
    let Conversion { from, to, of } = conversion;
    let (parameters, _, bounds) = owner.generics.split_for_impl();
    let (private, mut bare) = (private(), of.clone());
    bare.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
    let span = unit.sig.ident.span();
    let has_others = |ty: &Type| is_foreign(ty) || is_parameter(ty, owner);
    let found: TokenStream = if has_others(to) {
        quote_spanned!(span=> <#to as #bare<#from>>::from)
    } else {
        quote_spanned!(span=> <#to>::from)
    };
    let into = (!has_others(from)).then(
        || quote_spanned!(span=> #private::is_the_method(<#from>::into, <#from as ::core::convert::Into<#to>>::into);),
    );
    quote_spanned! {span=>
        fn the_only_one #parameters() #bounds {
            #private::is_the_method(#found, <#to as ::core::convert::From<#from>>::from);
            #into
            {
                use #private::IsTheOnlyOne as _;
                #private::ConversionByValue::<#from, #to>::between().claim_no_other();
            }
        }
    }
}

fn is_parameter(ty: &Type, owner: &syn::ItemImpl) -> bool {
    matches!(ty, Type::Path(path) if owner.generics.type_params().any(|param| path.path.is_ident(&param.ident)))
}
