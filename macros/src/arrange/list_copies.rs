//! Copies of lists that the user asks a method for, `let mut next = u.clone();`: what `*u` is of an array.
//!
//! The rule of `clone` takes a value that does not change. A list that changes would be copied for the rule, which copies it once more.

use std::collections::{HashMap, HashSet};

use quote::quote;

use super::accesses::accesses;
use super::kept_lists::{claim, makes_list, written_out};
use crate::ir::{Block, Function, Method, Op, Operand, Place, Step, VarId};

/// Copies them without the method. Where they are lists by how they are written, the derived code claims that they are.
pub(super) fn copy(function: &mut Function) {
    let mut uses = HashMap::new();
    function.body.steps.iter().for_each(|step| accesses(step, &mut |var, _| *uses.entry(var).or_default() += 1));
    let mut lists = Lists { function, uses, sure: HashSet::new(), copies: HashMap::new() };
    lists.of_block(&function.body);
    let copies = lists.copies;
    rewrite(&mut function.body, &copies);
}

struct Lists<'f> {
    function: &'f Function,
    /// How often variables are used.
    uses: HashMap<VarId, usize>,
    /// The variables that are lists.
    sure: HashSet<VarId>,
    /// The results of the method, and what they are copies of.
    copies: HashMap<VarId, Place>,
}

impl Lists<'_> {
    fn of_block(&mut self, block: &Block) {
        let mut before = None;
        for step in &block.steps {
            let loaded = before.take();
            step.blocks().into_iter().for_each(|inner| self.of_block(inner));
            let (var, is_list) = match step {
                Step::Declare { var, value: Some(value), .. } => (var, self.is_list(value)),
                Step::Let { var, op, .. } => {
                    if let Op::Load(Operand::Place(place)) = op {
                        before = Some((*var, place)).filter(|_| self.uses.get(var) == Some(&1));
                    }
                    let is_list = match op {
                        op if makes_list(op).is_some() => true,
                        Op::Load(copied) if self.function.is_whole_slice(copied) => true,
                        Op::Load(value) => self.is_list(value),
                        Op::Scope(inner) => inner.value.as_ref().is_some_and(|value| self.is_list(value)),
                        op => cloned(op).is_some_and(|copy| {
                            let of = loaded.filter(|(loaded, place)| *loaded == copy.var && self.is_list_at(place));
                            self.copies.extend(of.map(|(_, place)| (*var, place.clone())));
                            of.is_some()
                        }),
                    };
                    (var, is_list)
                }
                _ => continue,
            };
            if is_list {
                self.sure.insert(*var);
            }
        }
    }

    fn is_list(&self, value: &Operand) -> bool {
        match value {
            Operand::Constant { expr, .. } => written_out(expr).is_some(),
            Operand::Place(place) => self.is_list_at(place),
            Operand::Lent(_) => false,
        }
    }

    fn is_list_at(&self, place: &Place) -> bool {
        place.path.is_empty() && self.sure.contains(&place.var)
    }
}

/// The copy of a variable that `clone` is called of.
fn cloned(op: &Op) -> Option<&Place> {
    match op {
        Op::Method(Method { of: None, name, operands, is_call: false, .. }) if name == "clone" => {
            match operands.as_slice() {
                [Operand::Place(receiver)] if receiver.path.is_empty() => Some(receiver),
                _ => None,
            }
        }
        _ => None,
    }
}

fn rewrite(block: &mut Block, copies: &HashMap<VarId, Place>) {
    for step in std::mem::take(&mut block.steps) {
        let Step::Let { var, ty, op } = step else {
            block.steps.push(step);
            continue;
        };
        let Some(of) = copies.get(&var) else {
            block.steps.push(Step::Let { var, ty, op });
            continue;
        };
        // That is the copy for the rule.
        block.steps.pop();
        let (through, written) = (of.is_ref.then(|| quote!(*)), &of.written);
        block.steps.push(claim(&quote!(#through #written), 1));
        block.steps.push(Step::Let { var, ty, op: Op::Load(Operand::Place(of.clone())) });
    }
    block.steps.iter_mut().flat_map(Step::blocks_mut).for_each(|inner| rewrite(inner, copies));
}
