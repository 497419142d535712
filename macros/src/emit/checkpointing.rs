//! Loops that are run again in the reverse half, segment by segment, and blocks, which are one segment.
//!
//! ```text
//! // forward half                                    // reverse half
//! let (mut times, length) = (0, root(total));        let ran = n.pop(t);
//! let mut rehearsal = Rehearsal::new();              for first in (0..ran).step_by(length).rev() {
//! for i in range {                                       let many = least(length, ran - first);
//!     if times % length == 0 {                           let mut s = p.pop(t);
//!         rehearsal.segment();                           let mut spare = t.spare();
//!         p.push(t, (&s,));                              let mut again = spare.forward();
//!     }                                                  { let t = &mut again;  forward half of the segment }
//!     times += 1;                                        let pushed = again.pushed();
//!     { let t = rehearsal.tape();  forward half }        let mut again = spare.reverse(pushed);
//! }                                                      { let t = &mut again;  its reverse half }
//! t.reserve(rehearsal.words());                      }
//! n.push(t, (&times,));
//! ```
//!
//! A bisection keeps only the state before the first iteration; the reverse half makes and holds others in `spare`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::forward::Forward;
use crate::differentiate::MirrorBlock;
use crate::ir::{Block, Capture, Captured, Checkpoint, Function, Header, Loop, Operand, Schedule};
use crate::library::private;
use crate::naming::{hygienic, tape};
use crate::plan::link_layout::states;
use crate::quoting::tuple;

/// Words of one state.
pub(super) fn state_words(captures: &[Capture], body: usize) -> TokenStream {
    let private = private();
    let words: Vec<_> = states(captures, body).into_iter().map(|(link, _)| quote!(#link.words())).collect();
    match words.as_slice() {
        [] => quote!(0),
        words => quote!(#private::total(&[#(#words),*])),
    }
}

fn push(captures: &[Capture], body: usize, function: &Function, t: &TokenStream) -> TokenStream {
    let private = private();
    let pushes = states(captures, body).into_iter().map(|(link, state)| {
        let flags = tuple(state.iter().map(|_| quote!(#private::Yes)));
        let values = tuple(state.into_iter().map(|capture| {
            let name = &capture.name;
            if is_lent(function, capture) { quote!(&*#name) } else { quote!(&#name) }
        }));
        quote!(#link.push(#t, #values, #flags);)
    });
    quote!(#(#pushes)*)
}

fn is_lent(function: &Function, capture: &Capture) -> bool {
    function.var(capture.var).kind == crate::ir::VarKind::Lent
}

/// How many iterations a segment has; `total` is how often the loop may run.
fn length(schedule: &Schedule, total: &TokenStream) -> TokenStream {
    let private = private();
    match schedule {
        Schedule::Root => quote!(#private::checkpoint::root(#total)),
        Schedule::Every(n) => quote!(#private::checkpoint::every(#n)),
        Schedule::Bisection => quote!(#private::checkpoint::LEAF),
    }
}

/// Words of a loop that runs `n` times.
pub(super) fn words(checkpoint: &Checkpoint, body: usize, n: &TokenStream, words: &TokenStream) -> TokenStream {
    let state = state_words(&checkpoint.captures, body);
    match &checkpoint.schedule {
        Schedule::Bisection => quote!(#words.bisection(#n, #state)),
        schedule => {
            let total = hygienic("total");
            let length = length(schedule, &quote!(#total));
            quote!({
                let #total = #n;
                #words.segments(#total, #length, #state)
            })
        }
    }
}

impl Forward<'_> {
    /// The forward half of the loop; `head` is `for .. in ..` or `while ..`, `total` how often it may run.
    pub(super) fn checkpointed(&self, looped: &Loop, checkpoint: &Checkpoint, head: &TokenStream) -> TokenStream {
        let (private, t, id) = (private(), tape(), looped.body.id);
        let total = total(&looped.header);
        let times = hygienic("times");
        let (length_name, rehearsal) = (hygienic("length"), hygienic("rehearsal"));
        let length = length(&checkpoint.schedule, &total);
        let push = push(&checkpoint.captures, id, self.function, &quote!(#t));
        // A bisection makes its states later.
        let (push, spare) = if let Schedule::Bisection = checkpoint.schedule {
            let state = state_words(&checkpoint.captures, id);
            let states = quote!(#private::checkpoint::states(#times.div_ceil(#length_name)));
            (quote!(if #times == 0 { #push }), quote!(#rehearsal.words() + #states * #state))
        } else {
            (push, quote!(#rehearsal.words()))
        };
        let body = self.block(&looped.body);
        let until = looped.until.as_ref().map(|flag| quote!(if #flag { break; }));
        quote! {
            let (mut #times, #length_name) = (0_usize, #length);
            let mut #rehearsal = #private::checkpoint::Rehearsal::new();
            #head {
                if #times % #length_name == 0 {
                    #rehearsal.segment();
                    #push
                }
                #times += 1;
                {
                    let #t = #rehearsal.tape();
                    #body
                }
                #until
            }
            #t.reserve(#spare);
            #private::tell(#t, #times);
        }
    }
}

impl Forward<'_> {
    /// A block that the reverse half runs again: it keeps nothing.
    pub(super) fn run_once(&self, block: &Block, captures: &[Capture]) -> TokenStream {
        let (steps, value) = (self.block(block), self.inner_value(block));
        if self.quiet {
            return quote!({ #steps #value });
        }
        let (private, t, rehearsal, y) = (private(), tape(), hygienic("rehearsal"), hygienic("y"));
        let push = push(captures, block.id, self.function, &quote!(#t));
        quote!({
            #push
            let mut #rehearsal = #private::checkpoint::Rehearsal::new();
            let #y = {
                let #t = #rehearsal.tape();
                #steps
                #value
            };
            #t.reserve(#rehearsal.words());
            #y
        })
    }
}

/// How often a loop may run.
fn total(header: &Header) -> TokenStream {
    match header {
        Header::Range { from, inclusive, to, .. } => {
            let (from, to) = (from.written(), to.written());
            let dots = if *inclusive { quote!(..=) } else { quote!(..) };
            quote!((#from #dots #to).count())
        }
        Header::Each { .. } | Header::While(_) => quote!(0),
    }
}

/// Both halves of a part, on words that are free.
fn rerun_both(forward: &TokenStream, reverse: &TokenStream) -> TokenStream {
    let (t, spare, rerun, pushed) = (tape(), hygienic("spare"), hygienic("rerun"), hygienic("pushed"));
    quote! {
        let mut #rerun = #spare.forward();
        {
            let #t = &mut #rerun;
            #forward
        }
        let #pushed = #rerun.pushed();
        let mut #rerun = #spare.reverse(#pushed);
        {
            let #t = &mut #rerun;
            #reverse
        }
        #rerun.ends();
    }
}

impl super::reverse::Reverse<'_> {
    /// The reverse half of the loop.
    pub(super) fn checkpointed(
        &self,
        looped: &Loop,
        checkpoint: &Checkpoint,
        body: &MirrorBlock<'_>,
        inner: &TokenStream,
    ) -> TokenStream {
        let (private, t, id) = (private(), tape(), looped.body.id);
        let ran = hygienic("ran");
        let (first, many, length_name) = (hygienic("first"), hygienic("many"), hygienic("length"));
        let (spare, rerun, next) = (hygienic("spare"), hygienic("rerun"), hygienic("next"));
        let forward = self.forward_again(body.block);
        let (ahead, back, total) = self.segment(&looped.header, &first, &many);
        let names = self.names_again(&checkpoint.captures);
        let both = rerun_both(&quote!(#ahead { #forward }), &quote!(#back { #inner }));
        let segment = quote!(#names #both);
        let pop = |from: &TokenStream| self.pop(&checkpoint.captures, id, from);
        if let Schedule::Bisection = checkpoint.schedule {
            let (top, held) = (hygienic("top"), hygienic("held"));
            let (from_tape, from_top) = (pop(&quote!(#t)), pop(&quote!(&mut #top)));
            let hold = push(&checkpoint.captures, id, self.function, &quote!(&mut #rerun));
            let hold = quote! {
                let mut #rerun = #spare.forward();
                #hold
                let #held = #rerun.pushed();
                #spare.hold(#held);
            };
            return quote! {
                let #ran = #private::told::<::core::primitive::usize>(#t);
                if #ran != 0 {
                    #from_tape
                    let mut #spare = #t.spare();
                    #hold
                    for #next in #private::checkpoint::Bisection::new(#ran) {
                        let mut #top = #spare.state();
                        #from_top
                        match #next {
                            #private::checkpoint::Next::Advance(#first, #many) => {
                                #names
                                let mut #rerun = #private::checkpoint::Rehearsal::new();
                                #ahead {
                                    let #t = #rerun.tape();
                                    #forward
                                }
                                #hold
                            }
                            #private::checkpoint::Next::Reverse(#first, #many) => {
                                #segment
                                #spare.release();
                            }
                        }
                    }
                }
            };
        }
        let length = length(&checkpoint.schedule, &total);
        let from_tape = pop(&quote!(#t));
        quote! {
            let #ran = #private::told::<::core::primitive::usize>(#t);
            let #length_name = #length;
            for #first in (0..#ran).step_by(#length_name).rev() {
                let #many = #private::least(#length_name, #ran - #first);
                #from_tape
                let mut #spare = #t.spare();
                #segment
            }
        }
    }

    /// The reverse half of a block that is run again.
    pub(super) fn run_again(&self, block: &Block, captures: &[Capture], inner: &TokenStream) -> TokenStream {
        let (t, spare) = (tape(), hygienic("spare"));
        let (forward, names) = (self.forward_again(block), self.names_again(captures));
        let (states, both) = (self.pop(captures, block.id, &quote!(#t)), rerun_both(&forward, inner));
        quote!({
            #states
            let mut #spare = #t.spare();
            #names
            #both
        })
    }

    /// The forward half of a part once more.
    fn forward_again(&self, block: &Block) -> TokenStream {
        Forward::again(self.plan).block(block)
    }

    fn names_again(&self, captures: &[Capture]) -> TokenStream {
        captures.iter().map(|capture| self.named_again(capture)).collect()
    }

    /// Loops over the `many` iterations from `first` on, ahead and back, and how often the loop may run.
    fn segment(&self, header: &Header, first: &Ident, many: &Ident) -> (TokenStream, TokenStream, TokenStream) {
        let Header::Range { index, from, inclusive, to, reversed, .. } = header else {
            return (quote!(for _ in 0..#many), quote!(for _ in 0..#many), quote!(0));
        };
        let index = self.function.var(*index);
        let (name, unique, from, to) = (&index.name, &index.unique, self.value(from), self.value(to));
        let dots = if *inclusive { quote!(..=) } else { quote!(..) };
        let (ahead, back) = if *reversed { (Some(quote!(.rev())), None) } else { (None, Some(quote!(.rev()))) };
        let total = quote!((#from #dots #to).count());
        (
            quote!(for #name in (#from #dots #to) #ahead .skip(#first).take(#many)),
            quote!(for #unique in (#from #dots #to) #back .skip(#total - #first - #many).take(#many)),
            total,
        )
    }

    /// The state, as a place that changes again.
    fn pop(&self, captures: &[Capture], body: usize, from: &TokenStream) -> TokenStream {
        let private = private();
        let pops = states(captures, body).into_iter().rev().map(|(link, state)| {
            let kept: Vec<_> = (0..state.len()).map(|i| hygienic(&format!("state{i}"))).collect();
            let values = tuple(&kept);
            let names = state.into_iter().zip(&kept).map(|(capture, kept)| {
                let name = &capture.name;
                if is_lent(self.function, capture) {
                    quote!(let #name = &mut #private::of(#kept.get()).own();)
                } else {
                    quote!(let mut #name = #private::of(#kept.get()).own();)
                }
            });
            quote!(let #values = #link.pop(#from); #(#names)*)
        });
        quote!(#(#pops)*)
    }

    /// Other names from outside the loop.
    fn named_again(&self, capture: &Capture) -> TokenStream {
        let (private, name) = (private(), &capture.name);
        match &capture.meaning {
            Captured::State => TokenStream::new(),
            Captured::Kept => {
                let unique = &self.function.var(capture.var).unique;
                quote!(let #name = #private::of(#unique.get()).own();)
            }
            Captured::Rewritten(value) => quote!(let #name = #value;),
            Captured::Part(place) => {
                let value = self.again(&Operand::Place(place.clone()));
                if place.is_ref { quote!(let #name = #value;) } else { quote!(let #name = #private::of(#value).own();) }
            }
        }
    }
}
