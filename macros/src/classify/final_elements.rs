//! Which elements a loop reads for the last time before they would change: nothing writes to them any more, so that the reverse half reads
//! them in the list as it is in the end, which is kept once.
//!
//! ```text
//! let mut x = *b;
//! for i in 0..N { for j in 0..i { x[i] -= l[i][j] * x[j] } }      // x[j] with j < i is final
//! ```
//!
//! A read is final if no write to the same element can come after it, neither in the same iteration of the loops around both nor in a
//! later one ([`Elements`]).

use std::collections::{HashMap, HashSet};

use syn::{Expr, Ident};

use crate::elements::{Elements, Indices, is_part};
use crate::ir::{Block, Change, Function, Header, Loop, Op, Operand, Place, Projection, Step, VarId, VarKind};

/// The copies of elements that are final.
pub(super) fn final_elements(function: &Function) -> HashSet<VarId> {
    let mut uses = Uses { function, loops: Vec::new(), lists: HashMap::new(), time: 0, again: 0 };
    uses.block(&function.body);
    let lists = uses.lists.into_values().filter(|list| !list.is_lent);
    let finals = lists.flat_map(|list| {
        let is_final = |read: &Use<'_>| list.writes.iter().all(|write| !comes_after(function, list.depth, read, write));
        let finals: Vec<_> = list.reads.iter().filter(|(_, read)| is_final(read)).map(|(copy, _)| *copy).collect();
        finals
    });
    finals.collect()
}

/// A place in a list, the loops around it, and its position in the text.
#[derive(Clone)]
struct Use<'f> {
    path: &'f [Projection],
    loops: Vec<Option<&'f Loop>>,
    time: usize,
}

/// What happens to a list that changes.
#[derive(Default)]
struct List<'f> {
    /// How many loops are around its declaration.
    depth: usize,
    /// Whether something has a mutable reference to it under another name.
    is_lent: bool,
    reads: Vec<(VarId, Use<'f>)>,
    writes: Vec<Use<'f>>,
}

struct Uses<'f> {
    function: &'f Function,
    /// The loops around, those of `array::from_fn` without a header.
    loops: Vec<Option<&'f Loop>>,
    lists: HashMap<VarId, List<'f>>,
    time: usize,
    /// How many regions that are run again are around: they have no list as it is in the end.
    again: usize,
}

impl<'f> Uses<'f> {
    fn block(&mut self, block: &'f Block) {
        for step in &block.steps {
            self.time += 1;
            self.step(step);
        }
    }

    fn step(&mut self, step: &'f Step) {
        match step {
            Step::Declare { var, value: Some(_), .. } => {
                let of = self.function.var(*var);
                if of.change == Change::Some && !of.shadowed && of.kind == VarKind::Local && self.again == 0 {
                    self.lists.insert(*var, List { depth: self.loops.len(), ..List::default() });
                }
            }
            Step::Alias { place, .. } => {
                if let (Expr::Reference(reference), Some(list)) = (&place.written, self.lists.get_mut(&place.var)) {
                    list.is_lent |= reference.mutability.is_some();
                }
            }
            Step::Let { var, op: Op::Load(Operand::Place(place)), .. } => self.read(*var, place),
            Step::Let { op: Op::Remove { place, .. } | Op::Reading { place, .. }, .. } => self.write(place, &[]),
            Step::Let { op, .. } => {
                for operand in op.operands() {
                    if let Operand::Lent(place) = operand {
                        self.write(place, &[]);
                    }
                }
            }
            Step::Assign { place, .. } | Step::Accumulate { place, .. } => self.write(place, &place.path),
            Step::Rearrange { place, .. } | Step::Insert { place, .. } => self.write(place, &[]),
            Step::Declare { .. } | Step::Verbatim { .. } | Step::Count { .. } | Step::Loop(_) => {}
        }
        let (around, is_again) = match step {
            Step::Loop(looped) => (Some(Some(looped)), looped.checkpoint.is_some()),
            Step::Let { op: Op::Elements { .. }, .. } => (Some(None), false),
            Step::Let { op: Op::Checkpointed(..), .. } => (None, true),
            _ => (None, false),
        };
        self.loops.extend(around);
        self.again += usize::from(is_again);
        step.blocks().into_iter().for_each(|inner| self.block(inner));
        self.again -= usize::from(is_again);
        self.loops.truncate(self.loops.len() - usize::from(around.is_some()));
    }

    fn read(&mut self, copy: VarId, place: &'f Place) {
        let used = self.used(&place.path);
        let Some(list) = self.lists.get_mut(&place.var) else { return };
        let is_element =
            place.path.iter().any(|step| matches!(step, Projection::Index { .. })) && !place.path.iter().any(is_part);
        // A counter is somewhere else in the reverse half.
        let moves = place.indices().any(|var| self.function.var(var).changes());
        if is_element && !moves && used.loops.len() > list.depth && self.again == 0 {
            list.reads.push((copy, used));
        }
    }

    fn write(&mut self, place: &Place, path: &'f [Projection]) {
        let used = self.used(path);
        if let Some(list) = self.lists.get_mut(&place.var) {
            list.writes.push(used);
        }
    }

    fn used(&self, path: &'f [Projection]) -> Use<'f> {
        Use { path, loops: self.loops.clone(), time: self.time }
    }
}

/// Whether a write may come after a read of the same element, as far as is known. Both are in a list that is declared in `depth` loops.
fn comes_after(function: &Function, depth: usize, read: &Use<'_>, write: &Use<'_>) -> bool {
    let is_same = |(a, b): &(&Option<&Loop>, &Option<&Loop>)| match (a, b) {
        (Some(a), Some(b)) => a.body.id == b.body.id,
        (None, None) => true,
        _ => false,
    };
    let common = read.loops.iter().zip(&write.loops).take_while(is_same).count();
    // In the iteration of the read, or in a later one of a loop around both.
    let in_same = write.time >= read.time && may_meet(function, depth, common, None, read, write);
    in_same || (depth..common).any(|level| may_meet(function, depth, level, read.loops[level], read, write))
}

/// The same where the loops down to `level` are in the same iteration, and `later`, the next one, in a later one for the write.
fn may_meet(
    function: &Function,
    depth: usize,
    level: usize,
    later: Option<&Loop>,
    read: &Use<'_>,
    write: &Use<'_>,
) -> bool {
    // Parameters, and the indices of loops around the list, are the same.
    let around: Vec<VarId> = read.loops[..depth].iter().filter_map(|looped| looped.and_then(index)).collect();
    let varies = |name: &Ident| {
        let var = function.vars.iter().enumerate().find(|(_, var)| var.unique == *name);
        var.is_some_and(|(id, var)| match var.kind {
            VarKind::Param { .. } => var.changes(),
            VarKind::Local | VarKind::Lent => true,
            VarKind::Index => !around.contains(&VarId(id)),
        })
    };
    let mut elements = Elements::new(function, &varies);
    let indices = [(read, false), (write, true)].map(|(used, is_write)| -> Indices {
        let loops = used.loops.iter().enumerate().skip(depth);
        // The index of a loop that is in the same iteration is one number.
        loops.filter_map(|(at, looped)| Some((index((*looped)?)?, is_write && at >= level))).collect()
    });
    for (used, indices) in [read, write].into_iter().zip(&indices) {
        used.loops[depth..].iter().copied().flatten().for_each(|looped| elements.inside(looped, indices));
    }
    later.into_iter().for_each(|looped| elements.later(looped));
    elements.may_meet([read.path, write.path], indices.each_ref())
}

fn index(looped: &Loop) -> Option<VarId> {
    if let Header::Range { index, .. } = looped.header { Some(index) } else { None }
}
