//! Which links each block of a function has: what the forward half tells the reverse half.

use std::collections::{HashMap, HashSet};

use proc_macro2::Ident;

use super::tape_room::{self, Room};
use super::witnesses::{WIDTH, Witness, beside_tangents, form_witnesses, tangent_witnesses, witnesses};
use crate::classify::primitives::Primitive;
use crate::classify::{Classified, Facts, Need};
use crate::features::SECOND_ORDER;
use crate::ir::{Block, Capture, Captured, Function, Loop, Method, Op, Step, Var, VarId};
use crate::naming::{array, block_link, length_link, link, operand_types, pushes, state_link, type_of};
use crate::syntax::number_methods::NumberMethod;

/// For which functions there are links.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    /// The two halves.
    Values,
    /// The two halves with tangents.
    Tangents,
    /// The sizes of both tapes.
    Sizes,
}

impl Of {
    /// What is known of the blocks.
    pub fn facts(self, classified: &Classified) -> &[Facts] {
        if self == Self::Tangents { &classified.tangents } else { &classified.values }
    }

    /// Whether rules are asked about tangents.
    pub fn has_tangents(self) -> bool {
        self == Self::Tangents || self == Self::Sizes && SECOND_ORDER
    }
}

/// The links of a function.
pub(crate) struct Links<'f> {
    pub of: Of,
    pub function: &'f Function,
    facts: &'f [Facts],
    classified: &'f Classified,
    /// Those of each block, in which are those of the blocks inside.
    pub blocks: Vec<Vec<Ident>>,
    /// The block around each.
    around: Vec<Option<usize>>,
    /// The block in which a call is.
    homes: HashMap<usize, usize>,
    /// The calls in loops that reserve room for what these push.
    asked: HashSet<usize>,
    /// The index of the loop that a block is the body of, if its type is told.
    indices: HashMap<usize, VarId>,
}

impl<'f> Links<'f> {
    pub(super) fn new(function: &'f Function, classified: &'f Classified, of: Of) -> Self {
        let facts = of.facts(classified);
        let (blocks, around) = (vec![Vec::new(); facts.len()], vec![None; facts.len()]);
        let mut links = Self {
            of,
            function,
            facts,
            classified,
            blocks,
            around,
            homes: HashMap::new(),
            asked: HashSet::new(),
            indices: HashMap::new(),
        };
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
        if self.of == Of::Values { tape_room::room(looped, &self.function.vars, self.facts) } else { None }
    }

    /// Whether it is told what a call pushes.
    pub fn tells_pushes(&self, number: usize) -> bool {
        self.asked.contains(&number)
    }

    /// The method of numbers that a link would lead to, and the type of its receiver.
    pub fn number_method(&self, number: usize) -> Option<(&'static NumberMethod, Primitive)> {
        self.classified.numbers.method(number)
    }

    pub fn is_mirrored(&self, step: &Step) -> bool {
        step.is_mirrored(&self.function.vars)
    }

    fn collect(&mut self, block: &Block) {
        let mut names: Vec<_> = self.index(block.id).map(type_of).into_iter().collect();
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
                self.asked.extend(tape_room::calls(looped));
            }
            if let Step::Loop(looped) = step
                && let Some(index) = looped.index().filter(|index| self.function.typed_indices.contains(index))
                && self.has_types()
            {
                self.indices.insert(looped.body.id, index);
            }
            match step {
                Step::Loop(looped) if self.has_lengths() => {
                    names.extend(looped.lengths.iter().map(|(link, _)| length_link(*link)));
                }
                Step::Let { op: Op::Method(Method { link: number, .. }), .. }
                    if self.number_method(*number).is_some() =>
                {
                    names.extend(self.tells_pushes(*number).then(|| pushes(*number)));
                }
                Step::Let { op: Op::Method(Method { link: number, .. }), .. } => {
                    names.push(link(*number));
                    names.extend((self.of != Of::Values).then(|| operand_types(*number)));
                    names.extend(self.tells_pushes(*number).then(|| pushes(*number)));
                    self.homes.insert(*number, block.id);
                }
                Step::Let { op: Op::Neg(.., Some(number)) | Op::Binary(.., Some(number)), .. }
                | Step::Accumulate { link: Some(number), .. } => {
                    names.push(link(*number));
                    names.extend((self.of != Of::Values).then(|| operand_types(*number)));
                    names.extend(self.tells_pushes(*number).then(|| pushes(*number)));
                    self.homes.insert(*number, block.id);
                }
                Step::Let { op: Op::Closure(closure), .. } => names.push(link(closure.link)),
                Step::Let { op: Op::Scope(inner), .. } if self.of != Of::Tangents => {
                    if let Some(expression) = self.function.expressions.get(&inner.id) {
                        names.push(link(expression.link));
                        self.homes.insert(expression.link, block.id);
                    }
                }
                Step::Let { op: op @ Op::Call { link: number, .. }, .. } => {
                    names.push(link(*number));
                    names.extend((self.of == Of::Sizes || op.lends()).then(|| operand_types(*number)));
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
            let typed = self.facts[block.id].only_typed(self.function);
            names.extend(typed.map(|typed| type_of(self.function.var(typed.var))));
        }
        names.extend(self.pushed(block.id));
        self.blocks[block.id] = names;
    }

    /// The links of what is pushed at the end of a block.
    fn pushed(&self, block: usize) -> Vec<Ident> {
        // Of plain numbers the words are known.
        let has_link =
            |witness: &Witness<'_>| self.of != Of::Sizes || witness.primitives(&self.classified.numbers).is_none();
        let mut names = Vec::new();
        if self.of == Of::Sizes && SECOND_ORDER {
            let beside = witnesses(&self.classified.tangents, block).into_iter();
            let beside = beside.filter(has_link);
            names.extend(beside.map(|witness| beside_tangents(&witness.name)));
        }
        if self.of.has_tangents() {
            let tangents = tangent_witnesses(&self.classified.tangents, block).into_iter();
            names.extend(tangents.filter(has_link).map(|witness| witness.name));
        }
        let values = witnesses(self.facts, block).into_iter();
        names.extend(values.filter(has_link).map(|witness| witness.name));
        names.extend(form_witnesses(self.function, self.facts, block).into_iter().map(|witness| witness.name));
        names
    }

    /// The links whose types are known inside of a step: those of its blocks, and of the states of what is run again.
    pub fn later(&self, step: &Step) -> Vec<(Ident, Later)> {
        let mut links = Vec::new();
        for block in step.blocks() {
            if !self.blocks[block.id].is_empty() {
                links.push((block_link(block.id), Later::Block));
            }
            if self.of != Of::Tangents {
                links.extend(states(step.captures(), block.id).into_iter().map(|(name, _)| (name, Later::State)));
            }
        }
        links
    }

    /// The blocks on the way from one, or from the function, down to others, outermost first, each once.
    fn way_down(&self, from: Option<usize>, to: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut known: HashSet<usize> = std::iter::successors(from, |inner| self.around[*inner]).collect();
        let mut all = Vec::new();
        for home in to {
            let way = std::iter::successors(Some(home), |inner| self.around[*inner]);
            let way: Vec<_> = way.take_while(|inner| known.insert(*inner)).collect();
            all.extend(way.into_iter().rev());
        }
        all
    }

    /// From a block down to the calls that its pushes ask.
    pub fn down_to_calls(&self, block: usize) -> Vec<usize> {
        let mut homes = Vec::new();
        // Sizes are of both tapes.
        let of_tangents = self.of.has_tangents().then(|| &self.classified.tangents[block]);
        for facts in [&self.facts[block]].into_iter().chain(of_tangents) {
            facts.own.iter().chain(&facts.other).for_each(|kept| self.calls(&kept.needs, &mut homes));
        }
        self.way_down(Some(block), homes.into_iter().filter(|home| *home != block))
    }

    fn calls(&self, needs: &[Need], homes: &mut Vec<usize>) {
        if needs.contains(&Need::Always) {
            return;
        }
        for need in needs {
            match need {
                Need::Always | Need::Factor { .. } => {}
                Need::Flag { link, .. } => homes.extend(self.homes.get(link)),
                Need::Recompute { needs, .. } | Need::Element { needs, .. } => self.calls(needs, homes),
            }
        }
    }

    /// From around a loop down to blocks inside of it.
    pub fn down_into(&self, body: usize, blocks: impl Iterator<Item = usize>) -> Vec<usize> {
        self.way_down(self.around[body], blocks)
    }

    /// The index of a loop, of which a block is the body, if its type is told.
    pub fn index(&self, block: usize) -> Option<&'f Var> {
        self.indices.get(&block).map(|index| self.function.var(*index))
    }

    /// The block in which a call is.
    pub fn home(&self, call: usize) -> Option<usize> {
        self.homes.get(&call).copied()
    }
}

/// A link that waits: what makes it differs.
#[derive(Clone, Copy)]
pub(crate) enum Later {
    Block,
    State,
}

/// The links of the state of a loop, with what each carries.
pub(crate) fn states(captures: &[Capture], body: usize) -> Vec<(Ident, Vec<&Capture>)> {
    let state: Vec<_> = captures.iter().filter(|capture| matches!(capture.meaning, Captured::State)).collect();
    let chunks = state.chunks(WIDTH).enumerate();
    chunks.map(|(i, state)| (state_link(body, i), state.to_vec())).collect()
}
