//! The function that holds both halves.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::Unit;
use super::custom_rule::Halves;
use super::forward::Forward;
use crate::ir::{FunctionType, Param, Passing};
use crate::library::{private, private_at};
use crate::naming::{argument, bar, hygienic, incoming, input_name, reference_to, slot, tape};
use crate::quoting::{arguments, tuple};

/// What both functions with two halves have in common.
pub(super) struct Common {
    /// What the reverse half is given, by its names.
    pub begin: TokenStream,
    /// Of arguments that both halves have, and of those that only the forward half has: what owns them.
    pub owned: TokenStream,
    pub owned_forward: TokenStream,
    /// What takes patterns apart.
    pub parts: TokenStream,
}

impl Unit<'_> {
    /// `split`: the forward half or the reverse half, by the type parameter `__Sweep`.
    pub(super) fn split(&self) -> TokenStream {
        let (private, output) = (private(), self.checked(&self.output()));
        let slots = self.slots("Slot");
        let inputs = self.inputs(|ct| quote!(&mut #ct));
        let input = tuple(std::iter::once(quote!(&#private::Ct<#output>)).chain(inputs));
        self.function_with_halves(&self.split_name(), None, &slots, None, &input, &self.split_body())
    }

    /// Its body.
    pub(super) fn split_body(&self) -> TokenStream {
        let (private, output) = (private(), self.checked(&self.output()));
        let Common { begin, owned, owned_forward, parts } = self.common();
        let (borrowed, returned) = self.own_tape().unzip();
        let forward = Forward::new(self.plan);
        let (links, steps) = (forward.links.declared(), forward.block(&self.function.body));
        let finish = self.function.body.value.as_ref().map(|value| {
            let (written, span) = (value.written(), self.output().span());
            quote_spanned!(span=> return __Sweep::finish::<#output>(#written);)
        });
        let finish = finish.or_else(|| self.is_unit().then(|| quote!(return __Sweep::finish::<#output>(());)));
        let opened = self.slot_params().filter(|param| !self.plan.firsts.passes(param.var));
        let open: TokenStream = opened
            .map(|param| {
                let bar = bar(&self.param_name(param));
                quote!(let mut #bar = #bar.out();)
            })
            .collect();
        let (lent, unread, input_name) = (self.lent(), self.unread_params(), input_name());
        let begun = quote!(let #begin = __Sweep::begin(#input_name); #open);
        let whole = self.whole(&quote!(#begun #lent #owned_forward #parts), returned.as_ref(), &output);
        let constants = self.function.params.iter().filter_map(claim_of_constant);
        let Halves { before, forward, reverse } = self.rule.map_or_else(
            || {
                let imports = self.callees().imports();
                Halves {
                    before: quote!(#imports #links #owned #borrowed),
                    forward: quote!(#owned_forward #parts #steps #returned #finish),
                    reverse: self.reverse.clone(),
                }
            },
            |rule| self.halves_by_rule(rule),
        );
        quote! {
            use #private::rules::*;
            #(#constants)*
            #before
            if __Sweep::FORWARD {
                #lent
                #forward
            }
            #whole
            #begun
            #unread
            #reverse
            #returned
            __Sweep::end()
        }
    }

    /// What the halves begin with.
    pub(super) fn common(&self) -> Common {
        let (gone, there): (Vec<_>, Vec<_>) = self.function.params.iter().partition(|param| self.is_gone(param));
        let (owned, mut parts) = self.parameters(there);
        let (owned_forward, more) = self.parameters(gone);
        parts.extend(more);
        let (y_bar, bars) = (incoming(), self.active_params().map(|param| bar(&self.param_name(param))));
        let begin = tuple(std::iter::once(quote!(#y_bar)).chain(bars.map(|bar| quote!(mut #bar))));
        Common { begin, owned, owned_forward, parts }
    }

    /// The bounds of the slots.
    pub(super) fn slots(&self, bound: &str) -> Vec<TokenStream> {
        let (private, bound) = (private(), Ident::new(bound, Span::call_site()));
        let slots = self.slot_params().map(|param| {
            let (slot, ct) = (slot(&self.param_name(param)), self.cotangent(&param.ty, true));
            quote!(#slot: #private::#bound<#ct>)
        });
        slots.collect()
    }

    /// The types of what cotangents go to: the place of one that changes is `lent`, the others go to slots.
    pub(super) fn inputs(&self, lent: impl Fn(&TokenStream) -> TokenStream) -> Vec<TokenStream> {
        let inputs = self.active_params().map(|param| {
            if param.lent {
                lent(&self.cotangent(&param.ty, true))
            } else {
                let slot = slot(&self.param_name(param));
                quote!(#slot)
            }
        });
        inputs.collect()
    }

    /// A function that holds both halves, with `more` parameters and a generic `count`.
    pub(super) fn function_with_halves(
        &self,
        name: &Ident,
        count: Option<&TokenStream>,
        slots: &[TokenStream],
        more: Option<&TokenStream>,
        input: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let (private, params, input_name) = (private(), self.split_params(), input_name());
        let lifetimes = self.sig.generics.lifetimes();
        let generics = self.sig.generics.params.iter().filter(|param| !matches!(param, syn::GenericParam::Lifetime(_)));
        let (bounds, output) = (&self.sig.generics.where_clause, self.checked(&self.output()));
        quote! {
            #[doc(hidden)]
            #[inline(always)]
            fn #name<#(#lifetimes,)* __Sweep: #private::Sweep, #(#generics,)* #count #(#slots),*>(
                #params
                #more
                #input_name: __Sweep::Input<#input>,
            ) -> __Sweep::Output<#output> #bounds {
                #body
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
        let unread = self.function.params.iter().filter(|param| self.plan.unread.contains(&param.var)).map(|param| {
            let (name, ty) = (self.param_name(param), self.checked(&param.by_reference()));
            quote!(let #name = || -> #ty { #private::unread() };)
        });
        unread.collect()
    }

    /// A function with a loop that calls no other has the tape to itself: as a local its state stays in registers. What takes it,
    /// and gives it back.
    fn own_tape(&self) -> Option<(TokenStream, TokenStream)> {
        let [t, lender, own] = ["t", "lender", "own"].map(hygienic);
        let taken = quote!(let #lender = #t; let mut #own = #lender.take(); let #t = &mut #own;);
        self.plan.keeps_tape.then(|| (taken, quote!(*#lender = #own;)))
    }

    /// Parameters by value are owned in the body, and patterns are taken apart.
    pub(super) fn parameters<'p>(&self, params: impl IntoIterator<Item = &'p Param>) -> (TokenStream, TokenStream) {
        let (mut owned, mut parts) = (TokenStream::new(), TokenStream::new());
        for param in params {
            let name = self.param_name(param);
            if param.reference.is_none() {
                let span = param.ty.span();
                let private = private_at(span);
                owned.extend(quote_spanned!(span=> let #name = #private::of(#name).own();));
            }
            if let Some(pattern) = &param.pattern {
                parts.extend(quote!(let #pattern = #name;));
            }
            if let Some(function) = &param.function {
                let whole = reference_to(&name);
                owned.extend(quote!(let #whole = #name;));
                parts.extend(called_alone(&name, &whole, function));
            }
        }
        (owned, parts)
    }

    /// The names of the parameters, and their types: references, behind the guard.
    pub(super) fn params_by_reference(&self) -> Vec<(Ident, TokenStream)> {
        let params = self.function.params.iter();
        params.map(|param| (self.param_name(param), self.checked(&param.by_reference()))).collect()
    }

    /// `t: &mut Tape, x: &X, ..`
    pub(super) fn split_params(&self) -> TokenStream {
        let (private, t) = (private(), tape());
        let params = self.function.params.iter().zip(self.params_by_reference()).map(|(param, (name, ty))| {
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

/// A function as the user's code calls it where no derivative is wanted: `let f = |x| ..;`
fn called_alone(name: &Ident, whole: &Ident, function: &FunctionType) -> TokenStream {
    let (private, FunctionType { reference, result, .. }) = (private(), function);
    let callable = format_ident!("Callable{}", function.arguments.len());
    let (names, values): (Vec<_>, Vec<_>) = function
        .arguments
        .iter()
        .enumerate()
        .map(|(i, (ty, passing))| {
            let (name, reference, handed) = (argument(i), passing.reference(), passing.handed());
            let operand = if *passing == Passing::Moved { quote!(&#name) } else { quote!(#name) };
            (quote!(#name: #reference #ty), quote!(#private::callables::Handed::#handed(#operand)))
        })
        .unzip();
    quote! {
        let #name = #reference |#(#names),*| -> #result {
            #private::callables::#callable::forward(#whole, &mut #private::Tape::none(), #(#values),*)
        };
    }
}

/// The claim that a parameter has no derivative, if its type only reads like one without.
pub(super) fn claim_of_constant(param: &Param) -> Option<TokenStream> {
    let (ty, span) = (&param.ty, param.ty.span());
    let private = private_at(span);
    param.claims_constant.then(|| quote_spanned!(span=> #private::constant::<#ty>();))
}
