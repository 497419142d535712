//! What the library knows of the function itself: its name, those of its parameters and how it takes them, and its value.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::Unit;
use super::calls::Calls;
use super::primal::made_of_slice;
use crate::library::private;
use crate::naming::hygienic;
use crate::quoting::tuple;

impl Unit<'_> {
    /// These items of the implementation of `Function`.
    pub(super) fn description(&self) -> TokenStream {
        let (private, name) = (private(), plain(&self.sig.ident));
        let params = &self.function.params;
        let names =
            params.iter().map(|param| if param.receiver { "self".into() } else { plain(&self.param_name(param)) });
        let modes = tuple(params.iter().map(|param| {
            let mode = match (param.lent, &param.reference) {
                (true, _) => "Exclusive",
                (false, Some(_)) => "Shared",
                (false, None) => "ByValue",
            };
            let (mode, active) = (Ident::new(mode, Span::call_site()), self.function.var(param.var).active);
            quote!(#private::#mode<#active>)
        }));
        let (types, output, value) = (self.argument_types(), self.output_outside(), self.value_of_function());
        let given = hygienic("arguments");
        quote! {
            const NAME: &'static ::core::primitive::str = #name;
            const PARAMETERS: &'static [&'static ::core::primitive::str] = &[#(#names),*];
            type Parameters = #modes;
            #[inline]
            fn value(#given: #types) -> #output {
                #value
            }
        }
    }

    /// A call of the function; of its forward half where an argument of it cannot be made.
    fn value_of_function(&self) -> TokenStream {
        let (private, home, pattern, given) = (private(), self.home(), self.pattern(), hygienic("arguments"));
        let values: Option<Vec<_>> = self
            .function
            .params
            .iter()
            .zip(&self.sig.inputs)
            .map(|(param, input)| {
                let name = self.compared_name(param);
                if param.lent {
                    Some(quote!(#name))
                } else {
                    made_of_slice(param, input, &name).unwrap_or_else(|| Some(quote!(#name)))
                }
            })
            .collect();
        let Some(values) = values else {
            let values = Calls::elsewhere(self, false).values;
            let (split, turbofish) =
                (self.split_name(), self.split_arguments(&quote!(#private::Forward), &quote!(#private::NoGrad)));
            return quote!(let #pattern = #given; #home::#split #turbofish(&mut #private::Tape::none(), #(#values,)* ()));
        };
        let function = self.itself();
        let pattern = tuple(self.function.params.iter().map(|param| self.compared_name(param)));
        let result = self.copied(quote!(#function(#(#values),*)));
        quote!(let #pattern = #given; #result)
    }
}

/// A name without `r#`.
fn plain(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").into()
}
