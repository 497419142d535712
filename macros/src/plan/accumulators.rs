//! Cotangents that a loop collects apart: where several iterations add to the same number, they add to a variable, which stays in a
//! register, instead of waiting for memory.
//!
//! Some are added to in every iteration ([`LoopSum`]), others in a few that follow each other ([`Window`]).

use std::collections::{HashMap, HashSet};

use quote::ToTokens;
use syn::{Expr, Ident};

use super::loop_sums::{self, LoopSum};
use super::rows::{self, Row};
use super::same_in_all;
use super::windows::{self, Window};
use crate::accept::signature::is_number;
use crate::arrange::accesses::{Access, accesses, declared, looped_accesses};
use crate::arrange::elements::{self, Elements, Indices, spelling};
use crate::classify::primitives::Numbers;
use crate::differentiate::{Mirror, RuleStep, Target};
use crate::ir::{Block, Function, Header, Loop, Op, Operand, Place, Projection, Step, VarId, VarKind};
use crate::naming::hygienic;
use crate::words::words;

/// What a loop collects apart.
#[derive(Default)]
pub(crate) struct Accumulators<'f> {
    /// The rules that come after the loop.
    pub after: Vec<RuleStep<'f>>,
    pub held: Vec<LoopSum<'f>>,
    pub windows: Vec<Window<'f>>,
    /// The lists in lists that it goes through.
    pub rows: Vec<Row<'f>>,
    /// Whether an iteration adds to an element more than once.
    pub adds_again: bool,
    /// Whether the next iteration goes to elements that are not beside those of this one.
    pub jumps: bool,
}

/// What tells the type of a cotangent.
pub(crate) enum Value<'f> {
    /// An operand.
    Operand(&'f Place),
    /// An operand that is copied to a variable of a block.
    Copy { block: usize, var: VarId },
}

/// What the loops in a block collect apart, by the numbers of their bodies.
pub(crate) type ByLoop<'f> = HashMap<usize, Accumulators<'f>>;

/// Finds what the loops among some steps collect apart, and redirects the steps of these.
pub(super) fn of_loops<'m, 'f: 'm>(
    function: &'f Function,
    numbers: &Numbers,
    steps: impl Iterator<Item = &'m mut Mirror<'f>>,
    found: &mut ByLoop<'f>,
) {
    for step in steps {
        match step {
            Mirror::Loop { looped, body } => {
                of_loops(function, numbers, body.steps.iter_mut(), found);
                // One iteration adds to places directly.
                let is_one = looped.replaced.is_some();
                let apart = if is_one {
                    Accumulators::default()
                } else {
                    of_loop(function, numbers, looped, body.steps.iter_mut())
                };
                found.insert(looped.body.id, apart);
            }
            Mirror::Rule(rule) => {
                rule.blocks.iter_mut().for_each(|block| of_loops(function, numbers, block.steps.iter_mut(), found));
            }
            _ => {}
        }
    }
}

/// The same of one loop, in the steps that an iteration of it consists of, backwards.
pub(super) fn of_loop<'m, 'f: 'm>(
    function: &'f Function,
    numbers: &Numbers,
    looped: &'f Loop,
    steps: impl Iterator<Item = &'m mut Mirror<'f>>,
) -> Accumulators<'f> {
    let outside = Outside::new(function, looped, looped.index());
    let mut steps: Vec<_> = steps.collect();
    let after = same_in_all::come_after(&outside, numbers, &mut steps);
    let apart = of_iterations(&outside, looped, steps.iter_mut().map(|step| &mut **step));
    let rows = rows::rows(&outside, looped, numbers, &steps, &apart.windows);
    Accumulators { after, rows, ..apart }
}

/// The same of iterations of which the index of another loop may tell one from the next.
pub(super) fn of_iterations<'m, 'f: 'm>(
    outside: &Outside<'f>,
    looped: &'f Loop,
    steps: impl Iterator<Item = &'m mut Mirror<'f>>,
) -> Accumulators<'f> {
    let function = outside.function;
    let mut steps: Vec<_> = steps.collect();
    let held = loop_sums::hold(outside, &mut steps);
    let windows = outside.index.map_or_else(Vec::new, |index| windows::windows(outside, index, &mut steps));
    let mut added: HashSet<_> = HashSet::new();
    let places = steps.iter_mut().flat_map(|step| step.additions()).filter_map(|target| target.place());
    let mut places = places.filter(|place| !outside.own.contains(&place.var));
    let adds_again = !places.all(|place| added.insert((place.var, spelling(&place.path))));
    Accumulators { after: Vec::new(), rows: Vec::new(), held, windows, adds_again, jumps: jumps(function, looped) }
}

/// Whether the next iteration goes to elements that are not beside those of this one.
fn jumps(function: &Function, looped: &Loop) -> bool {
    let Some(index) = looped.index().map(|index| &function.var(index).unique) else { return false };
    let is_far = |place: &Place| elements::jumps(&place.path, index);
    looped.body.steps.iter().any(|step| match step {
        Step::Let { op, .. } => {
            op.operands().into_iter().any(|operand| matches!(operand, Operand::Place(place) if is_far(place)))
        }
        Step::Assign { place, .. } | Step::Accumulate { place, .. } => is_far(place),
        _ => false,
    })
}

/// What stays the same while a loop runs.
pub(super) struct Outside<'f> {
    pub function: &'f Function,
    looped: &'f Loop,
    /// What tells one iteration from the next.
    index: Option<VarId>,
    /// The places that it changes, of the variables from outside that it changes; without a way where that may be any part.
    changed: HashMap<VarId, Vec<Option<&'f [Projection]>>>,
    /// The lists that it changes, but for the elements whose cotangents it adds to.
    pub apart: HashSet<VarId>,
    /// The variables that it declares.
    pub own: HashSet<VarId>,
    /// These, and those that it changes.
    pub varies: HashSet<VarId>,
    /// Their names, and the words of items in it, which have no meaning outside.
    pub names: HashSet<Ident>,
}

impl<'f> Outside<'f> {
    pub fn new(function: &'f Function, looped: &'f Loop, index: Option<VarId>) -> Self {
        let body = &looped.body;
        let mut varies: HashSet<_> = index.into_iter().collect();
        declared(body, &mut varies);
        let own = varies.clone();
        looped_accesses(looped, &mut |var, access| {
            if access != Access::Read {
                varies.insert(var);
            }
        });
        let mut names = varies.iter().map(|var| function.var(*var).unique.clone()).collect();
        items(body, &mut names);
        let (changed, apart) = (HashMap::new(), HashSet::new());
        let mut outside = Self { function, looped, index, changed, apart, own, varies, names };
        body.each_step(&mut |step| outside.changes(step));
        outside
    }

    fn changes(&mut self, step: &'f Step) {
        if !step.blocks().is_empty() {
            return;
        }
        let path = match step {
            Step::Assign { place, .. } | Step::Accumulate { place, .. } => Some((place.var, place.path.as_slice())),
            _ => None,
        };
        accesses(step, &mut |var, access| {
            if access != Access::Read && !self.own.contains(&var) {
                let path = path.filter(|(changed, _)| *changed == var).map(|(_, path)| path);
                self.changed.entry(var).or_default().push(path);
            }
        });
    }

    /// Whether a place is an element of a list, or a number that the caller lends, to which the loop does nothing but add.
    pub fn has(&self, place: &Place) -> bool {
        let is_element = place.path.iter().any(|projection| matches!(projection, Projection::Index { .. }));
        let is_lent_number = || {
            let param = self.function.params.iter().find(|param| param.var == place.var);
            place.path.is_empty()
                && param.is_some_and(|param| matches!(&param.ty, syn::Type::Path(path) if path.path.get_ident().is_some_and(|name| is_number(&name.to_string()))))
        };
        !self.varies.contains(&place.var)
            && match self.function.var(place.var).kind {
                VarKind::Param { .. } => is_element || is_lent_number(),
                VarKind::Local => is_element,
                VarKind::Lent | VarKind::Index => false,
            }
    }

    /// Whether a place is an element of a list that the loop changes, but another one than those that it changes.
    pub fn has_apart(&self, place: &Place) -> bool {
        let is_element = place.path.iter().all(|step| matches!(step, Projection::Index { .. }));
        if self.apart.contains(&place.var) {
            return is_element;
        }
        let is_element = is_element && self.function.lists.contains(&place.var) && self.index == self.looped.index();
        let Some(changed) = self.changed.get(&place.var).filter(|_| is_element) else { return false };
        let indices: Indices = self.index.into_iter().map(|index| (index, false)).collect();
        changed.iter().all(|path| {
            let Some(path) = path else { return false };
            let varies = |name: &Ident| self.names.contains(name);
            let mut elements = Elements::new(&self.function.vars, &varies);
            elements.inside(self.looped, &indices);
            !elements.may_meet([&place.path, path], [&indices; 2])
        })
    }

    /// Whether a step into a value is the same in all iterations.
    pub fn is_fixed(&self, projection: &Projection) -> bool {
        match projection {
            Projection::Field(_) => true,
            Projection::Index { written, again, kept } => {
                !matches!(written, Expr::Range(_))
                    && kept.iter().all(|var| !self.varies.contains(var))
                    && self.is_fixed_expression(again)
            }
        }
    }

    /// Whether an index that is written down again is the same in all iterations.
    pub fn is_fixed_expression(&self, expr: &Expr) -> bool {
        words(expr.to_token_stream()).iter().all(|word| !self.names.contains(word))
    }

    /// The name of a variable that collects.
    pub fn variable(&self, kind: &str, number: usize) -> Ident {
        hygienic(&format!("{kind}{}_{number}", self.looped.body.id))
    }

    /// What tells the type of the cotangent of an operand of a step.
    pub fn value(&self, step: &Mirror<'f>, operand: &'f Place) -> Value<'f> {
        match step {
            Mirror::Rule(rule) if matches!(rule.op, Op::Load(_)) => {
                Value::Copy { block: self.looped.body.id, var: rule.out }
            }
            _ => Value::Operand(operand),
        }
    }
}

/// The words of the items of a loop.
fn items(block: &Block, found: &mut HashSet<Ident>) {
    found.extend(words(block.items.clone()));
    block.steps.iter().flat_map(Step::blocks).for_each(|inner| items(inner, found));
}

impl<'f> Mirror<'f> {
    /// Where a step adds to cotangents, if all that it does there is to add: what is not wanted there costs nothing.
    pub(super) fn additions(&mut self) -> &mut [Target<'f>] {
        match self {
            Mirror::Rule(rule) if rule.is_after => &mut [],
            Mirror::Rule(rule) if matches!(rule.op, Op::Binary(..) | Op::Neg(..) | Op::Load(_)) => &mut rule.targets,
            Mirror::Declare { value: target, .. }
            | Mirror::Assign { value: target, .. }
            | Mirror::Accumulate { target, link: None, .. } => std::slice::from_mut(target),
            _ => &mut [],
        }
    }
}

/// Which way the index of a loop goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Up,
    Down,
}

impl Way {
    /// The way that a loop goes.
    pub fn of(looped: &Loop) -> Self {
        if matches!(looped.header, Header::Range { reversed: true, .. }) { Way::Down } else { Way::Up }
    }

    pub fn back(self) -> Self {
        match self {
            Way::Up => Way::Down,
            Way::Down => Way::Up,
        }
    }
}
