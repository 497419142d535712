//! The calls of reverse mode that users make: `grad`, `value_and_grad`, `vjp`, and the sizes of their tapes.

use proc_macro2::TokenStream;
use quote::quote;

use super::calls::{Calls, local};
use super::primal::before;
use super::pullback::Halves;
use super::{Unit, arguments, bare_or_tuple, private, tape, tuple};

/// So many tangents in a tuple are a tangent.
const TANGENTS: usize = 8;

impl Unit<'_> {
    /// The kind of tape that the calls have which are given none.
    pub(super) fn kind_of_tape(&self) -> Option<TokenStream> {
        if !arguments(&self.generics()).is_empty() {
            return None;
        }
        let (private, name) = (private(), self.call_name("", "words_if_known"));
        let words = quote!(__This::#name(0, #private::Sweeps::Whole).words());
        Some(quote!(type __Own = #private::Own<{ #words >= #private::UNBOUNDED }, { #private::on_stack(#words) }>;))
    }

    /// All of them.
    #[expect(clippy::too_many_lines, reason = "one template")]
    pub(super) fn reverse_calls(&self) -> TokenStream {
        let (private, t) = (private(), tape());
        let [y, seed_name, tape_name, value, gradient] = ["y", "seed", "tape", "value", "gradient"].map(local);
        let generics = &self.sig.generics.params;
        let (own_bounds, bounds) = (&self.sig.generics.where_clause, self.bounds());
        let calls = Calls::new(self);
        let Calls { vis, turbofish, output, receiver, this, params, names, values, cotangents, zeros, .. } = &calls;
        let owned = &calls.gradients;
        let others = &values[usize::from(receiver.is_some())..];
        let lengths = calls.lengths("cotangent", Calls::bar_of);
        let grads = bare_or_tuple(owned);
        let bars: Vec<_> = self.active_params().map(|param| calls.bar_of(param)).collect();
        let into: Vec<_> = bars.iter().zip(cotangents).map(|(bar, ct)| quote!(#bar: &mut #ct)).collect();
        let found = bare_or_tuple(&bars.iter().map(|bar| quote!(#bar)).collect::<Vec<_>>());

        let split = self.split_name();
        let operands = quote!(#this #(#others,)*);
        let slots = self
            .active_params()
            .zip(&bars)
            .map(|(param, bar)| if param.lent { quote!(#bar) } else { quote!(#private::Out::new(#bar)) });
        let input = tuple(std::iter::once(quote!(&#seed_name)).chain(slots));
        let forward = self.split_arguments(&quote!(#private::Forward), &quote!(#private::NoGrad));
        let fwd = quote!(Self::#split #forward(#t, #operands ()));
        let reverse = self.split_arguments(&quote!(#private::Reverse), &quote!(_));
        let given = self.function.params.iter().zip(values).map(|(param, value)| match param {
            param if self.is_gone(param) => quote!((),),
            param if param.receiver => quote!(self,),
            _ => quote!(#value,),
        });
        let bwd = quote!(Self::#split #reverse(#t, #(#given)* #input));
        // Both at once.
        let whole = self.split_arguments(&quote!(#private::Whole), &quote!(_));
        let again = self.active_params().zip(&bars).map(|(_, bar)| quote!(#private::Out::new(&mut *#bar)));
        let input_again = tuple(std::iter::once(quote!(&#seed_name)).chain(again));
        let compared = self.compare(&quote!(&#y), values);
        let both = quote!({
            let #y = Self::#split #whole(#t, #operands #input_again);
            #compared;
            #y
        });
        let measured = if self.fused.is_some() {
            let unwanted = tuple(
                std::iter::once(quote!(&<#private::Ct<#output> as #private::Tangent>::zero()))
                    .chain(self.slot_params().map(|_| quote!(#private::NoGrad))),
            );
            quote!(#private::measure(|#t| Self::#split #whole(#t, #operands #unwanted)))
        } else {
            quote!(#private::measure(|#t| #fwd))
        };
        // A tape that runs the forward half again needs what was lent as it was, and so does the function itself.
        let but_self = || self.function.params.iter().filter(|param| !param.receiver);
        let copies: Vec<_> =
            but_self().zip(names).filter(|(param, _)| param.lent).map(|(_, name)| (name, before(name))).collect();
        let kept = copies.iter().map(|(name, before)| {
            quote!(let #before = #private::before(#private::DEBUG || #private::Store::runs_again(#tape_name), &*#name);)
        });
        let restored = copies.iter().map(|(name, before)| {
            quote!(if let ::core::option::Option::Some(#before) = &#before { #private::Lent::restore(&mut *#name, #before); })
        });
        let reborrowed = but_self()
            .zip(others)
            .map(|(param, value)| if param.lent { quote!(&mut *#value,) } else { quote!(#value,) });
        let fwd_again = quote!(Self::#split #forward(#t, #this #(#reborrowed)* ()));

        let is_generic = !arguments(&self.generics()).is_empty();
        let (all_generics, all_arguments): (Vec<_>, _) = (generics.iter().collect(), arguments(&self.sig.generics));
        let (depth, sweeps, words) = (super::sizes::depth(), super::sizes::sweeps(), self.words("Whole"));
        let on_own_tape = |call: TokenStream| {
            if !is_generic && self.owner.is_none() {
                return quote!(<__Own as #private::OwnTape>::lend(#words, |#tape_name| #call));
            }
            let fixed = quote!(#private::on_own_tape(const { #words }, |#tape_name| #call));
            if self.is_bounded() {
                return fixed;
            }
            // Without an allocator the first does not compile, but only where it is called.
            if is_generic {
                quote!(if const { #private::grows(#words) } { #private::on_growing_tape::<0, _>(|#tape_name| #call) } else { #fixed })
            } else {
                quote!(if const { #words >= #private::UNBOUNDED } { #private::on_growing_tape::<{ #words }, _>(|#tape_name| #call) } else { #fixed })
            }
        };
        let sizes = self.tape_words();
        // Where nothing but the gradient is returned, there has to be one.
        let (always, scalar) = (calls.bounded("ScalarResult"), calls.bounded("PerhapsScalar"));
        let one = quote!(<#output as #private::PerhapsScalar<'_>>::one());
        let tape = quote!(#tape_name: &mut (impl #private::Store + ?::core::marker::Sized));
        let full = quote!(#private::TapeOverflow);
        // The result of a function that returns nothing has no cotangent.
        let seed = (!self.is_unit()).then(|| quote!(#seed_name: #private::Ct<#output>,));
        let given_seed = (!self.is_unit()).then(|| quote!(#seed_name,));
        let no_seed = self.is_unit().then(|| quote!(let #seed_name = #private::NoGrad;));

        let n = |prefix: &str, name: &str| self.call_name(prefix, name);
        let (grad, grad_in, try_grad_in) = (n("", "grad"), n("", "grad_in"), n("try_", "grad_in"));
        let (vag, vag_in, vag_into) =
            (n("", "value_and_grad"), n("", "value_and_grad_in"), n("", "value_and_grad_into"));
        let (try_vag_in, try_vag_into) = (n("try_", "value_and_grad_in"), n("try_", "value_and_grad_into"));
        let (vjp, vjp_in, vjp_into) = (n("", "vjp"), n("", "vjp_in"), n("", "vjp_into"));
        let (try_vjp_in, try_vjp_into, try_vjp_from_zero) =
            (n("try_", "vjp_in"), n("try_", "vjp_into"), n("try_", "vjp_from_zero"));
        let words_if_known = n("", "words_if_known");
        let (tape_words, tape_bytes, tape_words_for) =
            (n("", "tape_words"), n("", "tape_bytes"), n("", "tape_words_for"));
        let order = self.order();
        let target = self.sig.ident.to_string();
        let doc = |text: &str| format!("{text} `{target}`. {order}");
        let doc_grad = doc("The gradient of");
        let doc_vag = doc("The value and the gradient of");
        let doc_vjp = doc("The value, and the cotangents for the cotangent `seed` of the result, of");
        let need = format!(
            "The tape has [`{tape_words}()`](Self::{tape_words}) words; where a loop decides, [`{tape_words_for}(..)`](Self::{tape_words_for}) \
             counts them."
        );
        let alone = |text: &str| format!("{text} On a tape of its own, on the stack up to 256 KiB. {need}");
        let (doc_own_grad, doc_own_vag, doc_own_vjp) = (alone(&doc_grad), alone(&doc_vag), alone(&doc_vjp));
        let on_tape =
            |text: &str| format!("{text} On the caller's tape. {need}\n\n# Panics\nWhen the tape is too small.");
        let handled =
            |text: &str| format!("{text} On the caller's tape. {need}\n\n# Errors\nWhen the tape is too small.");
        let adding = |text: &str| format!("{text} Adds to the caller's cotangents, returns the value.");
        let (doc_grad_in, doc_vag_in, doc_vjp_in) = (on_tape(&doc_grad), on_tape(&doc_vag), on_tape(&doc_vjp));
        let (doc_try_grad_in, doc_try_vag_in, doc_try_vjp_in) =
            (handled(&doc_grad), handled(&doc_vag), handled(&doc_vjp));
        let (doc_vag_into, doc_vjp_into) = (on_tape(&adding(&doc_vag)), on_tape(&adding(&doc_vjp)));
        let (doc_try_vag_into, doc_try_vjp_into) = (handled(&adding(&doc_vag)), handled(&adding(&doc_vjp)));
        let doc_words = format!(
            "Words of 8 bytes that the gradient of `{target}` needs on the tape: exactly, but for branches that need less."
        );
        let doc_bytes = format!(
            "Bytes that the gradient of `{target}` needs on the tape: exactly, but for branches that need less."
        );
        let doc_for =
            format!("Words of 8 bytes that the gradient of `{target}` needs on the tape for these arguments.");

        // What runs the two halves, and for which cotangents.
        let (known, again) = (local("known"), local("again"));
        let adds = if self.fused.is_some() {
            // What has been added to cannot be taken back: either the tape is large enough for certain, or there are copies.
            let befores: Vec<_> = bars.iter().map(|bar| local(&format!("{bar}_before"))).collect();
            let tried = local("tried");
            quote! {
                let #known = const { #words < #private::UNBOUNDED };
                let #again = !#known && #private::Store::runs_again(#tape_name);
                // These arguments may need less than is known of all.
                if !#again && !(#known && #private::Store::provide(#tape_name, #words).is_ok()) {
                    #private::Store::provide(#tape_name, #measured)?;
                }
                #(let #befores = #again.then(|| #private::Lent::copy(&*#bars));)*
                let mut #tried = false;
                #private::Store::run_whole(#tape_name, |#t| {
                    if ::core::mem::replace(&mut #tried, true) {
                        #(if let ::core::option::Option::Some(#befores) = &#befores { #private::Lent::restore(&mut *#bars, #befores); })*
                    }
                    #both
                })
            }
        } else if copies.is_empty() {
            quote!(#private::Store::run(#tape_name, |#t| #fwd, |#t, #y| { #compared; #bwd; #y }))
        } else {
            // What was lent is the forward half's until both have run.
            let after = self.compare(&quote!(#y), values);
            quote!(#private::Store::run(#tape_name, |#t| { #(#restored)* #fwd_again }, |#t, #y| { #bwd; #y }).inspect(|#y| #after))
        };
        // Cotangents that begin at zero do so again where the sweeps run again: nothing is copied. What is dropped as soon as it is
        // there, the value where nobody wants it, is not even computed.
        let [tried, wanted] = ["tried", "wanted"].map(local);
        let whole_from_zero = self.fused.is_some().then(|| {
            quote! {
                #[inline]
                fn #try_vjp_from_zero<#(#all_generics,)* __R>(
                    #receiver #tape, #(#params,)* #seed #(#bars: &mut #owned,)* #wanted: impl ::core::ops::Fn(#output) -> __R
                ) -> ::core::result::Result<__R, #full> #bounds {
                    #no_seed
                    let mut #tried = false;
                    #private::Store::run_whole(#tape_name, |#t| {
                        if ::core::mem::replace(&mut #tried, true) {
                            #(*#bars = #zeros;)*
                        }
                        #(let #bars: &mut #cotangents = &mut *#bars;)*
                        #wanted(#both)
                    })
                }
            }
        });
        let from_zero = |seed: Option<TokenStream>, is_wanted: bool| {
            let given = quote!(#this #tape_name, #(#names,)* #seed #(#bars,)*);
            let wanted = if is_wanted { quote!(::core::convert::identity) } else { quote!(::core::mem::drop) };
            if whole_from_zero.is_some() {
                return quote!(Self::#try_vjp_from_zero::<#(#all_arguments,)* _>(#given #wanted));
            }
            let dropped = (!is_wanted).then(|| quote!(.map(#wanted)));
            quote!(Self::#try_vjp_into #turbofish(#given) #dropped)
        };
        // The seed is written down inside, where the compiler can multiply by one.
        let (sweeps_for_grad, sweeps_for_both, sweeps_of_seed) = (
            from_zero(Some(quote!(#one,)), false),
            from_zero(Some(quote!(#one,)), true),
            from_zero(given_seed.clone(), true),
        );
        // Their places are the caller's. A tape of their own is lent inside of that, where the compiler sees all that becomes of it.
        let begun = bare_or_tuple(zeros);
        let is_tangent = zeros.len() <= TANGENTS && !calls.has_slices();
        let zero = if is_tangent { quote!(<#grads as #private::Tangent>::zero) } else { quote!(|| #begun) };
        let made = |sweeps: &TokenStream| quote!(#private::from_zero(#zero, |#found| #sweeps));
        let all_sweeps = [&sweeps_for_grad, &sweeps_for_both, &sweeps_of_seed];
        let [own_grad, own_vag, own_vjp] = all_sweeps.map(|sweeps| made(&on_own_tape(sweeps.clone())));
        let [grad_on_tape, vag_on_tape, vjp_on_tape] = all_sweeps.map(made);
        let halves = Halves {
            forward: &fwd,
            reverse: &bwd,
            on_own_tape: &on_own_tape,
            documented: [&alone, &on_tape, &handled],
        };
        let pullbacks = self.pullback_calls(&calls, &halves);
        // What is lent goes back changed, so its cotangent cannot begin at zero: there are only the calls that add.
        let returning = (!calls.has_lent()).then(|| quote! {
            #[doc = #doc_own_grad]
            #[inline]
            #[track_caller]
            #vis fn #grad<#generics>(#receiver #(#params),*) -> #grads #always {
                #own_grad.1
            }
            #[doc = #doc_own_vag]
            #[inline]
            #[track_caller]
            #vis fn #vag<#generics>(#receiver #(#params),*) -> (#output, #grads) #scalar {
                #own_vag
            }
            #[doc = #doc_own_vjp]
            #[inline]
            #[track_caller]
            #vis fn #vjp<#generics>(#receiver #(#params,)* #seed) -> (#output, #grads) #bounds {
                #own_vjp
            }
            #[doc = #doc_grad_in]
            #[inline]
            #[track_caller]
            #vis fn #grad_in<#generics>(#receiver #tape, #(#params),*) -> #grads #always {
                #grad_on_tape.1
            }
            #[doc = #doc_try_grad_in]
            #[inline]
            #vis fn #try_grad_in<#generics>(#receiver #tape, #(#params),*) -> ::core::result::Result<#grads, #full> #always {
                let mut #gradient = #begun;
                let #found = &mut #gradient;
                #sweeps_for_grad?;
                ::core::result::Result::Ok(#gradient)
            }
            #[doc = #doc_vag_in]
            #[inline]
            #[track_caller]
            #vis fn #vag_in<#generics>(#receiver #tape, #(#params),*) -> (#output, #grads) #scalar {
                #vag_on_tape
            }
            #[doc = #doc_try_vag_in]
            #[inline]
            #vis fn #try_vag_in<#generics>(#receiver #tape, #(#params),*) -> ::core::result::Result<(#output, #grads), #full> #scalar {
                Self::#try_vjp_in #turbofish(#this #tape_name, #(#names,)* #one)
            }
            #[doc = #doc_vjp_in]
            #[inline]
            #[track_caller]
            #vis fn #vjp_in<#generics>(#receiver #tape, #(#params,)* #seed) -> (#output, #grads) #bounds {
                #vjp_on_tape
            }
            #pullbacks
            #[doc = #doc_try_vjp_in]
            #[inline]
            #vis fn #try_vjp_in<#generics>(#receiver #tape, #(#params,)* #seed) -> ::core::result::Result<(#output, #grads), #full> #bounds {
                let mut #gradient = #begun;
                let #found = &mut #gradient;
                let #value = #sweeps_of_seed?;
                ::core::result::Result::Ok((#value, #gradient))
            }
            #whole_from_zero
        });
        let of_scalar = (!self.is_unit()).then(|| quote! {
            #[doc = #doc_vag_into]
            #[inline]
            #[track_caller]
            #vis fn #vag_into<#generics>(#receiver #tape, #(#params,)* #(#into),*) -> #output #scalar {
                #private::fits(Self::#try_vag_into #turbofish(#this #tape_name, #(#names,)* #(#bars),*))
            }
            #[doc = #doc_try_vag_into]
            #[inline]
            #vis fn #try_vag_into<#generics>(#receiver #tape, #(#params,)* #(#into),*) -> ::core::result::Result<#output, #full> #scalar {
                Self::#try_vjp_into #turbofish(#this #tape_name, #(#names,)* #one, #(#bars),*)
            }
        });
        quote! {
            #returning
            #of_scalar
            #[doc = #doc_vjp_into]
            #[inline]
            #[track_caller]
            #vis fn #vjp_into<#generics>(#receiver #tape, #(#params,)* #seed #(#into),*) -> #output #bounds {
                #private::fits(Self::#try_vjp_into #turbofish(#this #tape_name, #(#names,)* #given_seed #(#bars),*))
            }
            #[doc = #doc_try_vjp_into]
            #[inline]
            #[track_caller]
            #vis fn #try_vjp_into<#generics>(#receiver #tape, #(#params,)* #seed #(#into),*) -> ::core::result::Result<#output, #full> #bounds {
                #lengths
                #no_seed
                #(#kept)*
                #adds
            }
            #[doc(hidden)]
            #vis const fn #words_if_known<#generics>(#depth: ::core::primitive::usize, #sweeps: #private::Sweeps) -> #private::TapeSize #own_bounds {
                #sizes
            }
            #[doc = #doc_words]
            #vis const fn #tape_words<#generics>() -> ::core::primitive::usize #own_bounds {
                #private::known(#words)
            }
            #[doc = #doc_bytes]
            #vis const fn #tape_bytes<#generics>() -> ::core::primitive::usize #own_bounds {
                8 * Self::#tape_words #turbofish()
            }
            #[doc = #doc_for]
            #vis fn #tape_words_for<#generics>(#receiver #(#params),*) -> ::core::primitive::usize #bounds {
                #measured
            }
        }
    }
}
