//! The function itself beside the derived code: debug builds run it too, and compare what becomes of the same arguments.
//!
//! Only the calls that users make do that: where derived code calls other derived code, the value of the whole is enough.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Ident;

use super::calls::local;
use super::split::by_reference;
use super::{Unit, arguments, elements, private};

/// What an argument of type `&mut T` was before the sweeps.
pub(super) fn before(name: &Ident) -> Ident {
    local(&format!("{}_before", name.to_string().trim_start_matches("r#")))
}

impl Unit<'_> {
    /// `compared`: takes the value that the derived code found and the arguments. Of what was lent it takes what became of it, and
    /// what it was before; where that is not there, nothing is compared.
    pub(super) fn comparison(&self) -> TokenStream {
        let private = private();
        let (name, syn::Generics { params: generics, where_clause: bounds, .. }) =
            (self.name_of_comparison(), &self.sig.generics);
        let (output, found, function) = (self.checked(&self.output()), local("found"), self.sig.ident.to_string());
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.param_name(param), self.checked(&by_reference(param)));
            if !param.lent {
                return quote!(#name: #ty);
            }
            let (before, bare) = (before(&name), &param.ty);
            let (now, copy) = (self.checked(&quote!(&#bare)), self.checked(&quote!(<#bare as #private::Lent>::Copy)));
            quote!(#name: #now, mut #before: ::core::option::Option<#copy>)
        });
        let lent: Vec<_> = self.function.params.iter().filter(|param| param.lent).collect();
        let places: Vec<_> = lent.iter().map(|param| before(&self.param_name(param))).collect();
        let there = places.iter().map(|before| {
            quote!(let ::core::option::Option::Some(#before) = #private::Lent::place(&mut #before) else { return; };)
        });
        let changed = lent.iter().zip(&places).filter(|(param, _)| self.function.var(param.var).active);
        let changed = changed.map(|(param, before)| {
            let (name, compare) =
                (self.param_name(param), if elements(&param.ty).is_some() { "compare_all" } else { "compare" });
            let compare = Ident::new(compare, Span::call_site());
            quote!(#private::#compare(#function, #name, #before);)
        });
        let (itself, turbofish) = (&self.sig.ident, arguments(&self.sig.generics));
        let owner = self.owner.is_some().then(|| quote!(Self::));
        let given = self.function.params.iter().map(|param| {
            let name = self.param_name(param);
            match (param.lent, &param.reference) {
                (true, _) => {
                    let before = before(&name);
                    quote!(&mut *#before)
                }
                (false, Some(_)) => quote!(#name),
                (false, None) => quote!(#private::own(#name)),
            }
        });
        quote! {
            #[inline]
            fn #name<#generics>(#found: &#output, #(#params),*) #bounds {
                if #private::DEBUG {
                    #(#there)*
                    #private::compare(#function, #found, &#owner #itself::<#(#turbofish),*>(#(#given),*));
                    #(#changed)*
                }
            }
        }
    }

    /// Its call with a value that was found, and with an expression for each argument: a reference.
    pub(super) fn compare(&self, found: &TokenStream, values: &[impl ToTokens]) -> TokenStream {
        let (name, generics) = (self.name_of_comparison(), arguments(&self.sig.generics));
        let given = self.function.params.iter().zip(values).map(|(param, value)| {
            if !param.lent {
                return quote!(#value);
            }
            let before = before(&self.param_name(param));
            quote!(&*#value, #before)
        });
        quote!(Self::#name::<#(#generics),*>(#found, #(#given),*))
    }

    fn name_of_comparison(&self) -> Ident {
        self.call_name("", "compared")
    }
}
