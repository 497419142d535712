//! The calls that have several cotangents of one result: `pullback`, `jacobian_rev_in`. The forward sweep runs once.

use proc_macro2::TokenStream;
use quote::quote;

use super::calls::{Calls, local};
use super::{Unit, arguments, bare_or_tuple, private, tape};

/// What they share with the other calls of reverse mode.
pub(super) struct Halves<'u> {
    /// The forward half on the tape.
    pub forward: &'u TokenStream,
    /// The reverse half, from the seed to the places of the cotangents.
    pub reverse: &'u TokenStream,
    /// A call on a tape of its own.
    pub on_own_tape: &'u dyn Fn(TokenStream) -> TokenStream,
    /// What is said of the tape in documentation: alone, the caller's, the same with an error.
    pub documented: [&'u dyn Fn(&str) -> String; 3],
}

impl Unit<'_> {
    /// Both.
    pub(super) fn pullback_calls(&self, calls: &Calls<'_>, halves: &Halves<'_>) -> Option<TokenStream> {
        if self.is_unit() {
            return None;
        }
        let (private, t) = (private(), tape());
        let Calls {
            vis, turbofish, output, receiver, this, params, names, values, cotangents, zeros, gradients, ..
        } = calls;
        let &Halves { forward, reverse, on_own_tape, documented: [alone, on_tape, handled] } = halves;
        let (generics, bounds) = (self.sig.generics.params.iter(), self.bounds());
        let (generics, arguments): (Vec<_>, _) = (generics.collect(), arguments(&self.sig.generics));
        let [y, seed, tape_name, entries, call, pull, found] =
            ["y", "seed", "tape", "entries", "call", "pull", "found"].map(local);
        let bars: Vec<_> = self.active_params().map(|param| calls.bar_of(param)).collect();
        let (grads, bar_values) =
            (bare_or_tuple(gradients), bare_or_tuple(&bars.iter().map(|bar| quote!(#bar)).collect::<Vec<_>>()));
        let compared = self.compare(&quote!(&#y), values);
        let n = |prefix: &str, name: &str| self.call_name(prefix, name);
        let (pullback, pullback_in, try_pullback_in) =
            (n("", "pullback"), n("", "pullback_in"), n("try_", "pullback_in"));
        let (jacobian_in, try_jacobian_in) = (n("", "jacobian_rev_in"), n("try_", "jacobian_rev_in"));
        let components = calls.bounded("Components");
        let rows = quote!(<#output as #private::Components<'static>>::Rows<#grads>);
        let tape = quote!(#tape_name: &mut (impl #private::Store + ?::core::marker::Sized));
        let full = quote!(#private::TapeOverflow);
        let called = quote!(impl ::core::ops::FnOnce(#output, &mut dyn ::core::ops::FnMut(#private::Ct<#output>) -> #grads) -> __R);
        let own = on_own_tape(quote!(Self::#pullback_in::<#(#arguments,)* _>(#this #tape_name, #(#names,)* #call)));
        let (order, target) = (self.order(), self.sig.ident.to_string());
        let about = format!(
            "Gives `call` the value of `{target}` and its pullback: a function from cotangents of the result to those of the arguments, \
             as often as it is wanted, after one forward sweep. {order}"
        );
        let about_rows = format!(
            "The value and the Jacobian of `{target}`, a row for each number of the result, by one forward sweep. {order}"
        );
        let (doc, doc_in, doc_try) = (alone(&about), on_tape(&about), handled(&about));
        let (doc_rows, doc_try_rows) = (on_tape(&about_rows), handled(&about_rows));
        Some(quote! {
            #[doc = #doc]
            #[inline]
            #[track_caller]
            #vis fn #pullback<#(#generics,)* __R>(#receiver #(#params,)* #call: #called) -> __R #bounds {
                #own
            }
            #[doc = #doc_in]
            #[inline]
            #[track_caller]
            #vis fn #pullback_in<#(#generics,)* __R>(#receiver #tape, #(#params,)* #call: #called) -> __R #bounds {
                #private::fits(Self::#try_pullback_in::<#(#arguments,)* _>(#this #tape_name, #(#names,)* #call))
            }
            #[doc = #doc_try]
            #[inline]
            #vis fn #try_pullback_in<#(#generics,)* __R>(
                #receiver #tape, #(#params,)* #call: #called
            ) -> ::core::result::Result<__R, #full> #bounds {
                #private::Store::run(#tape_name, |#t| #forward, |#t, #y| {
                    #compared;
                    let #entries = #t.entries();
                    let #found = #call(#y, &mut |#seed| {
                        #(let mut #bars: #gradients = #zeros;)*
                        #t.rewind(#entries);
                        {
                            #(let #bars: &mut #cotangents = &mut #bars;)*
                            #reverse;
                        }
                        #bar_values
                    });
                    // All has been read, also if nothing was pulled back.
                    #t.rewind(&[]);
                    #found
                })
            }
            #[doc = #doc_rows]
            #[inline]
            #[track_caller]
            #vis fn #jacobian_in<#(#generics),*>(#receiver #tape, #(#params),*) -> (#output, #rows) #components {
                #private::fits(Self::#try_jacobian_in #turbofish(#this #tape_name, #(#names),*))
            }
            #[doc = #doc_try_rows]
            #[inline]
            #vis fn #try_jacobian_in<#(#generics),*>(
                #receiver #tape, #(#params),*
            ) -> ::core::result::Result<(#output, #rows), #full> #components {
                Self::#try_pullback_in::<#(#arguments,)* _>(#this #tape_name, #(#names,)* |#y, #pull| {
                    let #found = <#output as #private::Components<'static>>::rows(|#seed| #pull(::core::clone::Clone::clone(#seed)));
                    (#y, #found)
                })
            }
        })
    }
}
