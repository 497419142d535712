//! The claim that a method of a trait is the one that `x.name()` calls.
//!
//! The derivative of a method of a trait is found by its name, as that of an inherent method. If the type has an inherent method of that
//! name too, or one of another trait that is in scope, `x.name()` could be a method without this derivative.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{FnArg, GenericParam, PathArguments};

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
        let (ty, name) = (&owner.self_ty, &self.sig.ident);
        let mut generics = self.generics_of(self.named);
        generics.params = generics.params.into_iter().filter(|param| !self.is_unnamed(param)).collect();
        let (parameters, _, bounds) = generics.split_for_impl();
        let mut own = own(&self.sig.generics, self.owner);
        own.params = own.params.into_iter().filter(|param| !self.is_unnamed(param)).collect();
        let turbofish = arguments(&own);
        let private = private_at(name.span());
        // One that is named alone is in scope already.
        let import = (import.segments.len() > 1).then(|| {
            quote_spanned! {name.span()=>
                #[allow(unused_imports)]
                use #import as _;
            }
        });
        let pointer = self.as_a_pointer();
        Some(quote_spanned! {name.span()=>
            fn the_only_one #parameters() #bounds {
                #import
                let itself = <#ty as #of>::#name::<#(#turbofish),*>;
                #private::is_the_method(<#ty>::#name::<#(#turbofish),*>, itself);
                #pointer
            }
        })
    }

    /// Whether a type parameter stands for an `impl Fn(X) -> R`, which the user's code cannot write down.
    fn is_unnamed(&self, param: &GenericParam) -> bool {
        self.is_function(param)
            && matches!(param, GenericParam::Type(param) if param.ident.to_string().starts_with("__F"))
    }

    /// Says what such a parameter is: `let _: fn(&Line, fn(f64) -> f64) -> f64 = itself;`
    fn as_a_pointer(&self) -> Option<TokenStream> {
        if !self.functions().any(|param| self.is_unnamed(param)) {
            return None;
        }
        let types =
            self.function.params.iter().zip(&self.sig.inputs).map(|(param, input)| match (&param.function, input) {
                (Some(function), _) => {
                    let (reference, pointer) = (&function.reference, function.pointer());
                    self.outside(quote!(#reference #pointer))
                }
                (None, FnArg::Typed(typed)) => self.outside(typed.ty.to_token_stream()),
                (None, FnArg::Receiver(_)) => self.outside(param.written()),
            });
        let output = self.output_outside();
        Some(quote!(let _: fn(#(#types),*) -> #output = itself;))
    }
}
