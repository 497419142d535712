//! Which contribution is the first to a cotangent: a rule may write it where nothing is yet, and need not add it to zeros.
//!
//! ```text
//! let mut v0_room = s0.room::<0>();            // with nothing in it
//! let mut v0_first = s0.first::<0>(&mut v0_room);
//! mul(.., &mut v0_first);                      // the first contribution
//! let v0_bar = v0_first.place();               // zero if nothing came
//! ```
//!
//! The cotangent of a sum is that of its summands. Where it has served, which it has when the sum is reversed, it becomes that of one
//! of them for which it is the first contribution, so that nothing is copied:
//!
//! ```text
//! last::add_left(.., &mut *v1_bar, &mut v0_first, ..);
//! ```
//!
//! Known is it where a step of the same block, and nothing in a branch or a loop, is the first to name the cotangent. An expression that may be
//! one loop counts as a step. A parameter whose cotangent gets one contribution passes its slot on, so that the same can be done with what the
//! caller has.

use std::collections::{HashMap, HashSet};

use crate::arrange::accesses::accesses;
use crate::arrange::large_values::may_be_large;
use crate::classify::Facts;
use crate::ir::{Block, Function, Method, Op, Operand, Operator, Place, Step, VarId, VarKind};

/// The first contributions, by the variables whose cotangents they go to.
#[derive(Clone, Default)]
pub(crate) struct FirstContributions<'f> {
    own: HashMap<VarId, &'f Place>,
    /// If the step is an expression that may be one loop: the operands of its operators, for where it is none.
    otherwise: Vec<&'f Place>,
    passed: HashMap<VarId, &'f Place>,
    /// The sums whose cotangents become those of summands, and which.
    heirs: HashMap<VarId, &'f Place>,
}

impl<'f> FirstContributions<'f> {
    /// Of a function, if it has values that may be large; with `passing` also of its parameters.
    pub(super) fn new(function: &'f Function, facts: &[Facts], passing: bool) -> Self {
        let mut firsts = Self::default();
        if may_be_large(function) {
            firsts.of_block(function, facts, &function.body);
            if passing {
                firsts.of_params(function);
            }
        }
        firsts
    }

    /// Whether the cotangent of a variable has such a place.
    pub fn has(&self, var: VarId) -> bool {
        self.own.contains_key(&var)
    }

    /// Whether a contribution is the first.
    pub fn is(&self, place: &Place) -> bool {
        self.is_alone(place) || self.otherwise.iter().any(|first| std::ptr::eq(*first, place))
    }

    fn is_alone(&self, place: &Place) -> bool {
        self.own.get(&place.var).is_some_and(|first| std::ptr::eq(*first, place))
    }

    /// Whether it is the only one that a parameter gets.
    pub fn is_passed(&self, place: &Place) -> bool {
        self.passed.get(&place.var).is_some_and(|only| std::ptr::eq(*only, place))
    }

    /// Whether a parameter passes its slot on.
    pub fn passes(&self, var: VarId) -> bool {
        self.passed.contains_key(&var)
    }

    /// The summand whose cotangent that of a sum becomes.
    pub fn heir(&self, sum: VarId) -> Option<&'f Place> {
        self.heirs.get(&sum).copied()
    }

    fn of_block(&mut self, function: &'f Function, facts: &[Facts], block: &'f Block) {
        let Facts { own, typed, numbers, .. } = &facts[block.id];
        let typed = typed.iter().filter(|typed| typed.own).map(|typed| typed.var);
        let own: HashSet<VarId> = own
            .iter()
            .map(|kept| kept.var)
            .chain(typed)
            .filter(|var| !function.var(*var).changes() && !numbers.contains(var))
            .collect();
        for var in &own {
            if let Some(place) = last_use(function, block, *var) {
                self.own.insert(*var, place);
            } else if let Some((place, inner)) = last_expression(function, block, *var) {
                self.own.insert(*var, place);
                let operands = inner.steps.iter().flat_map(operands);
                self.otherwise.extend(operands.filter_map(|operand| whole(function, operand, *var)));
            }
        }
        for step in &block.steps {
            if let Step::Let { var, op: Op::Binary(operator, _, a, b, _), .. } = step
                && own.contains(var)
                // The derivative of another sum may be another.
                && function.vectors.is_empty()
                && let Some(summand) = summands(*operator, a, b).find(|summand| self.is_alone(summand))
            {
                self.heirs.insert(*var, summand);
            }
            step.blocks().into_iter().for_each(|inner| self.of_block(function, facts, inner));
        }
    }

    fn of_params(&mut self, function: &'f Function) {
        for param in &function.params {
            let is_slot =
                matches!(function.var(param.var).kind, VarKind::Param { .. }) && function.var(param.var).active;
            let body = &function.body;
            let of_value = body.value.iter().filter(|value| names(value, param.var)).count();
            if is_slot
                && of_value + body.steps.iter().map(|step| uses(step, param.var)).sum::<usize>() == 1
                && let Some(place) = last_use(function, body, param.var)
            {
                self.passed.insert(param.var, place);
            }
        }
    }
}

/// The operand that is all of a variable, where nothing in the block names the variable after it: backwards it is the first.
fn last_use<'f>(function: &Function, block: &'f Block, var: VarId) -> Option<&'f Place> {
    if let Some(value) = block.value.as_ref().filter(|value| names(value, var)) {
        return whole(function, value, var);
    }
    let step = block.steps.iter().rev().find(|step| uses(step, var) > 0)?;
    let Step::Let { op, .. } = step else { return None };
    let is_rule = match op {
        Op::Call { either, .. } | Op::Method(Method { either, .. }) => either.is_empty(),
        op => matches!(op, Op::Load(_) | Op::Neg(..) | Op::Binary(..) | Op::Cast(..)),
    };
    if !is_rule || uses(step, var) > 1 || !step.is_mirrored(&function.vars) {
        return None;
    }
    op.operands().into_iter().find_map(|operand| whole(function, operand, var))
}

/// The same where the last step that names it is an expression that may be one loop: the operand of that, and the expression.
fn last_expression<'f>(function: &'f Function, block: &'f Block, var: VarId) -> Option<(&'f Place, &'f Block)> {
    if block.value.as_ref().is_some_and(|value| names(value, var)) {
        return None;
    }
    let step = block.steps.iter().rev().find(|step| uses(step, var) > 0)?;
    let Step::Let { op: Op::Scope(inner), .. } = step else { return None };
    let expression = function.expressions.get(&inner.id).filter(|_| step.is_mirrored(&function.vars))?;
    let place = expression.operands.iter().find_map(|operand| whole(function, operand, var))?;
    Some((place, inner))
}

/// An operand that is all of a variable, and takes its cotangent.
fn whole<'f>(function: &Function, operand: &'f Operand, var: VarId) -> Option<&'f Place> {
    match operand {
        Operand::Place(place) if place.var == var && place.path.is_empty() && function.takes_cotangent(place) => {
            Some(place)
        }
        _ => None,
    }
}

fn operands(step: &Step) -> Vec<&Operand> {
    if let Step::Let { op, .. } = step { op.operands() } else { Vec::new() }
}

/// The operands whose cotangents are that of the result.
fn summands<'f>(operator: Operator, a: &'f Operand, b: &'f Operand) -> impl Iterator<Item = &'f Place> {
    let of_left = matches!(operator, Operator::Add | Operator::Sub).then_some(a);
    let of_right = (operator == Operator::Add).then_some(b);
    of_left.into_iter().chain(of_right).filter_map(|operand| match operand {
        Operand::Place(place) => Some(place),
        _ => None,
    })
}

/// How often a step names a variable.
fn uses(step: &Step, var: VarId) -> usize {
    let mut uses = 0;
    accesses(step, &mut |named, _| uses += usize::from(named == var));
    uses
}

fn names(operand: &Operand, var: VarId) -> bool {
    matches!(operand, Operand::Place(place) | Operand::Lent(place) if place.var == var || place.indices().any(|index| index == var))
}
