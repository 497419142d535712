//! A function with a rule: what the user gave in place of the two halves.
//!
//! The halves have the signatures that they have without one, so all that is written on top of them stays as it is. The forward half
//! calls the function, the reverse half `vjp`, and forward mode `jvp`; with `forward`, what that returns beside the value goes over
//! the tape, else the value itself. For second derivatives the `vjp` is called with tangents, if it is `#[differentiable]`.
//!
//! What the user's functions have to take and return stands once, in the type of a pointer that each becomes before it is called: a
//! function that does not fit is one error, at its name.

mod absent;
mod fits;
mod second;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Path};

use self::fits::Place;
use super::Unit;
use crate::accept::rule_arguments::Rule;
use crate::accept::signature::elements;
use crate::ir::Param;
use crate::library::private;
use crate::naming::{hygienic, incoming, sweeps, tape, witness};
use crate::plan::absent_modes::Mode;
use crate::quoting::arguments;

/// What stands in `split` and in `split_dual`.
pub(super) struct Halves {
    /// What both read: links, and names of what they call.
    pub before: TokenStream,
    pub forward: TokenStream,
    pub reverse: TokenStream,
}

impl Unit<'_> {
    /// The halves of `split`.
    pub(super) fn halves_by_rule(&self, rule: &Rule) -> Halves {
        let (private, t, saved) = (private(), tape(), witness("s", 0, 0));
        let output = self.checked(&self.output());
        let [y, kept, found, vjp_name] = ["y", "kept", "found", "vjp"].map(hygienic);
        let run = self.run(rule);
        let forward = quote!(#run return __Sweep::finish::<#output>(#y););
        let Some(vjp) = &rule.vjp else {
            return self.no_halves(Mode::Gradient);
        };
        let (bar, pointer) = (incoming(), self.vjp_pointer(rule, vjp, Place::Derived));
        let values = self.function.params.iter().filter(|param| !self.is_gone(param)).map(|param| self.value(param));
        let give = self.active_params().zip(self.parts(&found)).map(|(param, part)| {
            let bar = crate::naming::bar(&self.param_name(param));
            if elements(&param.ty).is_none() {
                return quote!(#private::give(#bar.whole(), &#part););
            }
            let names = self.names_of_given(vjp, param);
            quote!(#private::give_list(#names, #bar.whole(), &#part);)
        });
        let reverse = quote! {
            let (#kept,) = #saved.pop(#t);
            let #found = { #pointer #vjp_name(#(#values,)* #kept.get(), #bar) };
            #(#give)*
        };
        Halves { before: quote!(let #saved = #private::Saved::new();), forward, reverse }
    }

    /// The body of `tape_words`.
    pub(super) fn words_by_rule(&self, rule: &Rule) -> TokenStream {
        let (private, t, saved, run) = (private(), tape(), witness("s", 0, 0), self.run(rule));
        let params = self.params_by_reference().into_iter().map(|(name, ty)| quote!(#name: #ty));
        if rule.vjp.is_none() {
            return quote!(#private::TapeSize::ZERO);
        }
        // With tangents the value is kept, and its own.
        let (sweeps, y, moved) = (sweeps(), hygienic("y"), hygienic("ds0"));
        let has_tangents = rule.jvp.is_some() && rule.forward.is_none();
        let [witness, push, words] = if has_tangents {
            let zero = quote!(#private::Width::<1, #private::Forward>::new().zero(&#y));
            let push = quote!(#moved.push(#t, (&#zero,), (#private::Yes,)););
            [quote!(let #moved = #private::Saved::new();), push, quote!(#saved.words() + #moved.words())]
        } else {
            [TokenStream::new(), TokenStream::new(), quote!(0)]
        };
        quote! {
            let #saved = #private::Saved::new();
            #witness
            let _forward = |#t: &mut #private::Tape<'_>, #(#params),*| { #run #push };
            #sweeps.kept(#saved.words(), #words)
        }
    }

    /// The forward half: `y`, and on the tape what the reverse half reads.
    fn run(&self, rule: &Rule) -> TokenStream {
        let (private, t, saved) = (private(), tape(), witness("s", 0, 0));
        let [y, residual, name] = ["y", "residual", "forward"].map(hygienic);
        let Some(forward) = self.forward_pointer(rule) else {
            let run = self.run_plainly();
            let push = rule.vjp.is_some().then(|| quote!(#saved.push(#t, (&#y,), (#private::Yes,));));
            return quote!(#run #push);
        };
        let values = self.function.params.iter().map(|param| self.value(param));
        quote! {
            let (#y, #residual) = { #forward #name(#(#values),*) };
            #saved.push(#t, (&__0seen(#residual),), (#private::Yes,));
        }
    }

    /// `y`, by the function itself.
    fn run_plainly(&self) -> TokenStream {
        let (y, name, generics) = (hygienic("y"), &self.sig.ident, arguments(&self.sig.generics));
        let this = self.owner.is_some().then(|| quote!(Self::));
        let values = self.function.params.iter().map(|param| self.value(param));
        let output = self.checked(&self.output());
        quote!(let #y: #output = #this #name::<#(#generics),*>(#(#values),*);)
    }

    /// An argument as the function takes it.
    fn value(&self, param: &Param) -> TokenStream {
        let (private, name) = (private(), self.param_name(param));
        if param.reference.is_some() { quote!(#name) } else { quote!(#private::of(#name).own()) }
    }

    /// What to call the cotangents of a slice that a `vjp` returns, and the slice.
    fn names_of_given(&self, vjp: &Path, param: &Param) -> TokenStream {
        let (what, name) = (format!("cotangent by `{}`", spelled(vjp)), self.param_name(param).to_string());
        quote!(#what, #name)
    }

    /// Its parts, one for each parameter.
    fn parts(&self, found: &Ident) -> Vec<TokenStream> {
        let count = self.active_params().count();
        if count == 1 {
            return vec![quote!(#found)];
        }
        (0..count).map(syn::Index::from).map(|i| quote!(#found.#i)).collect()
    }
}

/// A path as the user wrote it.
fn spelled(path: &Path) -> String {
    quote!(#path).to_string().replace(' ', "")
}
