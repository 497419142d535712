//! Lists in lists that a loop goes through: `w[i]` of a `Vec<Vec<f64>>`, in a loop over `j` that reads `w[i][j]` and adds to its cotangent.
//!
//! Where the elements of `w[i]` are, and how many, stands in memory beside them. As far as the compiler knows, what the loop adds to
//! may change that, so each iteration reads it again, and the loop is not vectorised. So the reverse half borrows the list once, in front of
//! the loop.

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
    /// Whether each iteration goes to the element at its index only: then the list is borrowed as far as the loop goes, and the compiler
    /// knows that the elements are there.
    pub is_walked: bool,
}

impl Row<'_> {
    /// Whether a place is in it.
    pub fn has(&self, place: &Place) -> bool {
        let way = place.path.get(..self.way.len());
        place.var == self.var && way.is_some_and(|way| spelling(way) == spelling(self.way))
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
    let mut found = Found { outside, numbers, looped, ways: HashMap::new(), order: Vec::new() };
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

/// Whether all that a step adds to are numbers, each for itself.
fn is_arithmetic(function: &Function, numbers: &Numbers, step: &Step) -> bool {
    match step {
        Step::Let { var, op, .. } => numbers.is_arithmetic(function, *var, op),
        Step::Accumulate { place, value, link: None, .. } => numbers.is_sum(place, value),
        _ => false,
    }
}

struct Found<'f, 'a> {
    outside: &'a Outside<'f>,
    numbers: &'a Numbers,
    looped: &'f Loop,
    /// The way to the one list of cotangents of a variable that the loop adds to, or none, and to lists of values; whether the element is
    /// that of the iteration.
    ways: HashMap<(Held, VarId), Vec<(Option<&'f [Projection]>, bool)>>,
    order: Vec<(Held, VarId)>,
}

impl<'f> Found<'f, '_> {
    /// The cotangents of a variable are used in another way, too.
    fn none(&mut self, var: VarId) {
        self.ways.entry((Held::Cotangents, var)).or_default().push((None, false));
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
        let is_slice = way.is_empty() && function.there.contains(&var) || self.numbers.is_row_elsewhere(var, way);
        let is_row = is_there && way.len() < path.len() && is_slice;
        let key = (held, var);
        if !self.ways.contains_key(&key) {
            self.order.push(key);
        }
        let is_walked = steps.is_none() && self.is_walked(&path[way.len()..]);
        self.ways.entry(key).or_default().push((is_row.then_some(way), is_walked));
    }

    /// Whether a way from a list leads to the element at the index of a loop that ends before its last number.
    fn is_walked(&self, way: &[Projection]) -> bool {
        let (Header::Range { index, inclusive: false, .. }, [Projection::Index { again, .. }]) =
            (&self.looped.header, way)
        else {
            return false;
        };
        matches!(again, Expr::Path(path) if path.path.is_ident(&self.outside.function.var(*index).unique))
    }

    fn rows(self) -> Vec<Row<'f>> {
        let mut rows: Vec<Row<'f>> = Vec::new();
        for (held, var) in &self.order {
            let mut seen = HashSet::new();
            let ways = &self.ways[&(*held, *var)];
            let mut new: Vec<_> =
                ways.iter().map(|(way, _)| *way).filter(|way| seen.insert(way.map(spelling))).collect();
            // All cotangents that the loop adds to are in the list, because it is borrowed.
            if *held == Held::Cotangents && new.len() > 1 {
                new.clear();
            }
            for way in new.into_iter().flatten() {
                let name = self.outside.variable("row", rows.len());
                let is_this =
                    |other: &Option<&[Projection]>| other.is_some_and(|other| spelling(other) == spelling(way));
                let is_walked = ways.iter().filter(|(other, _)| is_this(other)).all(|(_, is_walked)| *is_walked);
                rows.push(Row { name, held: *held, var: *var, way, is_walked });
            }
        }
        rows
    }
}
