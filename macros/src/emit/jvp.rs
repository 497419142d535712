//! Forward mode of a function: what other generated code calls, and the calls that users make.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;
use syn::spanned::Spanned;

use super::dual::{Dual, count, dot, width};
use super::split::by_reference;
use super::{Unit, arguments, bare_or_tuple, elements, param_type, private};
use crate::ir::Param;

impl Unit<'_> {
    /// The function that holds it.
    pub(super) fn forward_mode(&self) -> TokenStream {
        let (private, name, width, count) = (private(), self.forward_mode_name(), width(), count());
        let lifetimes = self.sig.generics.lifetimes();
        let generics = self.sig.generics.params.iter().filter(|param| !matches!(param, syn::GenericParam::Lifetime(_)));
        let bounds = &self.sig.generics.where_clause;
        let output = self.checked(&self.output());
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.param_name(param), self.checked(&by_reference(param)));
            quote!(#name: #ty)
        });
        let tangents = self.function.params.iter().map(|param| {
            let changes = param.lent && self.function.var(param.var).active;
            let (name, mutable) = (dot(&self.param_name(param)), changes.then(|| quote!(mut)));
            let ty = self.tangents_type(param, &|ty| self.cotangent(ty, true));
            quote!(#mutable #name: #ty)
        });
        let places = self.active_params().filter(|param| param.lent).map(|param| {
            let name = dot(&self.param_name(param));
            quote!(let mut #name = #private::Places::places(&mut #name);)
        });
        let (owned, parts) = self.parameters(&self.function.params);
        let imports = self.callees().imports();
        let dual = Dual::new(self.function);
        let (steps, result) = (dual.block(&self.function.body), dual.result(&output, self.output().span()));
        quote! {
            #[doc(hidden)]
            #[inline(always)]
            fn #name<#(#lifetimes,)* #(#generics,)* const #count: ::core::primitive::usize>(
                #width: #private::Width<#count>,
                #(#params,)*
                #(#tangents),*
            ) -> (#output, [#private::Ct<#output>; #count]) #bounds {
                use #private::rules::*;
                #imports
                #(#places)*
                #owned
                #parts
                #steps
                #result
            }
        }
    }

    /// What the companion has of it.
    pub(super) fn dual(&self) -> TokenStream {
        let (private, width, count) = (private(), width(), count());
        // The companion of a method has the generics on its type.
        let (generics, bounds) = if self.owner.is_some() {
            (None, None)
        } else {
            let generics = self.sig.generics.params.iter();
            (Some(quote!(#(#generics,)*)), self.bounds())
        };
        let output = self.output_outside();
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.param_name(param), self.type_outside(param));
            quote!(#name: #ty)
        });
        let tangents = self.function.params.iter().map(|param| {
            let (name, ty) =
                (dot(&self.param_name(param)), self.tangents_type(param, &|_| self.cotangent_outside(param)));
            quote!(#name: #ty)
        });
        let names: Vec<_> = self.function.params.iter().map(|param| self.param_name(param)).collect();
        let dots = names.iter().map(dot);
        let (name, turbofish) = (self.forward_mode_name(), self.forward_mode_arguments(&quote!(#count)));
        let this = self.owner.map_or_else(
            || quote!(Self),
            |owner| {
                let ty = &owner.self_ty;
                quote!(<#ty>)
            },
        );
        quote! {
            #[doc(hidden)]
            #[inline]
            pub fn dual<#generics const #count: ::core::primitive::usize>(
                self,
                #width: #private::Width<#count>,
                #(#params,)*
                #(#tangents),*
            ) -> (#output, [#private::Ct<#output>; #count]) #bounds {
                #this::#name #turbofish(#width, #(#names,)* #(#dots),*)
            }
        }
    }

    /// The calls that users make.
    pub(super) fn forward_calls(&self) -> TokenStream {
        let private = private();
        let local = |name: &str| Ident::new(name, Span::mixed_site());
        let vis = if self.owner.is_some() { self.vis.clone() } else { syn::parse_quote!(pub) };
        let (generics, bounds, output) = (&self.sig.generics.params, self.bounds(), self.output());
        let receiver = self.function.params.iter().find(|param| param.receiver).map(|param| {
            let reference = &param.reference;
            quote!(#reference self,)
        });
        let rest: Vec<_> = self.function.params.iter().filter(|param| !param.receiver).collect();
        let params: Vec<_> = rest
            .iter()
            .map(|param| {
                let (name, ty) = (self.param_name(param), param_type(param));
                quote!(#name: #ty)
            })
            .collect();
        let values: Vec<_> = self
            .function
            .params
            .iter()
            .map(|param| match (param.receiver, &param.reference) {
                (true, Some(_)) => quote!(self),
                (true, None) => quote!(&self),
                (false, Some(_)) => {
                    let name = self.param_name(param);
                    quote!(#name)
                }
                (false, None) => {
                    let name = self.param_name(param);
                    quote!(&#name)
                }
            })
            .collect();
        // A tangent for each parameter with a derivative: by value, of a slice by reference, of what is lent its place.
        let types: Vec<_> = self
            .active_params()
            .map(|param| {
                let ct = self.cotangent(&param.ty, false);
                match (param.lent, elements(&param.ty)) {
                    (true, _) => quote!(&mut #ct),
                    (false, Some(_)) => quote!(&#ct),
                    (false, None) => ct,
                }
            })
            .collect();
        let of = |param: &Param| if param.receiver { local("self_dot") } else { dot(&self.param_name(param)) };
        let dots: Vec<_> = self.active_params().map(of).collect();
        let (tangents_type, tangents_pattern) =
            (bare_or_tuple(&types), bare_or_tuple(&dots.iter().map(|dot| quote!(#dot)).collect::<Vec<_>>()));
        let lengths: Vec<_> = self
            .active_params()
            .filter(|param| elements(&param.ty).is_some())
            .map(|param| {
                let name = self.param_name(param);
                let (dot, text) = (dot(&name), name.to_string());
                quote!(#private::as_long_as(#text, #name, #dot);)
            })
            .collect();
        let given: Vec<_> = self
            .function
            .params
            .iter()
            .map(|param| {
                let dot = of(param);
                match (self.function.var(param.var).active, param.lent || elements(&param.ty).is_some()) {
                    (false, _) => quote!(#private::NoGrad),
                    (true, true) => quote!([#dot]),
                    (true, false) => quote!(&[#dot]),
                }
            })
            .collect();
        let (mode, tangents, y, y_dot) = (self.forward_mode_name(), local("tangents"), local("y"), local("y_dot"));
        let one = self.forward_mode_arguments(&quote!(1));
        let name = self.call_name("", "jvp");
        let target = self.sig.ident.to_string();
        let doc = format!(
            "The value of `{target}`, and its tangent for `tangents` of the arguments: the derivative along a direction, by one \
             forward pass without a tape. {}",
            self.order()
        );
        let mention = self.mention();
        let generics_list: Vec<_> = generics.iter().collect();
        let many = (!self.active_params().any(|param| param.lent)).then(|| {
            let (name, jacobian, count) = (self.call_name("", "jvp_many"), self.call_name("", "jacobian_fwd"), count());
            let more = quote!(#(#generics_list,)* const #count: ::core::primitive::usize);
            let doc = format!(
                "The value of `{target}`, and its tangents along several directions at once: the values in between are computed \
                 once for all of them. {}",
                self.order()
            );
            let each: Vec<_> = self.active_params().enumerate().map(|(i, param)| {
                let i = syn::Index::from(i);
                let part = if dots.len() == 1 { quote!(*d) } else { quote!(d.#i) };
                let part = if elements(&param.ty).is_some() { part } else { quote!(&#part) };
                quote!(#tangents.each_ref().map(|d| #part))
            }).collect();
            let mut each = each.into_iter();
            let given = self.function.params.iter().map(|param| {
                let tangents = if self.function.var(param.var).active { each.next() } else { None };
                tangents.unwrap_or_else(|| quote!(#private::NoGrad))
            });
            let several = self.forward_mode_arguments(&quote!(#count));
            let lengths = self.active_params().enumerate().filter(|(_, param)| elements(&param.ty).is_some()).map(|(i, param)| {
                let (i, name) = (syn::Index::from(i), self.param_name(param));
                let (part, text) = (if dots.len() == 1 { quote!(*d) } else { quote!(d.#i) }, name.to_string());
                quote!(for d in &#tangents { #private::as_long_as(#text, #name, #part); })
            });
            let jacobian = self.jacobian_fwd(&jacobian, &vis, &receiver, &params, &values);
            quote! {
                #[doc = #doc]
                #[inline]
                #vis fn #name<#more>(#receiver #(#params,)* #tangents: [#tangents_type; #count]) -> (#output, [#private::Ct<#output>; #count]) #bounds {
                    #mention
                    #(#lengths)*
                    Self::#mode #several(#private::Width, #(#values,)* #(#given),*)
                }
                #jacobian
            }
        });
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name<#generics>(#receiver #(#params,)* #tangents: #tangents_type) -> (#output, #private::Ct<#output>) #bounds {
                #mention
                let #tangents_pattern = #tangents;
                #(#lengths)*
                let (#y, [#y_dot]) = Self::#mode #one(#private::Width, #(#values,)* #(#given),*);
                (#y, #y_dot)
            }
            #many
        }
    }

    /// `jacobian_fwd`: a tangent of the result for each number of each parameter.
    fn jacobian_fwd(
        &self,
        name: &Ident,
        vis: &syn::Visibility,
        receiver: &Option<TokenStream>,
        params: &[TokenStream],
        values: &[TokenStream],
    ) -> Option<TokenStream> {
        // Every pass would change what is lent once more.
        let is_lent = self.function.params.iter().any(|param| param.lent);
        if is_lent || self.active_params().any(|param| elements(&param.ty).is_some()) {
            return None;
        }
        let (private, output, generics, mention) =
            (private(), self.output(), &self.sig.generics.params, self.mention());
        let mut bounds = self.bounds().unwrap_or_else(|| syn::parse_quote!(where));
        let types: Vec<_> = self.active_params().map(|param| &param.ty).collect();
        bounds.predicates.extend(
            types
                .iter()
                .map(|ty| -> syn::WherePredicate { syn::parse_quote!(for<'one> #ty: #private::Numbered<'one>) }),
        );
        let columns: Vec<_> = types
            .iter()
            .map(|ty| quote!(<#ty as #private::Numbered<'static>>::Columns<#private::Ct<#output>>))
            .collect();
        let result = bare_or_tuple(&columns);
        let mode = self.forward_mode_name();
        let [y, along, columns_name] = ["y", "along", "columns"].map(|name| Ident::new(name, Span::mixed_site()));
        let pass = |count: &TokenStream, given: &dyn Fn(usize) -> TokenStream| {
            let (arguments, mut i) = (self.forward_mode_arguments(count), 0);
            let given = self.function.params.iter().map(|param| {
                if self.function.var(param.var).active {
                    i += 1;
                    given(i - 1)
                } else {
                    quote!(#private::NoGrad)
                }
            });
            quote!(Self::#mode #arguments(#private::Width, #(#values,)* #(#given),*))
        };
        let each: Vec<_> = types
            .iter()
            .enumerate()
            .map(|(at, ty)| {
                let given = |i| if i == at { quote!(#along) } else { quote!(#private::NoGrad) };
                let (one, eight) = (pass(&quote!(1), &given), pass(&quote!(8), &given));
                quote! {
                    <#ty as #private::Numbered<'static>>::columns(
                        |#along| {
                            let (_, [#columns_name]) = #one;
                            #columns_name
                        },
                        |#along| {
                            let (_, #columns_name) = #eight;
                            #columns_name
                        },
                    )
                }
            })
            .collect();
        let (all, none) = (bare_or_tuple(&each), pass(&quote!(0), &|_| quote!(#private::NoGrad)));
        let target = self.sig.ident.to_string();
        let doc = format!(
            "The value and the Jacobian of `{target}`, a tangent of the result for each number of the arguments, eight of them in a \
             pass. {}",
            self.order()
        );
        Some(quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name<#generics>(#receiver #(#params),*) -> (#output, #result) #bounds {
                #mention
                let (#y, _) = #none;
                (#y, #all)
            }
        })
    }

    fn forward_mode_name(&self) -> Ident {
        match self.owner {
            Some(_) => self.call_name("forward_mode_of_", ""),
            None => Ident::new("forward_mode", Span::call_site()),
        }
    }

    fn forward_mode_arguments(&self, count: &TokenStream) -> TokenStream {
        let generics = arguments(&self.sig.generics);
        quote!(::<#(#generics,)* #count>)
    }

    /// What is given for the tangents of a parameter.
    fn tangents_type(&self, param: &Param, cotangent: &dyn Fn(&syn::Type) -> TokenStream) -> TokenStream {
        let (private, count) = (private(), count());
        if !self.function.var(param.var).active {
            // That no derivative is lost here, the reverse half says.
            return quote!(impl ::core::marker::Sized);
        }
        let ct = cotangent(&param.ty);
        if param.lent {
            quote!(impl #private::Places<#ct, #count>)
        } else {
            quote!(impl #private::Directions<#ct, #count>)
        }
    }
}
