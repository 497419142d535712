//! What the forward half tells the reverse half: the links of a block, in one link of the block's own.
//!
//! ```text
//! let b0 = Ty::new();
//! // forward half                              // reverse half
//! let c0 = Ty::of(&v0.derivative_of_sin());    let (c0, b1, s0) = b0.links();
//! let b1 = Ty::new();                          let (v0,) = s0.pop(t);
//! { .. b1.is(&(..)); }                         { let (..) = b1.links(); .. }
//! let s0 = Saved::pushed(t, (&v0,), ..);
//! b0.is(&(c0, b1, s0));
//! ```
//!
//! The compiler looks at each link whose type it does not know yet again and again, until it knows it. So links are declared where
//! their types are known, and few wait: those of the blocks around, and of variables that get their values later.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::moving::{beside_tangents, moving};
use super::reserved::Room;
use super::wanted::SECOND_ORDER;
use super::{WIDTH, array, length, link, operand_types, private, pushes, reserved, tuple, type_of, witnesses};
use crate::classify::{Facts, Need};
use crate::ir::{Block, Function, Loop, Method, Op, Step};

/// For which functions there are links.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// The two halves.
    Values,
    /// The two halves with tangents.
    Tangents,
    /// The sizes of both tapes.
    Sizes,
}

/// The links of a function.
pub(super) struct Links<'f> {
    of: Of,
    function: &'f Function,
    facts: &'f [Facts],
    /// Those of each block, in which are those of the blocks inside.
    blocks: Vec<Vec<Ident>>,
    /// The block around each.
    around: Vec<Option<usize>>,
    /// The block in which a call is.
    homes: HashMap<usize, usize>,
    /// The calls in loops that reserve room for what these push.
    asked: HashSet<usize>,
}

impl<'f> Links<'f> {
    pub fn new(function: &'f Function, facts: &'f [Facts], of: Of) -> Self {
        let (blocks, around) = (vec![Vec::new(); facts.len()], vec![None; facts.len()]);
        let mut links = Self { of, function, facts, blocks, around, homes: HashMap::new(), asked: HashSet::new() };
        links.collect(&function.body);
        links
    }

    /// Whether there are links for the types of values: the size of the tape does not depend on these.
    pub fn has_types(&self) -> bool {
        self.of != Of::Sizes
    }

    /// Whether there are links for the lengths of lists: only the size of the tape depends on these.
    pub fn has_lengths(&self) -> bool {
        self.of == Of::Sizes
    }

    /// Whether a loop reserves room, and with what it pushes: not with tangents, and not where it is only counted.
    pub fn reserves(&self, looped: &Loop) -> Option<Room> {
        if self.of == Of::Values { reserved::room(looped, &self.function.vars, self.facts) } else { None }
    }

    /// Whether it is told what a call pushes.
    pub fn tells_pushes(&self, number: usize) -> bool {
        self.asked.contains(&number)
    }

    fn is_mirrored(&self, step: &Step) -> bool {
        step.is_mirrored(&self.function.vars)
    }

    fn collect(&mut self, block: &Block) {
        let mut names = Vec::new();
        for step in &block.steps {
            if let Step::Let { op: Op::Reading { link: number, .. }, .. } = step {
                names.push(link(*number));
                self.homes.insert(*number, block.id);
            }
            if !self.is_mirrored(step) {
                continue;
            }
            if let Step::Loop(looped) = step
                && self.reserves(looped) == Some(Room::OfCalls)
            {
                self.asked.extend(reserved::calls(looped));
            }
            match step {
                Step::Loop(looped) if self.has_lengths() => {
                    names.extend(looped.lengths.iter().map(|(link, _)| length(*link)));
                }
                Step::Let { op: Op::Method(Method { link: number, .. }), .. } => {
                    names.push(link(*number));
                    names.extend((self.of != Of::Values).then(|| operand_types(*number)));
                    names.extend(self.tells_pushes(*number).then(|| pushes(*number)));
                    self.homes.insert(*number, block.id);
                }
                Step::Let { op: Op::Call { link: number, .. }, .. } => {
                    names.push(link(*number));
                    names.extend((self.of == Of::Sizes).then(|| operand_types(*number)));
                    self.homes.insert(*number, block.id);
                }
                Step::Let { op: Op::Elements { block, .. }, .. } if self.has_lengths() => names.push(array(block.id)),
                _ => {}
            }
            for inner in step.blocks() {
                self.around[inner.id] = Some(block.id);
                self.collect(inner);
            }
            names.extend(self.later(step).into_iter().map(|(name, _)| name));
        }
        if self.has_types() {
            names.extend(self.facts[block.id].typed.iter().map(|typed| type_of(self.function.var(typed.var))));
        }
        names.extend(self.pushed(block.id));
        self.blocks[block.id] = names;
    }

    /// The links of what is pushed at the end of a block.
    fn pushed(&self, block: usize) -> Vec<Ident> {
        let witnesses = witnesses(self.facts, block);
        let beside = witnesses.iter().filter(|_| self.of == Of::Sizes && SECOND_ORDER);
        let mut names: Vec<_> = beside.map(|witness| beside_tangents(&witness.name)).collect();
        if self.of == Of::Tangents || self.of == Of::Sizes && SECOND_ORDER {
            names.extend(moving(self.facts, block).into_iter().map(|moving| moving.name));
        }
        names.extend(witnesses.into_iter().map(|witness| witness.name));
        names
    }

    /// The links whose types are known inside of a step, and what makes them: those of its blocks, and of the states of what is run
    /// again.
    fn later(&self, step: &Step) -> Vec<(Ident, TokenStream)> {
        let private = private();
        let mut links = Vec::new();
        for block in step.blocks() {
            if !self.blocks[block.id].is_empty() {
                links.push((all(block.id), quote!(#private::Ty::new())));
            }
            if self.of != Of::Tangents {
                let states = super::checkpoint::states(step.captures(), block.id);
                links.extend(states.into_iter().map(|(name, _)| (name, quote!(#private::Saved::new()))));
            }
        }
        links
    }

    /// What stands before both halves.
    pub fn declared(&self) -> Option<TokenStream> {
        let (private, body) = (private(), self.function.body.id);
        let name = all(body);
        (!self.blocks[body].is_empty()).then(|| quote!(let #name = #private::Ty::new();))
    }

    /// What stands before a step.
    pub fn before(&self, step: &Step) -> TokenStream {
        if !self.is_mirrored(step) {
            return TokenStream::new();
        }
        self.later(step).into_iter().map(|(name, new)| quote!(let #name = #new;)).collect()
    }

    /// At the end of a block of the forward half: its links are known.
    pub fn told(&self, block: usize) -> Option<TokenStream> {
        let (name, links) = (all(block), nested(&self.blocks[block])?);
        Some(quote!(#name.is(&#links);))
    }

    /// At the beginning of a block of the reverse half: its links have their names.
    pub fn known(&self, block: usize) -> Option<TokenStream> {
        let (name, links) = (all(block), nested(&self.blocks[block])?);
        Some(quote!(let #links = #name.links();))
    }

    /// In a block, the names of the links of blocks that are not around it, down to `wanted` ones.
    fn known_in(&self, block: Option<usize>, wanted: impl Iterator<Item = usize>) -> TokenStream {
        let mut known: HashSet<usize> = std::iter::successors(block, |inner| self.around[*inner]).collect();
        let mut code = TokenStream::new();
        for home in wanted {
            let path = std::iter::successors(Some(home), |inner| self.around[*inner]);
            let path: Vec<_> = path.take_while(|inner| known.insert(*inner)).collect();
            code.extend(path.into_iter().rev().filter_map(|inner| self.known(inner)));
        }
        code
    }

    /// Before the pushes of a block: the names of links of calls in blocks inside.
    pub fn known_of_calls(&self, block: usize) -> TokenStream {
        let mut homes = Vec::new();
        let facts = &self.facts[block];
        facts.own.iter().chain(&facts.other).for_each(|kept| self.calls(&kept.needs, &mut homes));
        self.known_in(Some(block), homes.into_iter().filter(|home| *home != block))
    }

    fn calls(&self, needs: &[Need], homes: &mut Vec<usize>) {
        if needs.contains(&Need::Always) {
            return;
        }
        for need in needs {
            match need {
                Need::Always => {}
                Need::Flag { link, .. } => homes.extend(self.homes.get(link)),
                Need::Again { needs, .. } => self.calls(needs, homes),
            }
        }
    }

    /// Around a loop: the names of the links of blocks inside of it.
    pub fn known_around(&self, body: usize, wanted: impl Iterator<Item = usize>) -> TokenStream {
        self.known_in(self.around[body], wanted)
    }

    /// Around a loop: the names of the links of calls, wherever these are.
    pub fn known_to_ask(&self, body: usize, calls: &[usize]) -> TokenStream {
        self.known_around(body, calls.iter().filter_map(|call| self.homes.get(call).copied()))
    }
}

/// The link to all links of a block.
pub(super) fn all(block: usize) -> Ident {
    Ident::new(&format!("b{block}"), Span::mixed_site())
}

/// Links in tuples, if there are some.
fn nested(links: &[Ident]) -> Option<TokenStream> {
    let mut links: Vec<_> = links.iter().map(ToTokens::to_token_stream).collect();
    while links.len() > WIDTH {
        links = links.chunks(WIDTH).map(tuple).collect();
    }
    (!links.is_empty()).then(|| tuple(links))
}
