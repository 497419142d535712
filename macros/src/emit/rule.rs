//! A function with a rule: what the user gave in place of the two halves.
//!
//! The halves have the signatures that they have without one, so all that is written on top of them stays as it is. The forward half
//! calls the function, the reverse half `vjp`, and forward mode `jvp`; with `forward`, what that returns beside the value goes over
//! the tape, else the value itself. For second derivatives the `vjp` is called with tangents, if it is `#[differentiable]`.
//!
//! What the user's functions have to take and return stands once, in the type of a pointer that each becomes before it is called: a
//! function that does not fit is one error, at its name.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Path, ReturnType, Type};

use super::callees::{Callees, alias};
use super::dual::{dot, width};
use super::{Unit, arguments, bare_or_tuple, incoming, param_type, private, private_at, private_path, tape, witness};
use crate::accept::rule::Rule;
use crate::ir::{Function, Param, VarId};

/// What stands in `split` and in `split_dual`.
pub(super) struct Halves {
    /// What both read: links, and names of what they call.
    pub before: TokenStream,
    pub forward: TokenStream,
    pub reverse: TokenStream,
}

/// Where a type is spelled: in derived code, behind the guard, or in the guard.
#[derive(Clone, Copy)]
enum Place {
    Derived,
    Guard,
}

/// The parameters that the reverse half does without: with a residual, all that have a derivative.
pub(super) fn unread(rule: &Rule, function: &Function) -> HashSet<VarId> {
    let active = function.params.iter().map(|param| param.var).filter(|var| function.var(*var).active);
    if rule.forward.is_some() { active.collect() } else { HashSet::new() }
}

/// Whether a path leads to a function of a module, which may have a companion.
fn is_importable(path: &Path) -> bool {
    let owner = path.segments.iter().rev().nth(1);
    owner.is_none_or(|owner| !owner.ident.to_string().starts_with(char::is_uppercase))
}

fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

impl Unit<'_> {
    /// The halves of `split`.
    pub(super) fn halves_by_rule(&self, rule: &Rule) -> Halves {
        let (private, t, saved) = (private(), tape(), witness("s", 0, 0));
        let output = self.checked(&self.output());
        let [y, kept, found, vjp_name] = ["y", "kept", "found", "vjp"].map(local);
        let run = self.run(rule);
        let forward = quote!(#run return __Sweep::finish::<#output>(#y););
        let Some(vjp) = &rule.vjp else {
            let missing = self.missing("vjp", "no gradient");
            let reverse = quote!(const { ::core::panic!(#missing) });
            return Halves { before: TokenStream::new(), forward, reverse };
        };
        let (bar, pointer) = (incoming(), self.vjp_pointer(rule, vjp, Place::Derived));
        let values = self.function.params.iter().filter(|param| !self.is_gone(param)).map(|param| self.value(param));
        let give = self.active_params().zip(self.parts(&found)).map(|(param, part)| {
            let bar = super::bar(&self.param_name(param));
            quote!(#private::give(#bar.whole(), &#part);)
        });
        let reverse = quote! {
            let (#kept,) = #saved.pop(#t);
            let #found = { #pointer #vjp_name(#(#values,)* #kept.get(), #bar) };
            #(#give)*
        };
        Halves { before: quote!(let #saved = #private::Saved::new();), forward, reverse }
    }

    /// The halves of `split_dual`.
    pub(super) fn halves_by_rule_dual(&self, rule: &Rule) -> Halves {
        let (private, t, width, bar) = (private(), tape(), width(), incoming());
        let output = self.checked(&self.output());
        let (saved, moved) = (witness("s", 0, 0), local("ds0"));
        let [y, y_dot, kept, kept_dot, found, found_dot] =
            ["y", "y_dot", "kept", "kept_dot", "found", "found_dot"].map(local);
        let Some(jvp) = &rule.jvp else {
            let missing = self.missing("jvp", "neither forward mode nor second derivatives");
            let never = quote!(const { ::core::panic!(#missing) });
            return Halves { before: TokenStream::new(), forward: never.clone(), reverse: never };
        };
        let before = quote!(let #saved = #private::Saved::new(); let #moved = #private::Saved::new(););
        let (run, pointer) = (self.run_plainly(), self.jvp_pointer(jvp, Place::Derived));
        let values = self.function.params.iter().map(|param| self.value(param));
        let [k, jvp_name] = ["k", "jvp"].map(local);
        let (zeros, tangents): (Vec<_>, Vec<_>) = self
            .active_params()
            .map(|param| {
                let (ct, dot) = (self.cotangent(&param.ty, false), dot(&self.param_name(param)));
                let zero = local(&format!("{dot}_zero"));
                (
                    quote!(let #zero = <#ct as #private::Tangent>::zero();),
                    quote!(#private::Directions::<#ct, _>::at(&#dot, #k).unwrap_or(&#zero)),
                )
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
            return __Sweep::finish::<(#output, _)>((#y, #y_dot));
        };
        let importable = rule.vjp.as_ref().filter(|vjp| rule.forward.is_none() && is_importable(vjp));
        let Some(vjp) = importable else {
            let why = match (&rule.vjp, &rule.forward) {
                (None, _) => "its rule has no `vjp`\nhelp: add `vjp = function`",
                (_, Some(_)) => {
                    "its rule keeps a residual\nhelp: leave `forward` away, and have `vjp` compute what it needs"
                }
                _ => "its `vjp` belongs to a type\nhelp: make it a free function, with `#[differentiable]`",
            };
            let message = format!("`{}` has no second derivatives: {why}", self.sig.ident);
            let reverse = quote!(const { ::core::assert!(__Sweep::FORWARD, #message) });
            return Halves { before, forward, reverse };
        };
        let called = alias(vjp);
        let imports = Callees::of(vjp).imports();
        let stand_in = self.stand_in(&called);
        let all: Vec<_> = self.function.params.iter().map(|param| self.param_name(param)).collect();
        let dots = self.function.params.iter().map(|param| {
            let dot = dot(&self.param_name(param));
            if self.function.var(param.var).active {
                quote!(#private::first(&#dot, |d| d))
            } else {
                quote!(#private::NoGrad)
            }
        });
        let cotangents = self.cotangents(Place::Derived);
        let give =
            self.active_params().zip(self.parts(&found)).zip(self.parts(&found_dot)).map(|((param, part), moving)| {
                let bar = super::bar(&self.param_name(param));
                quote!(#private::dual::give(#bar.whole(), #private::Seen::new(&#part, &#moving));)
            });
        let message = format!(
            "`{0}` has no second derivatives: its `vjp` is not `#[differentiable]`\nhelp: put `#[differentiable]` on `{1}`",
            self.sig.ident,
            quote!(#vjp).to_string().replace(' ', "")
        );
        let nothing_lost = self.nothing_lost(vjp, &kept);
        let reverse = quote! {
            #stand_in
            #imports
            const { ::core::assert!(__Sweep::FORWARD || #private::has_one(#called {}), #message) }
            let (#kept_dot,) = #moved.pop(#t);
            let (#kept,) = #saved.pop(#t);
            #nothing_lost
            let (#found, [#found_dot]): (#cotangents, [#cotangents; 1]) = (#called {}).dual(
                &mut #private::Tape::none(),
                #private::Width::<1, #private::Tangents>::new(),
                #(#all,)*
                #kept.get(),
                #bar.value(),
                #(#dots,)*
                #kept_dot.first(|d| d),
                [#bar.moving()],
            );
            #(#give)*
        };
        Halves { before, forward, reverse }
    }

    /// The body of `tape_words`.
    pub(super) fn words_by_rule(&self, rule: &Rule) -> TokenStream {
        let (private, t, saved, run) = (private(), tape(), witness("s", 0, 0), self.run(rule));
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.param_name(param), self.checked(&super::split::by_reference(param)));
            quote!(#name: #ty)
        });
        if rule.vjp.is_none() {
            return quote!(0);
        }
        quote! {
            let #saved = #private::Saved::new();
            let _forward = |#t: &mut #private::Tape<'_>, #(#params),*| { #run };
            #saved.words()
        }
    }

    /// That the user's functions fit, for the guard.
    pub(super) fn claims_of_rule(&self, rule: &Rule) -> TokenStream {
        let [forward_name, vjp_name, residual] = ["forward", "vjp", "residual"].map(local);
        let vjp = rule.vjp.as_ref().map(|vjp| {
            let pointer = self.vjp_pointer(rule, vjp, Place::Guard);
            let (span, output, forward) = (vjp.span(), self.output(), self.forward_pointer(rule));
            let keeps = private_at(rule.forward.as_ref().map_or(span, Spanned::span));
            if forward.is_none() {
                return quote!(#pointer #keeps::taped::<#output>(););
            }
            let never = self.function.params.iter().map(|_| quote!(loop {}));
            let constants = self.function.params.iter().filter(|param| !self.is_gone(param)).map(|_| quote!(loop {}));
            quote! {
                #forward
                #pointer
                let (_, #residual) = #forward_name(#(#never),*);
                let _ = #vjp_name(#(#constants,)* #keeps::taped_value(&#residual), loop {});
            }
        });
        let jvp = rule.jvp.as_ref().map(|jvp| self.jvp_pointer(jvp, Place::Guard));
        quote!(let _rule = || { #vjp #jvp };)
    }

    /// The forward half: `y`, and on the tape what the reverse half reads.
    fn run(&self, rule: &Rule) -> TokenStream {
        let (private, t, saved) = (private(), tape(), witness("s", 0, 0));
        let [y, residual, name] = ["y", "residual", "forward"].map(local);
        let Some(forward) = self.forward_pointer(rule) else {
            let run = self.run_plainly();
            let push = rule.vjp.is_some().then(|| quote!(#saved.push(#t, (&#y,), (#private::Yes,));));
            return quote!(#run #push);
        };
        let values = self.function.params.iter().map(|param| self.value(param));
        quote! {
            let (#y, #residual) = { #forward #name(#(#values),*) };
            #saved.push(#t, (&#residual,), (#private::Yes,));
        }
    }

    /// `y`, by the function itself.
    fn run_plainly(&self) -> TokenStream {
        let (y, name, generics) = (local("y"), &self.sig.ident, arguments(&self.sig.generics));
        let this = self.owner.is_some().then(|| quote!(Self::));
        let values = self.function.params.iter().map(|param| self.value(param));
        let output = self.checked(&self.output());
        quote!(let #y: #output = #this #name::<#(#generics),*>(#(#values),*);)
    }

    /// An argument as the function takes it.
    fn value(&self, param: &Param) -> TokenStream {
        let (private, name) = (private(), self.param_name(param));
        if param.reference.is_some() { quote!(#name) } else { quote!(#private::own(#name)) }
    }

    /// `let #name: fn(..) -> (Y, _) = ..;`
    fn forward_pointer(&self, rule: &Rule) -> Option<TokenStream> {
        let (forward, output, name) = (rule.forward.as_ref()?, self.output(), local("forward"));
        let params = self.function.params.iter().map(param_type);
        Some(quote_spanned!(forward.span()=> let #name: fn(#(#params),*) -> (#output, _) = #forward;))
    }

    /// `let #name: fn(.., &Y, &Ct<Y>) -> (..) = ..;`, or what goes with `forward`.
    fn vjp_pointer(&self, rule: &Rule, vjp: &Path, place: Place) -> TokenStream {
        let (output, name) = (self.output(), local("vjp"));
        let (cotangents, incoming) = (self.cotangents(place), self.incoming_at(place));
        let params = self.function.params.iter().filter(|param| !self.is_gone(param)).map(param_type);
        let kept = if rule.forward.is_some() { quote!(_) } else { output.clone() };
        quote_spanned!(vjp.span()=> let #name: fn(#(#params,)* &#kept, &#incoming) -> #cotangents = #vjp;)
    }

    /// `let #name: fn(.., &Y, &Ct<X>, ..) -> Ct<Y> = ..;`
    fn jvp_pointer(&self, jvp: &Path, place: Place) -> TokenStream {
        let (output, result, name) = (self.output(), self.incoming_at(place), local("jvp"));
        let params = self.function.params.iter().map(param_type);
        let tangents = self.active_params().map(|param| self.cotangent_at(&param.ty, place));
        quote_spanned! {jvp.span()=>
            let #name: fn(#(#params,)* &#output, #(&#tangents),*) -> #result = #jvp;
        }
    }

    /// The type of what `vjp` returns.
    fn cotangents(&self, place: Place) -> TokenStream {
        let all: Vec<_> = self.active_params().map(|param| self.cotangent_at(&param.ty, place)).collect();
        bare_or_tuple(&all)
    }

    /// The type of a cotangent.
    fn cotangent_at(&self, ty: &Type, place: Place) -> TokenStream {
        let private = private();
        match place {
            Place::Derived => self.cotangent(ty, false),
            Place::Guard => quote!(#private::Ct<#ty>),
        }
    }

    /// The type of the cotangent of the result.
    fn incoming_at(&self, place: Place) -> TokenStream {
        match &self.sig.output {
            ReturnType::Type(_, ty) => self.cotangent_at(ty, place),
            ReturnType::Default => TokenStream::new(),
        }
    }

    /// Its parts, one for each parameter.
    fn parts(&self, found: &Ident) -> Vec<TokenStream> {
        let count = self.active_params().count();
        if count == 1 {
            return vec![quote!(#found)];
        }
        (0..count).map(syn::Index::from).map(|i| quote!(#found.#i)).collect()
    }

    /// The claim that each parameter of the `vjp` has a derivative where it has one in the function: its reverse half, never run.
    fn nothing_lost(&self, vjp: &Path, kept: &Ident) -> TokenStream {
        let (private, t, called, bar, span) = (private(), tape(), alias(vjp), incoming(), vjp.span());
        let flags = local("flags");
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
            match cotangent {
                Some(ct) => quote_spanned!(span=> #private::Out::<#ct, #private::Yes>::new(loop {})),
                None => quote!(#private::NoGrad),
            }
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
                    pub fn dual<R>(
                        self,
                        _: &mut #private::Tape<'_>,
                        _: #private::Width<1, #private::Tangents>,
                        #(#given),*
                    ) -> R {
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

    fn missing(&self, what: &str, so: &str) -> String {
        format!(
            "`{0}` has {so}: its rule has no `{what}`\nhelp: add `{what} = function` to the `#[differentiable(..)]` of `{0}`",
            self.sig.ident
        )
    }
}
