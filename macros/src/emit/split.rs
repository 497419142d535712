//! The function that holds both halves.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::forward::Forward;
use super::rule::Halves;
use super::{Unit, arguments, bar, incoming, private, private_at, slot, tape, tuple, written};
use crate::ir::{Block, Op, Param, Step};

impl Unit<'_> {
    /// `split`: the forward half or the reverse half, by the type parameter `__Sweep`.
    pub(super) fn split(&self) -> TokenStream {
        let private = private();
        let name = self.split_name();
        let params = self.split_params();
        // The place of a cotangent that changes is lent; the others go to slots.
        let inputs: Vec<_> = self
            .active_params()
            .map(|param| {
                if param.lent {
                    let ct = self.cotangent(&param.ty, true);
                    quote!(&mut #ct)
                } else {
                    let slot = slot(&self.param_name(param));
                    quote!(#slot)
                }
            })
            .collect();
        let slot_bounds: Vec<_> = self
            .slot_params()
            .map(|param| {
                let (slot, ct) = (slot(&self.param_name(param)), self.cotangent(&param.ty, true));
                quote!(#slot: #private::Slot<#ct>)
            })
            .collect();
        let lifetimes = self.sig.generics.lifetimes();
        let generics = self.sig.generics.params.iter().filter(|param| !matches!(param, syn::GenericParam::Lifetime(_)));
        let bounds = &self.sig.generics.where_clause;
        let output = self.checked(&self.output());
        let y_bar = incoming();
        let input_name = Ident::new("input", Span::mixed_site());

        let (gone, there): (Vec<_>, Vec<_>) = self.function.params.iter().partition(|param| self.is_gone(param));
        let (owned, mut parts) = self.parameters(there);
        let (owned_forward, more) = self.parameters(gone);
        parts.extend(more);
        let imports = self.callees().imports();
        let forward = Forward::new(self.function, self.facts);
        let (links, forward) = (forward.links.declared(), forward.block(&self.function.body));
        let (borrowed, returned) = self.own_tape().unzip();
        let finish = self.function.body.value.as_ref().map(|value| {
            let (written, span) = (written(value), self.output().span());
            quote_spanned!(span=> return __Sweep::finish::<#output>(#written);)
        });
        let finish = finish.or_else(|| self.is_unit().then(|| quote!(return __Sweep::finish::<#output>(());)));
        let bars: Vec<_> = self.active_params().map(|param| bar(&self.param_name(param))).collect();
        let begin = tuple(std::iter::once(quote!(#y_bar)).chain(bars.iter().map(|bar| quote!(mut #bar))));
        let opened = self.slot_params().filter(|param| !self.passed.contains(&param.var));
        let open = opened.map(|param| {
            let bar = bar(&self.param_name(param));
            quote!(let mut #bar = #bar.out();)
        });
        let open: Vec<_> = open.collect();
        let (lent, unread) = (self.lent(), self.unread_params());
        let whole = self.whole(
            &quote!(
                let #begin = __Sweep::begin(#input_name);
                #(#open)*
                #lent
                #owned_forward
                #parts
            ),
            returned.as_ref(),
            &output,
        );
        let input = tuple(std::iter::once(quote!(&#private::Ct<#output>)).chain(inputs));
        let constants = self.function.params.iter().filter(|param| param.claims_constant).map(|param| {
            let (ty, span) = (&param.ty, param.ty.span());
            let private = private_at(span);
            quote_spanned!(span=> #private::constant::<#ty>();)
        });
        let Halves { before, forward, reverse } = self.rule.map_or_else(
            || Halves {
                before: quote!(#imports #links #owned #borrowed),
                forward: quote!(#owned_forward #parts #forward #returned #finish),
                reverse: self.reverse.clone(),
            },
            |rule| self.halves_by_rule(rule),
        );

        quote! {
            #[doc(hidden)]
            #[inline(always)]
            fn #name<#(#lifetimes,)* __Sweep: #private::Sweep, #(#generics,)* #(#slot_bounds),*>(
                #params
                #input_name: __Sweep::Input<#input>,
            ) -> __Sweep::Output<#output> #bounds {
                use #private::rules::*;
                #(#constants)*
                #before
                if __Sweep::FORWARD {
                    #lent
                    #forward
                }
                #whole
                let #begin = __Sweep::begin(#input_name);
                #(#open)*
                #unread
                #reverse
                #returned
                __Sweep::end()
            }
        }
    }

    /// The forward half takes the arguments that only it has.
    pub(super) fn lent(&self) -> TokenStream {
        let lent = self.function.params.iter().filter(|param| self.is_gone(param)).map(|param| {
            let name = self.param_name(param);
            quote!(let #name = __Sweep::lent(#name);)
        });
        lent.collect()
    }

    /// What stands for parameters that the reverse half does not read.
    pub(super) fn unread_params(&self) -> TokenStream {
        let private = private();
        let unread = self.function.params.iter().filter(|param| self.unread.contains(&param.var)).map(|param| {
            let (name, ty) = (self.param_name(param), self.checked(&by_reference(param)));
            quote!(let #name = || -> #ty { #private::unread() };)
        });
        unread.collect()
    }

    /// A function with a loop that calls no other has the tape to itself: as a local its state stays in registers. What takes it,
    /// and gives it back.
    fn own_tape(&self) -> Option<(TokenStream, TokenStream)> {
        let [t, lender, own] = ["t", "lender", "own"].map(|name| Ident::new(name, Span::mixed_site()));
        let taken = quote!(let #lender = #t; let mut #own = #lender.take(); let #t = &mut #own;);
        self.keeps_tape().then(|| (taken, quote!(*#lender = #own;)))
    }

    /// Whether the function has a loop and calls no differentiable function.
    fn keeps_tape(&self) -> bool {
        fn any(block: &Block, of: &dyn Fn(&Step) -> bool) -> bool {
            block.steps.iter().any(|step| of(step) || step.blocks().into_iter().any(|inner| any(inner, of)))
        }
        let body = &self.function.body;
        any(body, &|step| matches!(step, Step::Loop(_)) && step.is_mirrored(&self.function.vars))
            && !any(body, &|step| matches!(step, Step::Let { op: Op::Call { .. }, .. }))
    }

    /// Parameters by value are owned in the body, and patterns are taken apart.
    pub(super) fn parameters<'p>(&self, params: impl IntoIterator<Item = &'p Param>) -> (TokenStream, TokenStream) {
        let (mut owned, mut parts) = (TokenStream::new(), TokenStream::new());
        for param in params {
            let name = self.param_name(param);
            if param.reference.is_none() {
                let span = param.ty.span();
                let private = private_at(span);
                owned.extend(quote_spanned!(span=> let #name = #private::own(#name);));
            }
            if let Some(pattern) = &param.pattern {
                parts.extend(quote!(let #pattern = #name;));
            }
        }
        (owned, parts)
    }

    /// `t: &mut Tape, x: &X, ..`
    pub(super) fn split_params(&self) -> TokenStream {
        let (private, t) = (private(), tape());
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.param_name(param), self.checked(&by_reference(param)));
            if self.is_gone(param) { quote!(#name: __Sweep::Lent<#ty>,) } else { quote!(#name: #ty,) }
        });
        quote!(#t: &mut #private::Tape<'_>, #(#params)*)
    }

    pub(super) fn split_name(&self) -> Ident {
        let name = &self.sig.ident;
        match self.owner {
            Some(_) => {
                Ident::new(&format!("split_of_{}", name.to_string().trim_start_matches("r#")), Span::call_site())
            }
            None => Ident::new("split", Span::call_site()),
        }
    }

    /// `split::<sweep, generics, slots>`, with the slots as given.
    pub(super) fn split_arguments(&self, sweep: &TokenStream, slot: &TokenStream) -> TokenStream {
        let generics = arguments(&self.sig.generics);
        let slots = self.slot_params().map(|_| slot);
        quote!(::<#sweep, #(#generics,)* #(#slots),*>)
    }
}

/// `&X` for a parameter of type `X` or `&X`.
pub(super) fn by_reference(param: &crate::ir::Param) -> TokenStream {
    let ty = &param.ty;
    if let Some(reference) = &param.reference { quote!(#reference #ty) } else { quote!(&#ty) }
}
