//! The calls of forward mode that users make: `jvp`, `jvp_many`, `jacobian_fwd`.

use proc_macro2::TokenStream;
use quote::quote;

use super::calls::{Calls, local};
use super::dual::count;
use super::operands::part;
use super::rule::Mode;
use super::{Unit, bare_or_tuple, elements, private};

impl Unit<'_> {
    /// All of them.
    pub(super) fn forward_calls(&self) -> TokenStream {
        let calls = Calls::new(self);
        let (pass, one, many, jacobian) = (calls.forward_pass(), calls.jvp(), calls.jvp_many(), calls.jacobian_fwd());
        let calls = self.if_its_rule_has(Mode::Tangents, quote!(#one #many #jacobian));
        quote!(#pass #calls)
    }
}

impl Calls<'_> {
    fn jvp(&self) -> TokenStream {
        let Self { unit, vis, receiver, params, output, .. } = self;
        let (private, bounds) = (private(), unit.bounds());
        let generics = &unit.sig.generics.params;
        let (pattern, types) = self.given_tangents();
        let types = bare_or_tuple(&types);
        let lengths = self.lengths("tangent", Self::dot_of);
        let pass = self.call_of_forward_pass(&quote!(1), &self.tangents(|_, param| self.direction(param)));
        let (name, [tangents, y, y_dot]) = (unit.call_name("", "jvp"), ["tangents", "y", "y_dot"].map(local));
        let doc = format!(
            "The value of `{}`, and its tangent for `tangents` of the arguments: the derivative along a direction, by one forward \
             pass without a tape. {}",
            unit.sig.ident,
            unit.order_of("tangent")
        );
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name<#generics>(#receiver #(#params,)* #tangents: #types) -> (#output, #private::Ct<#output>) #bounds {
                let #pattern = #tangents;
                #lengths
                let (#y, [#y_dot]) = #pass;
                (#y, #y_dot)
            }
        }
    }

    /// With tangents that can be shared by several directions, which what is lent has not.
    fn jvp_many(&self) -> Option<TokenStream> {
        let Self { unit, vis, receiver, params, output, .. } = self;
        if unit.active_params().any(|param| param.lent) {
            return None;
        }
        let (private, bounds) = (private(), unit.bounds());
        let (_, types) = self.given_tangents();
        let (count, tangents, d) = (count(), local("tangents"), part());
        let generics = unit.sig.generics.params.iter();
        let element = |i: usize| {
            let at = syn::Index::from(i);
            if types.len() == 1 { quote!(*#d) } else { quote!(#d.#at) }
        };
        let lengths =
            unit.active_params().enumerate().filter(|(_, param)| elements(&param.ty).is_some()).map(|(i, param)| {
                let (name, element) = (unit.param_name(param), element(i));
                let text = name.to_string();
                quote!(for #d in &#tangents { #private::as_long_as("tangent", #text, #name, #element); })
            });
        let given = self.tangents(|i, param| {
            let element = element(i);
            let reference = if elements(&param.ty).is_some() { quote!(#element) } else { quote!(&#element) };
            quote!(#tangents.each_ref().map(|#d| #reference))
        });
        let pass = self.call_of_forward_pass(&quote!(#count), &given);
        let (name, types) = (unit.call_name("", "jvp_many"), bare_or_tuple(&types));
        let doc = format!(
            "The value of `{}`, and its tangents along several directions at once: the values in between are computed once for all \
             of them. {}",
            unit.sig.ident,
            unit.order_of("tangent")
        );
        Some(quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name<#(#generics,)* const #count: ::core::primitive::usize>(
                #receiver #(#params,)* #tangents: [#types; #count]
            ) -> (#output, [#private::Ct<#output>; #count]) #bounds {
                #(#lengths)*
                #pass
            }
        })
    }

    /// A tangent of the result for each number of each parameter. A slice has no constant number of them, and what is lent changes
    /// with each pass.
    fn jacobian_fwd(&self) -> Option<TokenStream> {
        let Self { unit, vis, receiver, params, output, .. } = self;
        if self.has_lent() || self.has_slices() {
            return None;
        }
        let private = private();
        let generics = &unit.sig.generics.params;
        let (types, bounds) = self.numbered(unit.bounds().unwrap_or_else(|| syn::parse_quote!(where)));
        let columns: Vec<_> = types
            .iter()
            .map(|ty| quote!(<#ty as #private::Numbered<'static>>::Columns<#private::Ct<#output>>))
            .collect();
        let [y, along, column] = ["y", "along", "column"].map(local);
        let each: Vec<_> = types
            .iter()
            .enumerate()
            .map(|(at, ty)| {
                let [one, eight] = [quote!(1), quote!(8)].map(|count| {
                    let given = self.tangents(|i, _| if i == at { quote!(#along) } else { quote!(#private::NoGrad) });
                    self.call_of_forward_pass(&count, &given)
                });
                quote! {
                    <#ty as #private::Numbered<'static>>::columns(
                        |#along| { let (_, [#column]) = #one; #column },
                        |#along| { let (_, #column) = #eight; #column },
                    )
                }
            })
            .collect();
        let value = self.call_of_forward_pass(&quote!(0), &self.tangents(|_, _| quote!(#private::NoGrad)));
        let (name, columns, all) = (unit.call_name("", "jacobian_fwd"), bare_or_tuple(&columns), bare_or_tuple(&each));
        let doc = format!(
            "The value and the Jacobian of `{}`, a tangent of the result for each number of the arguments, eight of them in a pass. \
             {}",
            unit.sig.ident,
            unit.order_of("derivative")
        );
        Some(quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name<#generics>(#receiver #(#params),*) -> (#output, #columns) #bounds {
                let (#y, _) = #value;
                (#y, #all)
            }
        })
    }
}
