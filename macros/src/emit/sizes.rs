//! The size of the tape as a constant: the forward half once more, in a closure that is never called. The compiler infers the
//! types of all that goes on the tape, and their sizes are added up. The same closure tells those of what goes there beside it where
//! values have tangents: there nothing runs again, and rules keep no residuals, so only values, tangents and tags are counted.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::forward::Forward;
use super::{Unit, companion, rules_of_numbers};
use crate::features::SECOND_ORDER;
use crate::ir::{Block, Header, Loop, Op, Step};
use crate::library::private;
use crate::naming::{array, depth, hygienic, link, operand_types, sweeps, tape};
use crate::plan::fusion::Fused;
use crate::plan::link_layout::{Links, Of};
use crate::plan::witnesses::{FormWitness, Witness, beside_tangents, form_witnesses, tangent_witnesses, witnesses};
use crate::quoting::tuple;

impl Unit<'_> {
    /// The body of `tape_words`.
    pub(super) fn tape_words(&self) -> TokenStream {
        if let Some(rule) = self.rule {
            return self.words_by_rule(rule);
        }
        let (private, t) = (private(), tape());
        // What a closure stores is counted when it runs.
        if self.function.has_functions() {
            return quote!(#private::TapeSize::UNBOUNDED);
        }
        let params = self.params_by_reference().into_iter().map(|(name, ty)| quote!(#name: #ty));
        let imports = self.callees().imports();
        let (owned, parts) = self.parameters(&self.function.params);
        let forward = Forward::sizes(self.plan);
        let links = forward.links;
        let (declared, words) = (links.declared(), self.block_words(&self.function.body, links));
        let words = self.plan.fused.as_ref().map_or(words.clone(), |fused| {
            let (sweeps, fused) = (sweeps(), self.fused_words(fused, links, fused.may_stop(self.function)));
            quote!(if #sweeps.are_one() { #fused } else { #words })
        });
        let forward = forward.block(&self.function.body);
        // The type of the result may say what types there are on the way to it.
        let output = self.checked(&self.output());
        let value = self.function.body.value.as_ref().map(|value| {
            let value = value.written();
            quote!(let _: #output = #value;)
        });
        let depth = depth();
        // Nothing on the tape is of a type that has to be inferred.
        if declared.is_none() {
            let items = &self.function.items;
            return quote!(#items #words);
        }
        quote! {
            if #depth > #private::DEEPEST {
                return #private::TapeSize::ENDLESS;
            }
            use #private::rules::*;
            #imports
            #declared
            let _forward = |#t: &mut #private::Tape<'_>, #(#params),*| { #owned #parts #forward #value };
            #words
        }
    }

    /// The words of both halves at once: the most that there are at a time. If the function may stop, those before its first
    /// loop can be left out.
    fn fused_words(&self, fused: &Fused<'_>, links: &Links<'_>, may_stop: bool) -> TokenStream {
        let (private, sweeps) = (private(), sweeps());
        let mut so_far: Vec<TokenStream> = Vec::new();
        let mut most = Vec::new();
        for (at, step) in fused.block.steps.iter().enumerate() {
            if let Some(inner) = fused.inner.get(&at) {
                let inner = self.fused_words(inner, links, false);
                let inner = match step {
                    Step::Loop(looped) => times(looped).map_or(inner.clone(), |times| quote!(#inner.in_turn(#times))),
                    _ => inner,
                };
                most.push(quote!(#private::TapeSize::sum(&[#(#so_far,)* #inner])));
            } else {
                let words = self.step_words(step, links).into_iter();
                let is_ahead = may_stop && at < fused.first();
                so_far.extend(words.map(|words| if is_ahead { quote!(#sweeps.ahead(#words)) } else { words }));
            }
        }
        let all = quote!(#private::TapeSize::sum(&[#(#so_far),*]));
        let words = most.into_iter().fold(all, |most, other| quote!(#most.or(#other)));
        let (items, known) = (&fused.block.items, links.known(fused.block.id));
        quote!({ #items #known #words })
    }

    fn block_words(&self, block: &Block, links: &Links<'_>) -> TokenStream {
        let private = private();
        let sweeps = sweeps();
        let values = witnesses(self.plan.facts(Of::Sizes), block.id).into_iter().map(|witness| {
            let link = self.link_or_numbers(&witness, &witness.name);
            quote!(#sweeps.kept(#link.words(), 0))
        });
        let beside = witnesses(self.plan.facts(Of::Tangents), block.id).into_iter().filter(|_| SECOND_ORDER);
        let beside = beside.map(|witness| {
            let link = self.link_or_numbers(&witness, &beside_tangents(&witness.name));
            quote!(#sweeps.kept(0, #link.words()))
        });
        let tangents = tangent_witnesses(self.plan.facts(Of::Tangents), block.id).into_iter().filter(|_| SECOND_ORDER);
        let tangents = tangents.map(|witness| {
            let link = match witness.primitives(self.plan.numbers) {
                Some(numbers) => saved(numbers.iter().map(|of| quote!([#of; 1]))),
                None => witness.name.to_token_stream(),
            };
            quote!(#sweeps.kept(0, #link.words()))
        });
        let forms = form_witnesses(self.function, self.plan.facts(Of::Sizes), block.id);
        let forms =
            forms.into_iter().map(|FormWitness { name, .. }| quote!(#sweeps.kept(#name.words(), #name.words())));
        let terms: Vec<TokenStream> = values
            .chain(beside)
            .chain(forms)
            .chain(tangents)
            .chain(block.steps.iter().flat_map(|step| self.step_words(step, links)))
            .collect();
        let sum = match terms.as_slice() {
            [] => quote!(#private::TapeSize::ZERO),
            [one] => one.clone(),
            many => quote!(#private::TapeSize::sum(&[#(#many),*])),
        };
        let (items, known) = (&block.items, links.known(block.id));
        if items.is_empty() && known.is_none() { sum } else { quote!({ #items #known #sum }) }
    }

    /// The size of a call. If it ends in a recursion, the function has no size either: without this, a function that calls itself twice
    /// would be evaluated twice as often at each depth.
    fn unless_endless(&self, size: TokenStream) -> TokenStream {
        let mut calls = 0;
        self.function.body.each_step(&mut |step| {
            calls += usize::from(matches!(step, Step::Let { op: Op::Call { .. } | Op::Method(_), .. }));
        });
        if calls < 2 {
            return size;
        }
        let size_of_call = hygienic("size");
        quote!(match #size {
            #size_of_call if #size_of_call.is_endless() => return #size_of_call,
            #size_of_call => #size_of_call,
        })
    }

    /// The link of values that go on the tape together, or what says the same of plain numbers.
    fn link_or_numbers(&self, witness: &Witness<'_>, name: &Ident) -> TokenStream {
        witness.primitives(self.plan.numbers).map_or_else(|| name.to_token_stream(), saved)
    }

    /// What a step pushes besides the values of its block.
    fn step_words(&self, step: &Step, links: &Links<'_>) -> Vec<TokenStream> {
        let (private, depth, sweeps) = (private(), depth(), sweeps());
        let mut terms = Vec::new();
        if step.is_mirrored(&self.function.vars) {
            if let Step::Loop(looped) = step {
                terms.push(self.loop_words(looped, links));
            }
            if let Step::Accumulate { link: Some(number), .. } = step {
                terms.push(words_behind(*number));
            }
            let Step::Let { op, .. } = step else { return terms };
            match op {
                Op::Call { path, link, .. } => {
                    let (companion, turbofish) = companion(path);
                    let types = operand_types(*link);
                    // A function that calls itself has no size; calls in a circle end at some depth.
                    terms.push(if path.is_ident(&self.sig.ident) && self.owner.is_none() {
                        quote!(#private::TapeSize::UNBOUNDED)
                    } else {
                        self.unless_endless(quote!((#companion).words #turbofish(&#types, #depth + 1, #sweeps)))
                    });
                }
                Op::Method(method) => {
                    terms.push(links.number_method(method.link).map_or_else(
                        || self.unless_endless(words_behind(method.link)),
                        |known| rules_of_numbers::words(known, &quote!(#depth + 1, #sweeps)),
                    ));
                }
                Op::Neg(.., Some(number)) | Op::Binary(.., Some(number)) => terms.push(words_behind(*number)),
                Op::If { again, then, otherwise, .. } => {
                    let (yes, no) = (self.block_words(then, links), self.block_words(otherwise, links));
                    terms.extend(again.is_none().then(|| quote!(#private::TapeSize::TOLD)));
                    terms.push(quote!(#yes.or(#no)));
                }
                Op::Match { arms, .. } if !arms.is_empty() => {
                    let arms = arms.iter().map(|arm| self.block_words(&arm.block, links));
                    let largest = arms.reduce(|largest, arm| quote!(#largest.or(#arm)));
                    terms.push(quote!(#private::TapeSize::TOLD));
                    terms.extend(largest);
                }
                Op::Elements { block, .. } => {
                    let (array, body) = (array(block.id), self.block_words(block, links));
                    terms.push(quote!(#body.times(#array.length())));
                }
                Op::Remove { method, .. } => {
                    terms.extend((method == "pop").then(|| quote!(#private::TapeSize::TOLD)));
                }
                Op::Scope(block) => terms.push(self.block_words(block, links)),
                Op::Checkpointed(block, captures) => {
                    let (state, part) =
                        (super::checkpointing::state_words(captures, block.id), self.block_words(block, links));
                    terms.push(quote!(#sweeps.recomputed(#state, #part)));
                }
                Op::Inactive(_)
                | Op::Closure(_)
                | Op::Load(_)
                | Op::Neg(..)
                | Op::Binary(..)
                | Op::Cast(..)
                | Op::Match { .. }
                | Op::Reading { .. }
                | Op::Nested(_)
                | Op::Repeat { .. }
                | Op::Tuple(_)
                | Op::Array(..)
                | Op::Struct { .. } => {}
            }
        }
        terms
    }

    /// The words of a loop: those of its body, as often as it runs.
    fn loop_words(&self, looped: &Loop, links: &Links<'_>) -> TokenStream {
        let private = private();
        let body = self.block_words(&looped.body, links);
        let times = times(looped).unwrap_or_else(|| quote!(#private::UNBOUNDED));
        let all = if let Some(checkpoint) = &looped.checkpoint {
            let again = super::checkpointing::words(checkpoint, looped.body.id, &times, &body);
            let sweeps = sweeps();
            quote!(if #sweeps.run_again() { #again } else { #body.times(#times) })
        } else {
            quote!(#body.times(#times))
        };
        if looped.is_counted() { quote!(#private::TapeSize::sum(&[#all, #private::TapeSize::TOLD])) } else { all }
    }
}

/// The link of values of these types, of which nothing has to be inferred.
fn saved(types: impl IntoIterator<Item: ToTokens>) -> TokenStream {
    let private = private();
    let types: Vec<_> = types.into_iter().collect();
    let flags = tuple(types.iter().map(|_| quote!(#private::Yes)));
    let types = tuple(&types);
    quote!(#private::Saved::<#types, #flags>::new())
}

/// The words of a method, or of an operator whose rule its types decide.
fn words_behind(number: usize) -> TokenStream {
    let (link, types, depth, sweeps) = (link(number), operand_types(number), depth(), sweeps());
    quote!(#link.rule().words(&#types, #depth + 1, #sweeps))
}

/// How often a loop runs, where the program says it.
fn times(looped: &Loop) -> Option<TokenStream> {
    let Header::Range { inclusive, fixed: Some(ends), .. } = &looped.header else { return None };
    let (private, (from, to)) = (private(), &**ends);
    Some(quote!(#private::iterations((#from) as ::core::primitive::i128, (#to) as ::core::primitive::i128, #inclusive)))
}
