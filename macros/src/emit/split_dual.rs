//! The function that holds both halves with tangents, and what other generated code calls of it.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;
use syn::spanned::Spanned;

use super::Unit;
use super::companion::Interface;
use super::custom_rule::Halves;
use super::dual::Dual;
use super::split::Common;
use crate::ir::Param;
use crate::library::private;
use crate::naming::{bar, count, dot, incoming, input_name, result_dot, tape, width};
use crate::quoting::{arguments, tuple};

impl Unit<'_> {
    /// `split_dual`: the forward half or the reverse half, by the type parameter `__Sweep`, or forward mode.
    pub(super) fn split_dual(&self) -> TokenStream {
        let (private, width, count, result_dot) = (private(), width(), count(), result_dot());
        let output = self.checked(&self.output());
        let slots = self.slots("PairSlot");
        let inputs = self.inputs(|ct| quote!(#private::PairMut<'_, #ct>));
        let input = tuple(std::iter::once(quote!(#private::PairRef<'_, #private::Ct<#output>>)).chain(inputs));
        let tangents = self.function.params.iter().map(|param| {
            let changes = param.lent && self.function.var(param.var).active;
            let (name, mutable) = (dot(&self.param_name(param)), changes.then(|| quote!(mut)));
            let ty = self.tangents_type(param, &|ty| self.cotangent(ty, true));
            quote!(#mutable #name: #ty)
        });
        let more = quote! {
            #width: #private::Width<#count, __Sweep>,
            #result_dot: __Sweep::Lent<&mut [#private::Ct<#output>; #count]>,
            #(#tangents,)*
        };
        let count = quote!(const #count: ::core::primitive::usize,);
        let body = self.split_dual_body();
        self.function_with_halves(&self.split_dual_name(), Some(&count), &slots, Some(&more), &input, &body)
    }

    /// Its body.
    pub(super) fn split_dual_body(&self) -> TokenStream {
        let (private, output) = (private(), self.checked(&self.output()));
        let Common { begin, owned, owned_forward, parts } = self.common();
        let places = self.active_params().filter(|param| param.lent).map(|param| {
            let name = dot(&self.param_name(param));
            quote!(let mut #name = #private::Places::places(&mut #name);)
        });
        let open = self.slot_params().map(|param| {
            let bar = bar(&self.param_name(param));
            quote!(let mut #bar = #private::PairSlot::outs(&mut #bar);)
        });
        let Halves { before, forward, reverse } = self.rule.map_or_else(
            || {
                let dual = Dual::new(self.plan, self.names_types());
                let (links, imports, indices) = (dual.links().declared(), self.callees().imports(), dual.parameters());
                let steps = dual.block(&self.function.body);
                let result = dual.result(&output, self.output().span(), self.is_unit());
                Halves {
                    before: quote!(#imports #links #owned),
                    forward: quote!(#(#places)* #owned_forward #indices #parts #steps #result),
                    reverse: self.reverse_dual.clone(),
                }
            },
            |rule| self.halves_by_rule_dual(rule),
        );
        let (lent, unread, input_name) = (self.lent(), self.unread_params(), input_name());
        quote! {
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

    /// What the companion has of it: `dual` and `bwd_dual`.
    pub(super) fn companion_dual(&self) -> TokenStream {
        let interface = self.interface();
        let reads = self.owner.is_some().then(|| {
            let (private, read, types) = (private(), self.reads(), self.types());
            quote! {
                #[doc(hidden)]
                #[inline(always)]
                pub fn reads_dual(self, _: &#private::Ty<#types>) -> #read {
                    #read
                }
            }
        });
        let generics = self.generics_of_halves();
        let comma = (!generics.is_empty() && !self.sig.generics.params.trailing_punct()).then(|| quote!(,));
        let generics = quote!(#generics #comma);
        let (forward, reverse) = (self.dual(&interface, &generics), self.bwd_dual(&interface, &generics));
        quote!(#forward #reverse #reads)
    }

    /// `dual`: forward mode, or the forward half.
    fn dual(&self, Interface { bounds, output, params, .. }: &Interface, generics: &TokenStream) -> TokenStream {
        let (private, t, width, count, result_dot) = (private(), tape(), width(), count(), result_dot());
        let each = || self.function.params.iter().map(|param| (param, self.param_name(param)));
        let dots: Vec<_> = each().map(|(_, name)| dot(&name)).collect();
        let tangents = self.function.params.iter().zip(&dots).map(|(param, name)| {
            let ty = self.tangents_type(param, &|_| self.cotangent_outside(param));
            quote!(#name: #ty)
        });
        let lent =
            each().map(|(param, name)| if self.is_gone(param) { quote!(__Sweep::lend(#name)) } else { quote!(#name) });
        let no_input = tuple(std::iter::once(quote!(#private::PairRef<'_, #private::Ct<#output>>)).chain(
            self.active_params().map(|param| {
                let ct = self.cotangent_outside(param);
                if param.lent { quote!(#private::PairMut<'_, #ct>) } else { quote!(#private::NoGrad) }
            }),
        ));
        let forward = self.call_split_dual(&quote!(__Sweep), &quote!(#count), &quote!(#private::NoGrad));
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
        }
    }

    /// `bwd_dual`: the reverse half.
    fn bwd_dual(&self, interface: &Interface, generics: &TokenStream) -> TokenStream {
        let Interface { bounds, output, read_params, unread, out_param, given, .. } = interface;
        let (private, t, y_bar) = (private(), tape(), incoming());
        // Of what is lent the reverse half has no tangents, of what is constant there are none.
        let has_tangent = |param: &Param| self.function.var(param.var).active && !param.lent;
        let tangents = self.function.params.iter().map(|param| {
            if !has_tangent(param) {
                return quote!(_: impl ::core::marker::Sized);
            }
            let (name, ct) = (dot(&self.param_name(param)), self.cotangent_outside(param));
            quote!(#name: impl #private::Directions<#ct, 1>)
        });
        let given_tangents = self.function.params.iter().map(|param| {
            let name = dot(&self.param_name(param));
            if has_tangent(param) { quote!(#name) } else { quote!(#private::NoGrad) }
        });
        let slots = self.function.params.iter().map(|param| {
            let bar = bar(&self.param_name(param));
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
        let bars = self.active_params().map(|param| {
            let bar = bar(&self.param_name(param));
            if param.lent { quote!(#private::LentPair::places(&mut #bar)) } else { quote!(#bar) }
        });
        let input = tuple(std::iter::once(quote!(#y_bar)).chain(bars));
        let out_tangents = out_param.is_some().then(|| quote!(_: impl ::core::marker::Sized,));
        let reverse = self.call_split_dual(&quote!(#private::Reverse), &quote!(1), &quote!(_));
        quote! {
            #[doc(hidden)]
            #[inline]
            pub fn bwd_dual<#generics>(
                self,
                #t: &mut #private::Tape<'_>,
                #(#read_params,)*
                #out_param
                #(#tangents,)*
                #out_tangents
                #y_bar: #private::PairRef<'_, #private::Ct<#output>>,
                #(#slots),*
            ) #bounds {
                #unread
                #reverse(#t, #(#given,)* #private::Width::new(), (), #(#given_tangents,)* #input)
            }
        }
    }

    /// The name of `split_dual`.
    pub(super) fn split_dual_name(&self) -> Ident {
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
