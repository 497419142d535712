//! The calls of forward mode that users make: `jvp`, `jvp_many`, `jacobian_fwd`.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Ident, Visibility, WherePredicate};

use super::dual::{count, dot};
use super::operands::part;
use super::rule::Mode;
use super::{Unit, bare_or_tuple, elements, param_type, private};
use crate::ir::Param;

/// What these calls have in common.
struct Calls<'u> {
    unit: &'u Unit<'u>,
    vis: Visibility,
    /// `&self,` and the parameters.
    params: TokenStream,
    /// The arguments of the function that holds forward mode, by reference.
    values: Vec<TokenStream>,
    /// The type of what is given for each tangent: a value, of a slice a reference, of what is lent its place.
    types: Vec<TokenStream>,
}

fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

impl Unit<'_> {
    /// All of them.
    pub(super) fn forward_calls(&self) -> TokenStream {
        let params = self.function.params.iter().map(|param| {
            let (name, reference) = (self.param_name(param), &param.reference);
            if param.receiver {
                return quote!(#reference self);
            }
            let ty = param_type(param);
            quote!(#name: #ty)
        });
        let values = self.function.params.iter().map(|param| {
            let name = if param.receiver { Ident::new("self", Span::call_site()) } else { self.param_name(param) };
            if param.reference.is_some() { quote!(#name) } else { quote!(&#name) }
        });
        let types = self.active_params().map(|param| {
            let ct = self.cotangent(&param.ty, false);
            match (param.lent, elements(&param.ty)) {
                (true, _) => quote!(&mut #ct),
                (false, Some(_)) => quote!(&#ct),
                (false, None) => ct,
            }
        });
        let calls = Calls {
            unit: self,
            vis: if self.owner.is_some() { self.vis.clone() } else { syn::parse_quote!(pub) },
            params: quote!(#(#params),*),
            values: values.collect(),
            types: types.collect(),
        };
        let (one, many, jacobian) = (calls.jvp(), calls.jvp_many(), calls.jacobian_fwd());
        self.if_its_rule_has(Mode::Tangents, quote!(#one #many #jacobian))
    }
}

impl Calls<'_> {
    /// A pass with so many directions, and what is given for the tangents of each active parameter.
    fn pass(&self, count: &TokenStream, given: impl Fn(usize, &Param) -> TokenStream) -> TokenStream {
        let (private, unit, values) = (private(), self.unit, &self.values);
        let call = unit.call_split_dual(&quote!(#private::Tangents), count, &quote!(#private::NoGrad));
        let mut active = 0;
        let given = unit.function.params.iter().map(|param| {
            if !unit.function.var(param.var).active {
                return quote!(#private::NoGrad);
            }
            active += 1;
            given(active - 1, param)
        });
        quote!(#call(&mut #private::Tape::none(), #(#values,)* #private::Width::new(), #(#given,)* ()))
    }

    fn jvp(&self) -> TokenStream {
        let Self { unit, vis, params, types, .. } = self;
        let (private, output, bounds, mention) = (private(), unit.output(), unit.bounds(), unit.mention());
        let generics = &unit.sig.generics.params;
        let of = |param: &Param| if param.receiver { local("self_dot") } else { dot(&unit.param_name(param)) };
        let dots: Vec<_> = unit.active_params().map(of).map(|dot| quote!(#dot)).collect();
        let (types, pattern) = (bare_or_tuple(types), bare_or_tuple(&dots));
        let lengths = unit.active_params().filter(|param| elements(&param.ty).is_some()).map(|param| {
            let name = unit.param_name(param);
            let (dot, text) = (dot(&name), name.to_string());
            quote!(#private::as_long_as("tangent", #text, #name, #dot);)
        });
        let pass = self.pass(&quote!(1), |_, param| {
            let dot = of(param);
            if param.lent || elements(&param.ty).is_some() { quote!([#dot]) } else { quote!(&[#dot]) }
        });
        let (name, [tangents, y, y_dot]) = (unit.call_name("", "jvp"), ["tangents", "y", "y_dot"].map(local));
        let doc = format!(
            "The value of `{}`, and its tangent for `tangents` of the arguments: the derivative along a direction, by one forward \
             pass without a tape. {}",
            unit.sig.ident,
            unit.order_of("tangent")
        );
        let separator = (!params.is_empty()).then(|| quote!(,));
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name<#generics>(#params #separator #tangents: #types) -> (#output, #private::Ct<#output>) #bounds {
                #mention
                let #pattern = #tangents;
                #(#lengths)*
                let (#y, [#y_dot]) = #pass;
                (#y, #y_dot)
            }
        }
    }

    /// With tangents that can be shared by several directions, which what is lent has not.
    fn jvp_many(&self) -> Option<TokenStream> {
        let Self { unit, vis, params, types, .. } = self;
        if unit.active_params().any(|param| param.lent) {
            return None;
        }
        let (private, output, bounds, mention) = (private(), unit.output(), unit.bounds(), unit.mention());
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
        let pass = self.pass(&quote!(#count), |i, param| {
            let element = element(i);
            let reference = if elements(&param.ty).is_some() { quote!(#element) } else { quote!(&#element) };
            quote!(#tangents.each_ref().map(|#d| #reference))
        });
        let (name, types) = (unit.call_name("", "jvp_many"), bare_or_tuple(types));
        let doc = format!(
            "The value of `{}`, and its tangents along several directions at once: the values in between are computed once for all \
             of them. {}",
            unit.sig.ident,
            unit.order_of("tangent")
        );
        let separator = (!params.is_empty()).then(|| quote!(,));
        Some(quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name<#(#generics,)* const #count: ::core::primitive::usize>(
                #params #separator #tangents: [#types; #count]
            ) -> (#output, [#private::Ct<#output>; #count]) #bounds {
                #mention
                #(#lengths)*
                #pass
            }
        })
    }

    /// A tangent of the result for each number of each parameter. A slice has no constant number of them, and what is lent changes
    /// with each pass.
    fn jacobian_fwd(&self) -> Option<TokenStream> {
        let Self { unit, vis, params, .. } = self;
        if unit.function.params.iter().any(|param| param.lent)
            || unit.active_params().any(|param| elements(&param.ty).is_some())
        {
            return None;
        }
        let (private, output, mention) = (private(), unit.output(), unit.mention());
        let generics = &unit.sig.generics.params;
        let types: Vec<_> = unit.active_params().map(|param| &param.ty).collect();
        let mut bounds = unit.bounds().unwrap_or_else(|| syn::parse_quote!(where));
        let numbered =
            |ty: &&syn::Type| -> WherePredicate { syn::parse_quote!(for<'one> #ty: #private::Numbered<'one>) };
        bounds.predicates.extend(types.iter().map(numbered));
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
                    self.pass(&count, |i, _| if i == at { quote!(#along) } else { quote!(#private::NoGrad) })
                });
                quote! {
                    <#ty as #private::Numbered<'static>>::columns(
                        |#along| { let (_, [#column]) = #one; #column },
                        |#along| { let (_, #column) = #eight; #column },
                    )
                }
            })
            .collect();
        let value = self.pass(&quote!(0), |_, _| quote!(#private::NoGrad));
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
            #vis fn #name<#generics>(#params) -> (#output, #columns) #bounds {
                #mention
                let (#y, _) = #value;
                (#y, #all)
            }
        })
    }
}
