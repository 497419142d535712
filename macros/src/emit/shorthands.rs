//! `f::at`, and the calls that people type daily.

use proc_macro2::TokenStream;
use quote::quote;

use super::Unit;
use super::calls::Calls;
use crate::library::private;
use crate::naming::{depth, hygienic, sweeps};
use crate::quoting::bare_or_tuple;
use crate::syntax::lifetimes::{lasting, lasting_bounds, of_arguments, without_lifetimes};

impl Unit<'_> {
    /// All of them, and the sizes of the tape.
    pub(super) fn shorthands(&self) -> TokenStream {
        let calls = Calls::new(self);
        let (at, sizes) = (self.at(&calls), self.sizes_of_tape(&calls));
        let gradients = (!calls.has_lent()).then(|| self.gradients(&calls));
        let into = (!self.is_unit()).then(|| self.into(&calls));
        quote!(#at #gradients #into #sizes)
    }

    fn at(&self, calls: &Calls<'_>) -> TokenStream {
        let Calls { vis, names, output, .. } = calls;
        let types = self.argument_types();
        let (private, witness, name, bounds) = (private(), self.witness(), self.call_name("", "at"), self.bounds());
        let bounds = bounds.map(|mut bounds| {
            lasting_bounds(&mut bounds);
            bounds
        });
        let generics = without_lifetimes(&self.sig.generics);
        let lifetime = of_arguments();
        let receiver = self.function.params.iter().find(|param| param.receiver);
        let given = receiver.map(|param| {
            let mutable = param.lent.then(|| quote!(mut));
            let reference = param.reference.as_ref().map(|_| quote!(&#lifetime #mutable));
            quote!(#reference self,)
        });
        let this = receiver.map(|_| quote!(self,));
        let params = self.function.params.iter().filter(|param| !param.receiver).zip(names).map(|(param, name)| {
            let ty = lasting(&param.written(), lifetime.clone());
            quote!(#name: #ty)
        });
        let doc = format!("`{}` at these arguments, for all calls that there are.", self.sig.ident);
        quote! {
            #[doc = #doc]
            #[inline(always)]
            #vis fn #name<#lifetime, #generics>(#given #(#params),*) -> #private::At<#witness, #types, #output> #bounds {
                #private::At::new((#this #(#names,)*))
            }
        }
    }

    fn gradients(&self, calls: &Calls<'_>) -> TokenStream {
        let Calls { vis, turbofish, output, receiver, this, params, names, gradients, .. } = calls;
        let (private, generics, bounds) = (private(), &self.sig.generics.params, self.bounds());
        let [at, grad, vag, vjp] = ["at", "grad", "value_and_grad", "vjp"].map(|name| self.call_name("", name));
        let (grads, seed) = (bare_or_tuple(gradients), hygienic("seed"));
        // Where nothing but the gradient is returned, there has to be one.
        let (always, scalar) = (calls.bounded("ScalarResult"), calls.bounded("PerhapsScalar"));
        let here = quote!(Self::#at #turbofish(#this #(#names),*));
        let order = self.order();
        let doc = |text: &str| format!("{text} `{}`. {order}", self.sig.ident);
        let (doc_grad, doc_vag, doc_vjp) = (
            doc("The gradient of"),
            doc("The value and the gradient of"),
            doc("The value, and the cotangents for the cotangent `seed` of the result, of"),
        );
        quote! {
            #[doc = #doc_grad]
            #[inline]
            #[track_caller]
            #vis fn #grad<#generics>(#receiver #(#params),*) -> #grads #always {
                #here.grad()
            }
            #[doc = #doc_vag]
            #[inline]
            #[track_caller]
            #vis fn #vag<#generics>(#receiver #(#params),*) -> (#output, #grads) #scalar {
                #here.value_and_grad()
            }
            #[doc = #doc_vjp]
            #[inline]
            #[track_caller]
            #vis fn #vjp<#generics>(#receiver #(#params,)* #seed: #private::Ct<#output>) -> (#output, #grads) #bounds {
                #here.vjp(#seed)
            }
        }
    }

    fn into(&self, calls: &Calls<'_>) -> TokenStream {
        let Calls { vis, turbofish, output, receiver, this, params, names, cotangents, .. } = calls;
        let (private, generics, scalar) = (private(), &self.sig.generics.params, calls.bounded("PerhapsScalar"));
        let [at, into] = ["at", "value_and_grad_into"].map(|name| self.call_name("", name));
        let tape = hygienic("tape");
        let bars: Vec<_> = self.active_params().map(|param| calls.bar_of(param)).collect();
        let places = bare_or_tuple(&bars);
        let doc = format!(
            "The value of `{}`; adds the gradient to the caller's cotangents. {} On the caller's tape.\n\n# Panics\nWhen the tape is \
             too small.",
            self.sig.ident,
            self.order()
        );
        quote! {
            #[doc = #doc]
            #[inline]
            #[track_caller]
            #vis fn #into<#generics>(
                #receiver #tape: &mut (impl #private::Store + ?::core::marker::Sized), #(#params,)* #(#bars: &mut #cotangents),*
            ) -> #output #scalar {
                Self::#at #turbofish(#this #(#names),*).on(#tape).value_and_grad_into(#places)
            }
        }
    }

    /// The size of the tape, for generated code.
    pub(super) fn size_if_known(&self) -> TokenStream {
        let (private, vis, generics, bounds) =
            (private(), self.vis, &self.sig.generics.params, &self.sig.generics.where_clause);
        let (name, depth, sweeps, sizes) = (self.call_name("", "words_if_known"), depth(), sweeps(), self.tape_words());
        quote! {
            #[doc(hidden)]
            #vis const fn #name<#generics>(#depth: ::core::primitive::usize, #sweeps: #private::Sweeps) -> #private::TapeSize #bounds {
                #sizes
            }
        }
    }

    fn sizes_of_tape(&self, calls: &Calls<'_>) -> TokenStream {
        let Calls { vis, turbofish, .. } = calls;
        let (private, generics, bounds) = (private(), &self.sig.generics.params, &self.sig.generics.where_clause);
        let [tape_words, tape_bytes] = ["tape_words", "tape_bytes"].map(|name| self.call_name("", name));
        let (words, if_known) = (self.words("Whole"), self.size_if_known());
        let doc = |unit: &str| {
            format!(
                "{unit} that the gradient of `{}` needs on the tape: exactly, but for branches that need less.",
                self.sig.ident
            )
        };
        let (doc_words, doc_bytes) = (doc("Words of 8 bytes"), doc("Bytes"));
        quote! {
            #if_known
            #[doc = #doc_words]
            #vis const fn #tape_words<#generics>() -> ::core::primitive::usize #bounds {
                #private::known(#words)
            }
            #[doc = #doc_bytes]
            #vis const fn #tape_bytes<#generics>() -> ::core::primitive::usize #bounds {
                8 * Self::#tape_words #turbofish()
            }
        }
    }
}
