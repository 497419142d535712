//! The claim that a method of a trait is the one that `x.name()` calls.
//!
//! The derivative of a method of a trait is found by its name, as that of an inherent method. If the type has an inherent method of that
//! name too, or one of another trait that is in scope, `x.name()` could be a method without this derivative.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::PathArguments;

use super::Unit;
use crate::library::private_at;
use crate::quoting::arguments;
use crate::syntax::type_parameters::own;

impl Unit<'_> {
    /// The claim, in a function that never runs; nothing for an inherent method.
    pub(super) fn claim_of_trait(&self) -> Option<TokenStream> {
        let owner = self.owner?;
        let (_, of, _) = owner.trait_.as_ref()?;
        let mut import = of.clone();
        import.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
        let (generics, ty, name) = (self.generics(), &owner.self_ty, &self.sig.ident);
        let (parameters, _, bounds) = generics.split_for_impl();
        let (turbofish, itself) = (arguments(&own(&self.sig.generics, self.owner)), self.itself());
        let private = private_at(name.span());
        Some(quote_spanned! {name.span()=>
            fn the_only_one #parameters() #bounds {
                #[allow(unused_imports)]
                use #import as _;
                let itself = #itself;
                #private::is_the_method(<#ty>::#name::<#(#turbofish),*>, itself);
            }
        })
    }
}
