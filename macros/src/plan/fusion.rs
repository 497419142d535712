//! Loops that are reversed iteration by iteration, as they run.
//!
//! If iterations depend on each other only through sums, and the cotangents of these sums are known before the loop runs, then each
//! iteration is followed by its own reverse half at once, and nothing of it is kept for later.
//!
//! ```text
//! // in                              // out
//! total = 0                          total = 0
//! loop { .. total += v3 }            reverse of what makes the result of the sums: result -> total_bar
//! v4 = total                         loop { .. total += v3   reverse of it: total_bar -> v3_bar .. }
//! v5 = v4 / n                        v4 = total
//! value v5                           v5 = v4 / n
//!                                    reverse of the rest
//! ```
//!
//! The cotangent of a sum is known if after the loop it is only part of sums, differences and products and quotients with
//! what is known before the loop. These *early* steps are reversed before the loop; the others, later, never give
//! a cotangent to the sum.

use std::collections::{BTreeMap, HashMap, HashSet};

use syn::Type;

use super::accumulators::{self, Accumulators, ByLoop};
use crate::arrange::accesses::{Access, accesses, declared};
use crate::classify::primitives::Numbers;
use crate::classify::{self, Facts};
use crate::differentiate::{Mirror, Mirrors, Target};
use crate::ir::{Block, Function, Header, Loop, Op, Operand, Place, Projection, Step, VarId, VarKind};

/// A block whose reverse half follows its forward half at once.
pub(crate) struct Fused<'f> {
    pub block: &'f Block,
    /// The steps that contain loops that are reversed as they run, by their positions.
    pub inner: BTreeMap<usize, Fused<'f>>,
    /// Whether the cotangent of its value is the one that comes into the block around it.
    pub takes_incoming: bool,
    /// The variables from outside whose values the block reads.
    pub reads: HashSet<VarId>,
    /// Those whose values its early steps read.
    pub early_reads: HashSet<VarId>,
    /// What the cotangent of the value is added to.
    pub value: Option<Target<'f>>,
    /// Cotangents that a loop collects apart, if this is its body.
    pub accumulators: Accumulators<'f>,
    /// The early steps, backwards.
    pub early: Vec<Mirror<'f>>,
    /// The others, backwards.
    pub late: Vec<Mirror<'f>>,
}

impl Fused<'_> {
    /// The first step that contains a loop that is reversed as it runs; there what is early is reversed.
    pub fn first(&self) -> usize {
        self.inner.keys().next().copied().unwrap_or(self.block.steps.len())
    }

    /// Whether how much is pushed before that step may be known only when the program runs: there are loops whose ends are no
    /// constants, or calls that may push lists.
    pub fn may_stop(&self, function: &Function) -> bool {
        let lists = function.params.iter().any(|param| may_be_any_length(&param.ty));
        let is_such = |step: &Step| match step {
            Step::Loop(Loop { header: Header::Range { fixed: Some(_), .. }, lengths, .. }) => {
                lists && !lengths.is_empty()
            }
            Step::Loop(_) => true,
            Step::Let { op: Op::Call { .. } | Op::Method(_), .. } => lists,
            _ => false,
        };
        self.block.steps[..self.first()]
            .iter()
            .any(|step| is_such(step) || step.blocks().into_iter().any(|inner| inner.has(&is_such)))
    }
}

/// Whether a type is a list of any length, as far as its spelling tells. Where it does not, the function is run in the other way, which
/// copies the cotangents first: only time depends on it.
fn may_be_any_length(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) => true,
        Type::Array(list) => may_be_any_length(&list.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Vec"),
        _ => false,
    }
}

/// The function with its loops fused, if it has such.
pub(super) fn fuse<'f>(
    function: &'f Function,
    numbers: &Numbers,
    facts: &[Facts],
    accumulators: &mut ByLoop<'f>,
) -> Option<Fused<'f>> {
    if function.params.iter().any(|param| param.lent) || function.has_functions() {
        return None;
    }
    let lent = lent_out(&function.body);
    let mut fusion = Fusion { numbers, mirrors: Mirrors::new(function, facts), lent, accumulators };
    let fused = fusion.block(&function.body, &HashSet::new(), &HashSet::new());
    (!fused.inner.is_empty()).then_some(fused)
}

struct Fusion<'f, 'a> {
    numbers: &'a Numbers,
    mirrors: Mirrors<'f>,
    /// The variables with other names by which they change: their reverse half cannot read them meanwhile.
    lent: HashSet<VarId>,
    /// Those of loops that are reversed later.
    accumulators: &'a mut ByLoop<'f>,
}

/// A step that may contain a loop that is reversed as it runs.
struct Candidate<'f> {
    body: &'f Block,
    index: Option<VarId>,
    /// The variables from outside that it adds to.
    sums: HashSet<VarId>,
    /// The variables from outside that it reads.
    reads: HashSet<VarId>,
    /// The variable that takes its value.
    out: Option<VarId>,
}

impl<'f> Fusion<'f, '_> {
    /// `known` are variables from outside whose cotangents are known, `there` those whose values are.
    fn block(&mut self, block: &'f Block, known: &HashSet<VarId>, there: &HashSet<VarId>) -> Fused<'f> {
        let mut candidates: BTreeMap<usize, Candidate<'f>> =
            block.steps.iter().enumerate().filter_map(|(at, step)| Some((at, self.candidate(step)?))).collect();
        loop {
            let early = match self.early(block, &candidates, known, there) {
                Err(blamed) => {
                    candidates.retain(|at, _| !blamed.contains(at));
                    continue;
                }
                Ok(early) => early,
            };
            let mut inner = BTreeMap::new();
            let mut there = there.clone();
            for (at, step) in block.steps.iter().enumerate() {
                if let Some(candidate) = candidates.get(&at) {
                    let known = known.union(&candidate.sums).copied().collect();
                    let index = candidate.index.iter().copied();
                    let there = there.iter().copied().chain(index).collect();
                    let takes_incoming = candidate.out.is_some_and(|out| self.mirrors.incoming.contains(&out));
                    let reads = candidate.reads.clone();
                    let mut fused = Fused { takes_incoming, reads, ..self.block(candidate.body, &known, &there) };
                    if let Step::Loop(looped) = step {
                        let steps = fused.early.iter_mut().chain(&mut fused.late);
                        fused.accumulators = accumulators::of_loop(self.mirrors.function, self.numbers, looped, steps);
                    }
                    inner.insert(at, fused);
                }
                there.extend(step.binds());
            }
            // A block around loops is worth it only for a loop inside.
            let before = candidates.len();
            candidates.retain(|at, candidate| candidate.out.is_none() || !inner[at].inner.is_empty());
            if candidates.len() < before {
                continue;
            }
            let mirrored = |early_ones: bool| -> Vec<Mirror<'f>> {
                let of = block.steps.iter().enumerate().rev();
                of.filter(|(at, step)| {
                    early.contains(at) == early_ones
                        && !inner.contains_key(at)
                        && step.is_mirrored(&self.mirrors.function.vars)
                })
                .filter_map(|(_, step)| self.mirrors.mirror(step))
                .collect()
            };
            let mut early_reads = HashSet::new();
            for (_, step) in block.steps.iter().enumerate().filter(|(at, _)| early.contains(at)) {
                accesses(step, &mut |var, _| _ = early_reads.insert(var));
            }
            let (mut early, mut late) = (mirrored(true), mirrored(false));
            let all = early.iter_mut().chain(&mut late);
            accumulators::of_loops(self.mirrors.function, self.numbers, all, self.accumulators);
            let value = self.mirrors.value(block);
            let (reads, accumulators) = (HashSet::new(), Accumulators::default());
            return Fused { block, inner, takes_incoming: false, reads, early_reads, value, accumulators, early, late };
        }
    }

    fn candidate(&self, step: &'f Step) -> Option<Candidate<'f>> {
        let function = self.mirrors.function;
        if !step.is_mirrored(&function.vars) {
            return None;
        }
        let (body, out) = match step {
            Step::Loop(Loop { body, .. }) => (body, None),
            Step::Let { var, op: Op::Scope(body), .. } => (body, Some(*var)),
            _ => return None,
        };
        let index = if let Step::Loop(looped) = step { looped.index() } else { None };
        let mut own: HashSet<VarId> = index.into_iter().collect();
        declared(body, &mut own);
        let (mut sums, mut reads) = (HashSet::new(), HashSet::new());
        let mut plain = true;
        accesses(step, &mut |var, access| {
            if own.contains(&var) {
                return;
            }
            match access {
                Access::Read => {
                    reads.insert(var);
                }
                Access::Sum => {
                    sums.insert(var);
                }
                Access::Other => plain = false,
            }
        });
        let plain =
            plain && sums.is_disjoint(&reads) && reads.is_disjoint(&self.lent) && (out.is_some() || !sums.is_empty());
        plain.then_some(Candidate { body, index, sums, reads, out })
    }

    /// The early steps; or the candidates of which something else is made than sums.
    fn early(
        &self,
        block: &'f Block,
        candidates: &BTreeMap<usize, Candidate<'f>>,
        known: &HashSet<VarId>,
        there: &HashSet<VarId>,
    ) -> Result<HashSet<usize>, HashSet<usize>> {
        let function = self.mirrors.function;
        let Some(first) = candidates.keys().next().copied() else { return Ok(HashSet::new()) };
        let mut there = there.clone();
        block.steps[..first].iter().for_each(|step| there.extend(step.binds()));
        // The variables made of sums, and of whose.
        let mut made: HashMap<VarId, HashSet<usize>> = HashMap::new();
        for (at, candidate) in candidates {
            for var in candidate.sums.iter().filter(|var| !known.contains(var)).chain(&candidate.out) {
                made.entry(*var).or_default().insert(*at);
            }
        }
        let mut looked_at = HashSet::new();
        let mut early = HashSet::new();
        for (at, step) in block.steps.iter().enumerate().skip(first) {
            let mut of = HashSet::new();
            let mut wrong = HashSet::new();
            accesses(step, &mut |var, access| match access {
                Access::Read => {
                    of.extend(made.get(&var).into_iter().flatten().copied());
                    if made.contains_key(&var) {
                        looked_at.insert(var);
                    }
                }
                Access::Sum | Access::Other => {
                    // A sum that has been looked at does not go on.
                    if access == Access::Other || looked_at.contains(&var) {
                        wrong.extend(made.get(&var).into_iter().flatten().copied());
                    }
                    // The reverse half of this step reads the cotangent, to which loops before it must not have added yet.
                    let before = candidates.range(..at).filter(|(_, candidate)| candidate.reads.contains(&var));
                    wrong.extend(before.map(|(at, _)| *at));
                }
            });
            if !wrong.is_empty() {
                return Err(wrong);
            }
            if of.is_empty() {
                continue;
            }
            let is_early = !candidates.contains_key(&at)
                && match step {
                    Step::Let { op, .. } => is_linear(function, op, &made, &there),
                    Step::Accumulate { place, .. } => known.contains(&place.var) && are_there(place, &there),
                    _ => false,
                };
            if !is_early {
                return Err(of);
            }
            early.insert(at);
            if let Step::Let { var, .. } = step {
                made.entry(*var).or_default().extend(of);
            }
        }
        // The cotangent of a value that nothing is made of is not known before, nor wanted.
        let is_wanted =
            |out: VarId| looked_at.contains(&out) || self.mirrors.incoming.contains(&out) || !function.var(out).active;
        let unwanted = candidates.iter().filter(|(_, candidate)| candidate.out.is_some_and(|out| !is_wanted(out)));
        let unwanted: HashSet<usize> = unwanted.map(|(at, _)| *at).collect();
        if unwanted.is_empty() { Ok(early) } else { Err(unwanted) }
    }
}

/// The variables that a block has mutable references to.
fn lent_out(block: &Block) -> HashSet<VarId> {
    let mut found = HashSet::new();
    block.each_step(&mut |step| {
        if let Step::Alias { place: Place { var, written, .. }, .. } = step
            && matches!(written, syn::Expr::Reference(reference) if reference.mutability.is_some())
        {
            found.insert(*var);
        }
    });
    found
}

/// Whether the rule of a step reads nothing but what is there.
fn is_linear(function: &Function, op: &Op, made: &HashMap<VarId, HashSet<usize>>, there: &HashSet<VarId>) -> bool {
    let reads = match op {
        Op::Load(_) | Op::Neg(.., None) | Op::Cast(..) => [false; 3],
        Op::Binary(operator, _, a, b, None) => classify::reads(function, *operator, a, b),
        _ => return false,
    };
    let [of_a, of_b, of_out] = reads;
    let operands = op.operands();
    let is_declared = |place: &Place| match function.var(place.var).kind {
        VarKind::Param { .. } => true,
        VarKind::Local | VarKind::Index | VarKind::Lent => there.contains(&place.var),
    };
    let is_there = |place: &Place| is_declared(place) && !made.contains_key(&place.var);
    !of_out
        && operands.iter().zip([of_a, of_b]).all(|(operand, read)| match operand {
            Operand::Constant { .. } => true,
            // The cotangent of a list is as long as the list, which must be there.
            Operand::Place(place) => {
                let is_element = place.path.iter().any(|step| matches!(step, Projection::Index { .. }));
                are_there(place, there) && (!is_element || is_declared(place)) && (!read || is_there(place))
            }
            Operand::Lent(_) => false,
        })
}

/// Whether the indices of a place are there.
fn are_there(place: &Place, there: &HashSet<VarId>) -> bool {
    place.indices().all(|var| there.contains(&var))
}

/// The values that a block keeps and has before step `upto`.
pub(crate) fn kept_before(block: &Block, facts: &Facts, upto: usize) -> Vec<VarId> {
    let there: HashSet<VarId> = block.steps[..upto].iter().flat_map(Step::binds).copied().collect();
    facts.own.iter().chain(&facts.other).map(|kept| kept.var).filter(|var| there.contains(var)).collect()
}
