//! The function itself beside the derived code: debug builds run it too, and compare what becomes of the same arguments.
//!
//! Only the calls that users make do that: where derived code calls other derived code, the value of the whole is enough.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{FnArg, Generics, Ident, Type};

use super::{Unit, elements, is_differentiable};
use crate::ir::Param;
use crate::library::{private, private_at};
use crate::naming::{before, hygienic};
use crate::quoting::arguments;
use crate::syntax::type_parameters::own;

impl Unit<'_> {
    /// `compared`: takes the value that the derived code found and the arguments. Of what was lent it takes what became of it, and
    /// what it was before; where that is not there, nothing is compared.
    pub(super) fn comparison(&self) -> TokenStream {
        let private = private();
        let (name, syn::Generics { params: generics, where_clause: bounds, .. }) =
            (self.name_of_comparison(), &self.sig.generics);
        let (output, found, function) = (self.checked(&self.output()), hygienic("found"), self.sig.ident.to_string());
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.compared_name(param), self.checked(&param.by_reference()));
            if !param.lent {
                return quote!(#name: #ty);
            }
            let (before, bare) = (before(&name), &param.ty);
            let now = self.checked(&quote!(&#bare));
            let of = if self.may_not_be_restored(param) { self.restored(param) } else { quote!(#bare) };
            quote!(#name: #now, mut #before: ::core::option::Option<<#of as #private::Lent>::Copy>)
        });
        let lent: Vec<_> = self.function.params.iter().filter(|param| param.lent).collect();
        let places: Vec<_> = lent.iter().map(|param| before(&self.compared_name(param))).collect();
        let there = lent.iter().zip(&places).map(|(param, before)| {
            let (of, some) = (self.restored(param), quote!(::core::option::Option::Some));
            quote!(let #some(#before) = <#of as #private::Lent>::place(&mut #before) else { return; };)
        });
        let changed = lent.iter().zip(&places).filter(|(param, _)| self.function.var(param.var).active);
        let changed = changed.map(|(param, before)| {
            let (name, compare) =
                (self.compared_name(param), if elements(&param.ty).is_some() { "compare_all" } else { "compare" });
            let compare = Ident::new(compare, Span::call_site());
            quote!(#private::#compare(#function, #name, #before);)
        });
        let itself = self.itself();
        let given: Option<Vec<_>> =
            self.function.params.iter().zip(&self.sig.inputs).map(|(param, input)| self.given(param, input)).collect();
        let comparison = given.map_or_else(
            || quote!(let _ = #itself;),
            |given| {
                let expected = self.copied(quote!(#itself(#(#given),*)));
                quote! {
                    if #private::DEBUG {
                        #(#there)*
                        #private::compare(#function, #found, &#expected);
                        #(#changed)*
                    }
                }
            },
        );
        quote! {
            #[inline]
            fn #name<#generics>(#found: &#output, #(#params),*) #bounds {
                #comparison
            }
        }
    }

    /// The function that the derived code is derived from, by its path.
    pub(super) fn itself(&self) -> TokenStream {
        let (name, turbofish) = (&self.sig.ident, arguments(&own(&self.sig.generics, self.owner)));
        let of = self.owner.map(|owner| match (&owner.trait_, &owner.self_ty) {
            (Some((_, of, _)), ty) => quote!(<#ty as #of>::),
            (None, ty) => quote!(<#ty>::),
        });
        quote!(#of #name::<#(#turbofish),*>)
    }

    /// The result of the function as derived code has it.
    pub(super) fn copied(&self, result: TokenStream) -> TokenStream {
        let private = private();
        match self.lent {
            Some(_) => quote!(#private::copy_of(#private::of(#result).place())),
            None if self.chains => quote!(#private::chained(#result)),
            None => result,
        }
    }

    /// The name of a parameter there. One that has the name of the function would hide it.
    pub(super) fn compared_name(&self, param: &Param) -> Ident {
        let name = self.param_name(param);
        if name == self.sig.ident { hygienic("given") } else { name }
    }

    /// An argument as the function takes it: what was lent as it was before, a `Vec` made of the slice that derived code takes in its
    /// place, if its elements can be cloned for certain.
    fn given(&self, param: &Param, input: &FnArg) -> Option<TokenStream> {
        let name = self.compared_name(param);
        if param.lent {
            let before = before(&name);
            return Some(quote!(&mut *#before));
        }
        made_of_slice(param, input, &name).unwrap_or_else(|| {
            // At the type, as in the derived code: then the compiler reports a type that cannot be cloned once.
            let span = param.ty.span();
            let private = private_at(span);
            let owned = quote_spanned!(span=> #private::of(#name).own());
            Some(if param.reference.is_some() { quote!(#name) } else { owned })
        })
    }

    /// Its call, without the type it belongs to, with a value that was found, and with an expression for each argument: a reference.
    pub(super) fn compare(&self, found: &TokenStream, values: &[impl ToTokens]) -> TokenStream {
        let (name, generics) = (self.name_of_comparison(), arguments(&self.sig.generics));
        let given = self.function.params.iter().zip(values).map(|(param, value)| {
            if !param.lent {
                return quote!(#value);
            }
            let before = before(&self.param_name(param));
            quote!(&*#value, #before.0)
        });
        quote!(#name::<#(#generics),*>(#found, #(#given),*))
    }

    fn name_of_comparison(&self) -> Ident {
        self.call_name("", "compared")
    }
}

/// An argument where derived code takes a slice: that slice or a `Vec` made of it, if there is one.
#[expect(clippy::option_option, reason = "no slice; no `Vec`")]
pub(super) fn made_of_slice(param: &Param, input: &FnArg, name: &Ident) -> Option<Option<TokenStream>> {
    let (Some(element), FnArg::Typed(input)) = (elements(&param.ty), input) else { return None };
    let (and, ty) = match &*input.ty {
        Type::Reference(reference) => (Some(quote!(&)), &*reference.elem),
        ty => (None, ty),
    };
    if matches!(ty, Type::Slice(_)) {
        return Some(Some(quote!(#name)));
    }
    let can_be_cloned = is_differentiable(element, &Generics::default());
    Some(can_be_cloned.then(|| quote!(#and ::core::convert::Into::into(#name))))
}
