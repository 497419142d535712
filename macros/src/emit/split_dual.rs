//! The function that holds both halves with tangents, and what other generated code calls of it.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;
use syn::spanned::Spanned;

use super::dual::{Dual, count, dot, result_dot, width};
use super::rule::Halves;
use super::{Unit, arguments, incoming, private, slot, tape, tuple};
use crate::ir::Param;

impl Unit<'_> {
    /// `split_dual`: the forward half or the reverse half, by the type parameter `__Sweep`, or forward mode.
    pub(super) fn split_dual(&self) -> TokenStream {
        let (private, name, width, count) = (private(), self.split_dual_name(), width(), count());
        let lifetimes = self.sig.generics.lifetimes();
        let generics = self.sig.generics.params.iter().filter(|param| !matches!(param, syn::GenericParam::Lifetime(_)));
        let bounds = &self.sig.generics.where_clause;
        let output = self.checked(&self.output());
        let params = self.split_params();
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
        // The place of a cotangent that changes is lent; the others go to slots.
        let inputs = self.active_params().map(|param| {
            if param.lent {
                let ct = self.cotangent(&param.ty, true);
                quote!(#private::PairMut<'_, #ct>)
            } else {
                let slot = slot(&self.param_name(param));
                quote!(#slot)
            }
        });
        let input = tuple(std::iter::once(quote!(#private::PairRef<'_, #private::Ct<#output>>)).chain(inputs));
        let slots = self.slot_params().map(|param| {
            let (slot, ct) = (slot(&self.param_name(param)), self.cotangent(&param.ty, true));
            quote!(#slot: #private::PairSlot<#ct>)
        });
        let (gone, there): (Vec<_>, Vec<_>) = self.function.params.iter().partition(|param| self.is_gone(param));
        let (owned, mut parts) = self.parameters(there);
        let (owned_forward, more) = self.parameters(gone);
        parts.extend(more);
        let dual = Dual::new(self.function, self.facts, self.names_types());
        let (links, imports, indices) = (dual.links().declared(), self.callees().imports(), dual.parameters());
        let (steps, result) =
            (dual.block(&self.function.body), dual.result(&output, self.output().span(), self.is_unit()));
        let (lent, unread) = (self.lent(), self.unread_params());
        let (bar, input_name) = (incoming(), Ident::new("input", Span::mixed_site()));
        let bars: Vec<_> = self.active_params().map(|param| super::bar(&self.param_name(param))).collect();
        let begin = tuple(std::iter::once(quote!(#bar)).chain(bars.iter().map(|bar| quote!(mut #bar))));
        let open = self.slot_params().map(|param| {
            let bar = super::bar(&self.param_name(param));
            quote!(let mut #bar = #private::PairSlot::outs(&mut #bar);)
        });
        let result_dot = result_dot();
        let Halves { before, forward, reverse } = self.rule.map_or_else(
            || Halves {
                before: quote!(#imports #links #owned),
                forward: quote!(#(#places)* #owned_forward #indices #parts #steps #result),
                reverse: self.reverse_dual.clone(),
            },
            |rule| self.halves_by_rule_dual(rule),
        );
        quote! {
            #[doc(hidden)]
            #[inline(always)]
            fn #name<#(#lifetimes,)* __Sweep: #private::Sweep, #(#generics,)* const #count: ::core::primitive::usize, #(#slots),*>(
                #params
                #width: #private::Width<#count, __Sweep>,
                #result_dot: __Sweep::Lent<&mut [#private::Ct<#output>; #count]>,
                #(#tangents,)*
                #input_name: __Sweep::Input<#input>,
            ) -> __Sweep::Output<#output> #bounds {
                use #private::rules::*;
                #before
                if __Sweep::FORWARD {
                    #lent
                    #forward
                }
                __Sweep::mirrored(move || {
                    let #begin = __Sweep::begin(#input_name);
                    #(#open)*
                    #unread
                    #reverse
                });
                __Sweep::end()
            }
        }
    }

    /// What the companion has of it: `dual` and `bwd_dual`.
    #[expect(clippy::too_many_lines, reason = "one template")]
    pub(super) fn companion_dual(&self) -> TokenStream {
        let (private, t, width, count, y_bar) = (private(), tape(), width(), count(), incoming());
        let result_dot = result_dot();
        let is_method = self.owner.is_some();
        // The companion of a method has the generics on its type.
        let (generics, bounds) = if is_method {
            (None, None)
        } else {
            let generics = self.sig.generics.params.iter();
            (Some(quote!(#(#generics,)*)), self.bounds())
        };
        let output = self.output_outside();
        let names: Vec<_> = self.function.params.iter().map(|param| self.param_name(param)).collect();
        let dots: Vec<_> = names.iter().map(dot).collect();
        let params: Vec<_> = self
            .function
            .params
            .iter()
            .zip(&names)
            .map(|(param, name)| {
                let ty = self.type_outside(param);
                quote!(#name: #ty)
            })
            .collect();
        let tangents = self.function.params.iter().zip(&dots).map(|(param, name)| {
            let ty = self.tangents_type(param, &|_| self.cotangent_outside(param));
            quote!(#name: #ty)
        });
        let read_tangents = self.function.params.iter().zip(&dots).map(|(param, name)| {
            if !self.function.var(param.var).active || param.lent {
                return quote!(_: impl ::core::marker::Sized);
            }
            let ct = self.cotangent_outside(param);
            quote!(#name: impl #private::Directions<#ct, 1>)
        });
        let slots = self.function.params.iter().map(|param| {
            let bar = super::bar(&self.param_name(param));
            if !self.function.var(param.var).active {
                return quote!(#bar: impl #private::Unwanted);
            }
            let ct = self.cotangent_outside(param);
            if param.lent {
                quote!(mut #bar: impl #private::LentPair<#ct>)
            } else {
                quote!(#bar: impl #private::PairSlot<#ct>)
            }
        });
        let (read_params, unread) = self.read_params(&params, &names);
        let bwd_params = self
            .function
            .params
            .iter()
            .zip(&read_params)
            .map(|(param, read)| if param.lent { quote!((): ()) } else { quote!(#read) });
        let out_params =
            is_method.then(|| (quote!(_: #private::Read<'_, #output>,), quote!(_: impl ::core::marker::Sized,)));
        let (out_param, out_tangents) = out_params.unzip();
        let given = self
            .function
            .params
            .iter()
            .zip(&names)
            .map(|(param, name)| if self.is_gone(param) { quote!(()) } else { quote!(#name) });
        // Of what is lent the reverse half has no tangents, of what is constant there are none.
        let given_tangents = self.function.params.iter().zip(&dots).map(|(param, name)| {
            if !self.function.var(param.var).active || param.lent { quote!(#private::NoGrad) } else { quote!(#name) }
        });
        let lent = self
            .function
            .params
            .iter()
            .zip(&names)
            .map(|(param, name)| if self.is_gone(param) { quote!(__Sweep::lend(#name)) } else { quote!(#name) });
        let bars = self.active_params().map(|param| {
            let bar = super::bar(&self.param_name(param));
            if param.lent { quote!(#private::LentPair::places(&mut #bar)) } else { quote!(#bar) }
        });
        let input = tuple(std::iter::once(quote!(#y_bar)).chain(bars));
        let no_input = tuple(std::iter::once(quote!(#private::PairRef<'_, #private::Ct<#output>>)).chain(
            self.active_params().map(|param| {
                let ct = self.cotangent_outside(param);
                if param.lent { quote!(#private::PairMut<'_, #ct>) } else { quote!(#private::NoGrad) }
            }),
        ));
        let forward = self.call_split_dual(&quote!(__Sweep), &quote!(#count), &quote!(#private::NoGrad));
        let reverse = self.call_split_dual(&quote!(#private::Reverse), &quote!(1), &quote!(_));
        let reads = is_method.then(|| {
            let (read, types) = (self.reads(), self.types());
            quote! {
                #[doc(hidden)]
                #[inline(always)]
                pub fn reads_dual(self, _: &#private::Ty<#types>) -> #read {
                    #read
                }
            }
        });
        quote! {
            #[doc(hidden)]
            #[inline]
            pub fn dual<#generics const #count: ::core::primitive::usize, __Sweep: #private::Ahead>(
                self,
                #t: &mut #private::Tape<'_>,
                #width: #private::Width<#count, __Sweep>,
                #result_dot: &mut [#private::Ct<#output>; #count],
                #(#params,)*
                #(#tangents),*
            ) -> #output #bounds {
                __Sweep::passed::<#output>(#forward(#t, #(#lent,)* #width, __Sweep::lend(#result_dot), #(#dots,)* __Sweep::input::<#no_input>()))
            }
            #[doc(hidden)]
            #[inline]
            pub fn bwd_dual<#generics>(
                self,
                #t: &mut #private::Tape<'_>,
                #(#bwd_params,)*
                #out_param
                #(#read_tangents,)*
                #out_tangents
                #y_bar: #private::PairRef<'_, #private::Ct<#output>>,
                #(#slots),*
            ) #bounds {
                #unread
                #reverse(#t, #(#given,)* #private::Width::new(), (), #(#given_tangents,)* #input)
            }
            #reads
        }
    }

    /// The name of `split_dual`.
    fn split_dual_name(&self) -> Ident {
        match self.owner {
            Some(_) => self.call_name("split_dual_of_", ""),
            None => Ident::new("split_dual", Span::call_site()),
        }
    }

    /// `split_dual::<sweep, generics, count, slots>`, with the slots as given.
    pub(super) fn call_split_dual(&self, sweep: &TokenStream, count: &TokenStream, slot: &TokenStream) -> TokenStream {
        let (name, generics) = (self.split_dual_name(), arguments(&self.sig.generics));
        let slots = self.slot_params().map(|_| slot);
        let home = self.home();
        quote!(#home::#name::<#sweep, #(#generics,)* #count, #(#slots),*>)
    }

    /// What is given for the tangents of a parameter.
    pub(super) fn tangents_type(&self, param: &Param, cotangent: &dyn Fn(&syn::Type) -> TokenStream) -> TokenStream {
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
