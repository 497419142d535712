//! Elements of a list that the loop around changes, where a loop that is put off reads their cotangents or adds to them.
//!
//! ```text
//! for j in .. {
//!     for k in i + 1..N { b[i][j] += a[k][i] * b[k][j]; }     // later: b_bar[i][j] is read, b_bar[k][j] is added to
//!     b[i][j] *= alpha;                                       // an iteration later this is another b_bar[i][j]
//! }
//! ```
//!
//! Until then nothing may change or add to what the loop reads, nor read or change what it adds to. As its iterations change places too,
//! it must not read what it adds to. That needs two indices to be two elements, as the lists of the function have it.

use std::collections::HashMap;

use syn::Ident;

use super::accumulators::Outside;
use crate::arrange::accesses::accesses;
use crate::arrange::elements::{Elements, Indices};
use crate::ir::{Function, Loop, Operand, Place, Projection, Step, VarId};

/// What the reverse half of a step does to the cotangent of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Adds,
    Reads,
    Changes,
}

/// An element, by the way to it.
type Way<'f> = &'f [Projection];

/// A loop that is put off, and the loop around it.
pub(super) struct Waiting<'f, 'a> {
    pub function: &'f Function,
    pub outer: &'f Loop,
    pub looped: &'f Loop,
    /// What stays the same while the loop around it runs.
    pub outside: &'a Outside<'f>,
}

/// Which iterations of the loop around are meant.
#[derive(Clone, Copy)]
enum Iterations {
    Same,
    Earlier,
    Later,
    Any,
}

impl<'f> Waiting<'f, '_> {
    /// Whether the loop may run later as far as a list from outside is concerned.
    pub fn has(&self, list: VarId) -> bool {
        if !self.function.lists.contains(&list) || self.outside.own.contains(&list) {
            return false;
        }
        let (mut own, mut others, mut is_before) = (Vec::new(), Vec::new(), true);
        for step in &self.outer.body.steps {
            if matches!(step, Step::Loop(looped) if looped.body.id == self.looped.body.id) {
                is_before = false;
                continue;
            }
            let Some(found) = uses(step, list) else { return false };
            others.extend(found.into_iter().map(|(way, of)| (way, of, is_before)));
        }
        for step in &self.looped.body.steps {
            let Some(found) = uses(step, list) else { return false };
            own.extend(found);
        }
        own.iter().all(|(way, of)| match of {
            Use::Changes => false,
            Use::Adds => {
                let is_read = |(other, of): &(Way<'f>, Use)| {
                    *of == Use::Reads && self.may_meet(way, other, true, Iterations::Any)
                };
                !own.iter().any(is_read)
                    && others
                        .iter()
                        .all(|(other, of, _)| *of == Use::Adds || !self.may_meet(way, other, false, Iterations::Any))
            }
            Use::Reads => others.iter().all(|(other, of, is_before)| {
                // What comes after the loop in the same iteration has been reversed before it.
                let same = is_before.then_some(Iterations::Same);
                let meets = |when| self.may_meet(way, other, false, when);
                *of == Use::Reads || ![Iterations::Earlier, Iterations::Later].into_iter().chain(same).any(meets)
            }),
        })
    }

    /// Whether an element of the loop that is put off may be one that is used in it or beside it, in some iterations of the loop around.
    fn may_meet(&self, way: Way<'f>, other: Way<'f>, is_inside: bool, when: Iterations) -> bool {
        let varies = |name: &Ident| self.outside.names.contains(name);
        let mut elements = Elements::new(&self.function.vars, &varies);
        let (Some(around), Some(index)) = (self.outer.index(), self.looped.index()) else { return true };
        let is_later = matches!(when, Iterations::Earlier);
        let is_other = !matches!(when, Iterations::Same);
        let first: Indices = HashMap::from([(around, is_later), (index, false)]);
        let mut second: Indices = HashMap::from([(around, is_other && !is_later)]);
        elements.inside(self.outer, &first);
        elements.inside(self.looped, &first);
        elements.inside(self.outer, &second);
        if is_inside {
            second.insert(index, true);
            elements.inside(self.looped, &second);
        }
        if matches!(when, Iterations::Earlier | Iterations::Later) {
            elements.later(self.outer);
        }
        elements.may_meet([way, other], [&first, &second])
    }
}

/// What the reverse half of a step does to elements of a list, if it is known.
fn uses(step: &Step, list: VarId) -> Option<Vec<(Way<'_>, Use)>> {
    let mut found = Vec::new();
    match step {
        Step::Let { op, .. } if step.blocks().is_empty() => {
            op.operands().into_iter().for_each(|operand| found.extend(added_to(operand, list)));
        }
        Step::Assign { place, value, .. } => {
            found.extend(added_to(value, list));
            found.extend(way(place, list).map(|way| (way, Use::Changes)));
        }
        Step::Accumulate { place, value, link, .. } => {
            let of = if link.is_none() { Use::Reads } else { Use::Changes };
            found.extend(added_to(value, list));
            found.extend(way(place, list).map(|way| (way, of)));
        }
        _ => {}
    }
    let mut all = 0;
    accesses(step, &mut |var, _| all += usize::from(var == list));
    (found.len() == all).then_some(found)
}

fn added_to(operand: &Operand, list: VarId) -> Option<(Way<'_>, Use)> {
    let Operand::Place(place) = operand else { return None };
    way(place, list).map(|way| (way, Use::Adds))
}

fn way(place: &Place, list: VarId) -> Option<Way<'_>> {
    (place.var == list).then_some(place.path.as_slice())
}
