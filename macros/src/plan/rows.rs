//! Lists in lists that a loop goes through: `w[i]` of a `Vec<Vec<f64>>`, in a loop over `j` that reads `w[i][j]` and adds to its cotangent.
//!
//! Where the elements of `w[i]` are, and how many, stands in memory beside them. As far as the compiler knows, what the loop adds to
//! may change that, so each iteration reads it again, and the loop is not vectorised. So the reverse half borrows the list once, in front of
//! the loop. A list of the function's own is borrowed too where each iteration goes to the element at its index: as far as the loop goes.

use std::collections::{HashMap, HashSet};

use proc_macro2::Ident;
use syn::Expr;

use super::accumulators::Outside;
use super::windows::Window;
use crate::arrange::accesses::accesses;
use crate::arrange::elements::spelling;
use crate::classify::primitives::Numbers;
use crate::differentiate::{Mirror, Target};
use crate::ir::{Function, Header, Loop, Op, Operand, Place, Projection, Step, VarId, VarKind};

/// What a list has in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Held {
    Values,
    Cotangents,
}

/// A list in a list.
#[derive(Clone)]
pub(crate) struct Row<'f> {
    pub name: Ident,
    pub held: Held,
    /// The variable that it is a part of.
    pub var: VarId,
    /// The way to it.
    pub way: &'f [Projection],
    /// The index of the loop, if each iteration goes to the element there: then the list is borrowed as far as the loop goes, and the
    /// compiler knows that the elements are there. Other elements are not in the row.
    pub walked_by: Option<Ident>,
}

impl Row<'_> {
    /// Whether a place is in it.
    pub fn has(&self, place: &Place) -> bool {
        let Some((way, rest)) = place.path.split_at_checked(self.way.len()) else { return false };
        let is_there = self.walked_by.as_ref().is_none_or(|index| is_element_at(rest, index));
        place.var == self.var && spelling(way) == spelling(self.way) && is_there
    }
}

/// Finds them for the steps of a loop.
pub(super) fn rows<'f>(
    outside: &Outside<'f>,
    looped: &'f Loop,
    numbers: &Numbers,
    steps: &[&mut Mirror<'f>],
    windows: &[Window<'f>],
) -> Vec<Row<'f>> {
    let mut found = Found { outside, numbers, looped, noted: HashMap::new(), order: Vec::new() };
    let function = outside.function;
    for step in looped.body.steps.iter().filter(|step| step.is_mirrored(&function.vars)) {
        if !is_arithmetic(function, numbers, step) {
            accesses(step, &mut |var, _| found.none(var));
        }
    }
    let targets = steps.iter().filter_map(|step| match &**step {
        Mirror::Rule(rule) if !rule.is_after => Some(rule.targets.as_slice()),
        Mirror::Accumulate { target, .. } => Some(std::slice::from_ref(target)),
        _ => None,
    });
    for target in targets.flatten() {
        match target {
            Target::Place(place) | Target::Aside(place) => found.note(Held::Cotangents, place.var, &place.path, None),
            Target::Lent(place) => found.none(place.var),
            Target::Nowhere | Target::Accumulator(..) | Target::AccumulatorAside(..) => {}
        }
    }
    for (place, steps) in windows.iter().map(Window::way) {
        found.note(Held::Cotangents, place.var, &place.path, Some(steps));
    }
    let rules = steps.iter().filter_map(|step| match &**step {
        Mirror::Rule(rule) if !rule.is_after && numbers.is_arithmetic(function, rule.out, rule.op) => Some(rule.op),
        _ => None,
    });
    for operand in rules.flat_map(|op| op.operands()) {
        if let Operand::Place(place) = operand {
            found.note(Held::Values, place.var, &place.path, None);
        }
    }
    for step in &looped.body.steps {
        if let Step::Let { var, op: Op::Load(Operand::Place(place)), .. } = step
            && let Some(list) = function.elements.get(var)
        {
            found.note(Held::Values, *list, &place.path, None);
        }
    }
    found.rows()
}

/// Whether a way from a list leads to the element at an index.
fn is_element_at(way: &[Projection], index: &Ident) -> bool {
    matches!(way, [Projection::Index { again: Expr::Path(path), .. }] if path.path.is_ident(index))
}

/// Whether all that a step adds to are numbers, each for itself.
fn is_arithmetic(function: &Function, numbers: &Numbers, step: &Step) -> bool {
    match step {
        Step::Let { var, op, .. } => numbers.is_arithmetic(function, *var, op),
        Step::Accumulate { place, value, link: None, .. } => numbers.is_sum(place, value),
        _ => false,
    }
}

/// An element: the way to its list if that can be borrowed, and whether it is the one at the index of the iteration.
struct Noted<'f> {
    way: Option<&'f [Projection]>,
    is_walked: bool,
}

struct Found<'f, 'a> {
    outside: &'a Outside<'f>,
    numbers: &'a Numbers,
    looped: &'f Loop,
    /// The elements that the loop goes to.
    noted: HashMap<(Held, VarId), Vec<Noted<'f>>>,
    order: Vec<(Held, VarId)>,
}

impl<'f> Found<'f, '_> {
    /// The cotangents of a variable are used in another way, too.
    fn none(&mut self, var: VarId) {
        self.noted.entry((Held::Cotangents, var)).or_default().push(Noted { way: None, is_walked: false });
    }

    /// An element, with the number of steps that lead to its list, or those that are the same in all iterations.
    fn note(&mut self, held: Held, var: VarId, path: &'f [Projection], steps: Option<usize>) {
        let fixed = path.iter().take_while(|step| self.outside.is_fixed(step)).count();
        let way = &path[..steps.map_or(fixed, |steps| steps.min(fixed))];
        let function = self.outside.function;
        let is_there = match function.var(var).kind {
            VarKind::Param { .. } | VarKind::Local => !self.outside.varies.contains(&var),
            VarKind::Lent | VarKind::Index => false,
        };
        let is_slice = way.is_empty() && function.is_there(var) || self.numbers.is_row_elsewhere(var, way);
        let is_row = is_there && way.len() < path.len() && is_slice;
        let key = (held, var);
        if !self.noted.contains_key(&key) {
            self.order.push(key);
        }
        let rest = &path[way.len()..];
        let is_walked = steps.is_none() && self.index().is_some_and(|index| is_element_at(rest, index));
        self.noted.entry(key).or_default().push(Noted { way: is_row.then_some(way), is_walked });
    }

    /// The index of a loop that goes through all of a range that ends before its last number.
    fn index(&self) -> Option<&'f Ident> {
        let Header::Range { index, inclusive: false, .. } = &self.looped.header else { return None };
        (!self.looped.is_counted()).then(|| &self.outside.function.var(*index).unique)
    }

    fn rows(self) -> Vec<Row<'f>> {
        let mut rows: Vec<Row<'f>> = Vec::new();
        for (held, var) in &self.order {
            let mut seen = HashSet::new();
            let noted = &self.noted[&(*held, *var)];
            let ways = noted.iter().map(|noted| noted.way);
            let mut new: Vec<_> = ways.filter(|way| seen.insert(way.map(spelling))).collect();
            // All cotangents that the loop adds to are in the list, because it is borrowed.
            if *held == Held::Cotangents && new.len() > 1 {
                new.clear();
            }
            for way in new.into_iter().flatten() {
                let name = self.outside.variable("row", rows.len());
                let mut here = noted.iter().filter(|noted| noted.way.map(spelling) == Some(spelling(way)));
                let is_walked = here.all(|noted| noted.is_walked);
                // A whole list is borrowed for its length alone.
                if way.is_empty() && !is_walked {
                    continue;
                }
                let walked_by = self.index().filter(|_| is_walked).cloned();
                rows.push(Row { name, held: *held, var: *var, way, walked_by });
            }
        }
        rows
    }
}
