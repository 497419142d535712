//! Forward mode by the user's `jvp`, and second derivatives: the `vjp` in forward mode, if it is `#[differentiable]`.
//!
//! Whether it is, only the compiler knows. So it is called by a name that stands for its companion if there is one, and for a
//! stand-in if there is none; see `emit/callees.rs`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Path};

use super::{Halves, Place, spelled};
use crate::accept::rule_arguments::Rule;
use crate::accept::signature::elements;
use crate::emit::Unit;
use crate::emit::callees::Callees;
use crate::emit::calls::zero_for;
use crate::library::{private, private_at, private_path};
use crate::naming::{callee, dot, hygienic, incoming, result_dot, tape, width, witness};
use crate::plan::absent_modes::Mode;

impl Unit<'_> {
    /// The halves of `split_dual`.
    pub(in crate::emit) fn halves_by_rule_dual(&self, rule: &Rule) -> Halves {
        let (private, t, width, place) = (private(), tape(), width(), result_dot());
        let output = self.checked(&self.output());
        let (saved, moved) = (witness("s", 0, 0), hygienic("ds0"));
        let Some(jvp) = &rule.jvp else { return self.no_halves(Mode::Tangents) };
        let before = quote!(let #saved = #private::Saved::new(); let #moved = #private::Saved::new(););
        let (run, pointer) = (self.run_plainly(), self.jvp_pointer(jvp, Place::Derived));
        let values = self.function.params.iter().map(|param| self.value(param));
        let [y, y_dot, k, jvp_name] = ["y", "y_dot", "k", "jvp"].map(hygienic);
        let (zeros, tangents): (Vec<_>, Vec<_>) = self
            .active_params()
            .map(|param| {
                let name = self.param_name(param);
                let (ct, dot) = (self.cotangent(&param.ty, false), dot(&name));
                let zero = hygienic(&format!("{dot}_zero"));
                let made = zero_for(param, &quote!(#name));
                (quote!(let #zero = #made;), quote!(#private::Directions::<#ct, _>::at(&#dot, #k).unwrap_or(&#zero)))
            })
            .unzip();
        let forward = quote! {
            #run
            #(#zeros)*
            #pointer
            let #y_dot = #width.along(|#k| #jvp_name(#(#values,)* &#y, #(#tangents),*));
            if __Sweep::TAPED {
                #saved.push(#t, (&#y,), (#private::Yes,));
                #moved.push(#t, (&#y_dot,), (#private::Yes,));
            }
            *__Sweep::lent(#place) = #y_dot;
            return __Sweep::finish::<#output>(#y);
        };
        Halves { before, forward, reverse: self.reverse_dual_by_rule(rule) }
    }

    /// The reverse half of `split_dual`: the `vjp` with tangents.
    fn reverse_dual_by_rule(&self, rule: &Rule) -> TokenStream {
        let (private, t, bar) = (private(), tape(), incoming());
        let (saved, moved) = (witness("s", 0, 0), hygienic("ds0"));
        let [kept, kept_dot, found, found_dot] = ["kept", "kept_dot", "found", "found_dot"].map(hygienic);
        let (Some(vjp), None) = (&rule.vjp, self.absent_mode(Mode::SecondDerivatives)) else {
            return self.never(Mode::SecondDerivatives);
        };
        let called = callee(vjp);
        let imports = Callees::of(vjp).imports();
        let stand_in = self.stand_in(&called);
        let all: Vec<_> = self.function.params.iter().map(|param| self.param_name(param)).collect();
        let dots = self.function.params.iter().map(|param| {
            let dot = dot(&self.param_name(param));
            if self.function.var(param.var).active {
                quote!(#private::tangent(&#dot))
            } else {
                quote!(#private::NoGrad)
            }
        });
        let cotangents = self.cotangents(Place::Derived);
        let give =
            self.active_params().zip(self.parts(&found)).zip(self.parts(&found_dot)).map(|((param, part), moving)| {
                let bar = crate::naming::bar(&self.param_name(param));
                if elements(&param.ty).is_none() {
                    return quote!(#private::dual::give(#bar.whole(), #private::PairRef::new(&#part, &#moving)););
                }
                let names = self.names_of_given(vjp, param);
                quote!(#private::dual::give_list(#names, #bar.whole(), #private::PairRef::new(&#part[..], &#moving[..]));)
            });
        let message = format!(
            "`{0}` has no second derivatives: its `vjp` is not `#[differentiable]`\nhelp: put `#[differentiable]` on `{1}`",
            self.sig.ident,
            spelled(vjp)
        );
        let second = hygienic(Mode::SecondDerivatives.function());
        let nothing_lost = self.nothing_lost(vjp, &kept);
        quote! {
            #stand_in
            #imports
            fn #second<const HAS_ONE: ::core::primitive::bool>() {
                const { ::core::assert!(HAS_ONE, #message) }
            }
            #second::<{ #private::has_one(#called {}) }>();
            let (#kept_dot,) = #moved.pop(#t);
            let (#kept,) = #saved.pop(#t);
            #nothing_lost
            let mut #found_dot: [#cotangents; 1] = #private::Width::<1, #private::Tangents>::new().to_come();
            let #found: #cotangents = (#called {}).dual(
                &mut #private::Tape::none(),
                #private::Width::<1, #private::Tangents>::new(),
                &mut #found_dot,
                #(#all,)*
                #kept.get(),
                #bar.value(),
                #(#dots,)*
                #kept_dot.tangent(),
                [#bar.tangent()],
            );
            let [#found_dot] = #found_dot;
            #(#give)*
        }
    }

    /// The claim that each parameter of the `vjp` has a derivative where it has one in the function: its reverse half, never run.
    fn nothing_lost(&self, vjp: &Path, kept: &Ident) -> TokenStream {
        let (private, t, called, bar, span) = (private(), tape(), callee(vjp), incoming(), vjp.span());
        let flags = hygienic("flags");
        let result = self.incoming_at(Place::Derived);
        let params = self.function.params.iter().map(|param| {
            let (name, active) = (self.param_name(param), self.function.var(param.var).active);
            (quote!(#name), active.then(|| self.cotangent(&param.ty, false)))
        });
        let others = [quote!(#kept.get()), quote!(#bar.value())].map(|value| (value, Some(result.clone())));
        let all: Vec<_> = params.chain(others).collect();
        let values = all.iter().enumerate().map(|(i, (value, _))| {
            let i = syn::Index::from(i);
            quote!(#flags.#i.live(#value))
        });
        let slots = all.iter().map(|(_, cotangent)| {
            let private = private_at(span);
            let wanted = |ct| quote_spanned!(span=> #private::Out::<#ct, #private::Yes>::new(loop {}));
            cotangent.as_ref().map_or_else(|| quote!(#private::NoGrad), wanted)
        });
        quote! {
            let _ = |#t: &mut #private::Tape<'_>| {
                let #flags = (#called {}).reads();
                (#called {}).bwd(#t, #(#values,)* loop {}, #(#slots),*);
            };
        }
    }

    /// What stands for the companion of a `vjp` that has none.
    fn stand_in(&self, name: &Ident) -> TokenStream {
        let private = private_path();
        let count = self.function.params.len() + 2;
        let given = std::iter::repeat_n(quote!(_: impl ::core::marker::Sized), 2 * count);
        let values = std::iter::repeat_n(quote!(_: impl ::core::marker::Sized), count);
        let slots = std::iter::repeat_n(quote!(_: impl ::core::marker::Sized), count);
        let flags = std::iter::repeat_n(quote!(#private::Yes), count + 1);
        quote! {
            mod __absent {
                #[derive(::core::clone::Clone, ::core::marker::Copy)]
                pub struct #name {}
                impl #name {
                    pub fn dual<__R>(
                        self,
                        _: &mut #private::Tape<'_>,
                        _: #private::Width<1, #private::Tangents>,
                        _: &mut [__R; 1],
                        #(#given),*
                    ) -> __R {
                        loop {}
                    }
                }
                impl #name {
                    pub fn reads(self) -> (#(#flags),*) {
                        loop {}
                    }
                    pub fn bwd(self, _: &mut #private::Tape<'_>, #(#values,)* _: (), #(#slots),*) {}
                }
                impl #private::PerhapsCompanion for #name {
                    const IS_ONE: ::core::primitive::bool = false;
                }
            }
        }
    }
}
