//! The order of the loops around sums: the index by which most of them go through memory in steps of one is the innermost.
//!
//! ```text
//! for i in 0..N { for j in 0..N { for k in 0..N { c[i][j] += a[i][k] * b[k][j]; } } }    // the user's
//! for i in 0..N { for k in 0..N { for j in 0..N { c[i][j] += a[i][k] * b[k][j]; } } }    // that of both halves
//! ```
//!
//! Loops change places only if nothing stands between them, if they do nothing but add numbers to elements of lists that they do not read, and
//! if the terms of each element keep their order: then the sums are the same to the last bit.

use std::collections::HashSet;

use syn::{BinOp, Expr, Ident};

use super::elements::{Elements, Indices, jumps, names};
use crate::ir::{Block, Function, Header, Loop, Op, Operand, Place, Step, Var, VarId, VarKind};
use crate::syntax::peel;

/// Orders the loops of a function.
pub(super) fn order(function: &mut Function) {
    block(&mut function.body, &function.vars);
}

fn block(block: &mut Block, vars: &[Var]) {
    for step in &mut block.steps {
        if let Step::Loop(looped) = step
            && let Some(outer) = Nest::of(looped, vars).and_then(|nest| nest.moved_in())
        {
            move_in(looped, outer);
        }
        step.blocks_mut().into_iter().for_each(|inner| self::block(inner, vars));
    }
}

/// The loop at depth `outer` becomes the innermost.
fn move_in(looped: &mut Loop, outer: usize) {
    let mut looped = looped;
    let mut depth = 0;
    loop {
        let Loop { header, lengths, body, .. } = looped;
        let [Step::Loop(inner)] = &mut body.steps[..] else { return };
        if depth >= outer {
            std::mem::swap(header, &mut inner.header);
            std::mem::swap(lengths, &mut inner.lengths);
        }
        (looped, depth) = (inner, depth + 1);
    }
}

/// Loops with nothing between them.
struct Nest<'f> {
    vars: &'f [Var],
    /// Their indices, the ends of their ranges, from outside in.
    loops: Vec<(&'f Loop, VarId, Vec<&'f Expr>)>,
    /// What they add to.
    sums: Vec<&'f Place>,
    /// What they read.
    reads: Vec<&'f Place>,
}

impl<'f> Nest<'f> {
    /// Several loops around sums, if such are there.
    fn of(looped: &'f Loop, vars: &'f [Var]) -> Option<Self> {
        let mut nest = Nest { vars, loops: Vec::new(), sums: Vec::new(), reads: Vec::new() };
        let mut looped = looped;
        loop {
            let Loop { header: Header::Range { index, from, to, .. }, until: None, checkpoint: None, body, .. } =
                looped
            else {
                return None;
            };
            let ends: Vec<&Expr> =
                [from, to].into_iter().map(|end| nest.end(end)).collect::<Option<Vec<_>>>()?.concat();
            if !body.items.is_empty() || body.value.is_some() {
                return None;
            }
            nest.loops.push((looped, *index, ends));
            match &body.steps[..] {
                [Step::Loop(inner)] => looped = inner,
                steps => {
                    nest.steps(steps)?;
                    return (nest.loops.len() > 1).then_some(nest);
                }
            }
        }
    }

    /// The expression of an end that may be looked at before another loop, if it is one: not that of a parameter, which no loop changes.
    fn end(&self, end: &'f Operand) -> Option<Vec<&'f Expr>> {
        match end {
            Operand::Constant { again, .. } => is_simple(again).then(|| vec![again]),
            Operand::Place(place) => {
                let var = &self.vars[place.var.0];
                let stays = matches!(var.kind, VarKind::Param { .. }) && !var.changes() && place.path.is_empty();
                stays.then(Vec::new)
            }
            Operand::Lent(_) => None,
        }
    }

    fn steps(&mut self, steps: &'f [Step]) -> Option<()> {
        let mut own = HashSet::new();
        for step in steps {
            match step {
                Step::Let { var, op: op @ (Op::Load(_) | Op::Neg(..) | Op::Binary(..) | Op::Cast(..)), .. } => {
                    op.operands().into_iter().try_for_each(|operand| self.read(operand))?;
                    own.insert(*var);
                }
                // An addition of the user's own may depend on more than the element.
                Step::Accumulate { place, value, link: None, .. } => {
                    self.read(value)?;
                    self.sums.push(place);
                }
                _ => return None,
            }
        }
        self.reads.retain(|place| !own.contains(&place.var));
        // What the indices are made of, but for those of the loops, is the same all the time.
        let is_own = |place: &&Place| place.indices().any(|var| own.contains(&var)) || own.contains(&place.var);
        let mut summed = HashSet::new();
        let is_apart = self.sums.iter().all(|place| summed.insert(place.var))
            && self.reads.iter().all(|place| !summed.contains(&place.var));
        (!summed.is_empty() && is_apart && !self.places().any(|place| is_own(&place))).then_some(())
    }

    fn read(&mut self, operand: &'f Operand) -> Option<()> {
        match operand {
            Operand::Constant { again, .. } => is_simple(again).then_some(()),
            Operand::Place(place) => {
                self.reads.push(place);
                Some(())
            }
            Operand::Lent(_) => None,
        }
    }

    fn places(&self) -> impl Iterator<Item = &'f Place> {
        self.sums.iter().chain(&self.reads).copied()
    }

    /// The loop that is to be the innermost, if it is not, and may be.
    fn moved_in(&self) -> Option<usize> {
        let far = |at: &usize| self.places().filter(|place| jumps(&place.path, self.index(*at))).count();
        let innermost = self.loops.len() - 1;
        let best = (0..innermost).filter(|at| self.may_move(*at)).min_by_key(far)?;
        (far(&best) < far(&innermost)).then_some(best)
    }

    /// Whether a loop may become the innermost.
    fn may_move(&self, at: usize) -> bool {
        let inside = at + 1..self.loops.len();
        let is_free = inside.clone().all(|inner| !self.loops[inner].2.iter().any(|end| names(end, self.index(at))));
        // The terms of an element keep their order if no two loops of them change places.
        let in_order = |place: &&Place| self.tells(place, at) || inside.clone().all(|inner| self.tells(place, inner));
        is_free && self.sums.iter().all(in_order)
    }

    /// Whether iterations of the loops that lead to the same element are the same iteration of that at `at`.
    fn tells(&self, place: &Place, at: usize) -> bool {
        let varies = |name: &Ident| (0..self.loops.len()).any(|at| self.index(at) == name);
        let mut elements = Elements::new(self.vars, &varies);
        let indices = [false, true]
            .map(|is_second| -> Indices { self.loops.iter().map(|(_, index, _)| (*index, is_second)).collect() });
        for indices in &indices {
            self.loops.iter().for_each(|(looped, ..)| elements.inside(looped, indices));
        }
        elements.later(self.loops[at].0);
        !elements.may_meet([&place.path; 2], indices.each_ref())
    }

    fn index(&self, at: usize) -> &Ident {
        &self.vars[self.loops[at].1.0].unique
    }
}

/// Whether an expression neither stops the program nor has effects: literals, names, lengths of what has a name, and sums of these.
fn is_simple(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Binary(sum) => matches!(sum.op, BinOp::Add(_)) && is_simple(&sum.left) && is_simple(&sum.right),
        Expr::MethodCall(call) => {
            call.method == "len" && call.args.is_empty() && matches!(peel(&call.receiver), Expr::Path(_))
        }
        _ => false,
    }
}
