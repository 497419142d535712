//! Names for operands of operators that only their types decide to keep.
//!
//! The derivative of a sum of numbers reads no operand, that of a product none for its own cotangent. The derivative of an operator of the
//! user's may read both, and the product of a unit quaternion and a vector is not linear in its left factor. Only the types say which it is:
//! the operand gets a name, which is a value of the block like any other, and a flag decides whether it is kept. A value of
//! the block, or a field of one, has a name already.

use std::collections::HashMap;

use syn::Expr;

use super::Binder;
use crate::ir::{Block, Op, Operand, Operator, Projection, Step, VarId, VarKind};
use crate::naming::hygienic;
use crate::syntax::peel;

/// The names, by the link of the operator and the position.
pub(super) type Aliases = HashMap<(usize, usize), VarId>;

impl Binder<'_> {
    /// Names such operands in a block, and in the blocks inside.
    pub(super) fn name_operands(&mut self, block: &mut Block, aliases: &mut Aliases) {
        for mut step in std::mem::take(&mut block.steps) {
            step.blocks_mut().into_iter().for_each(|inner| self.name_operands(inner, aliases));
            for (key, operand) in self.asked(&step) {
                if self.has_name(operand) {
                    continue;
                }
                let name = hygienic(&format!("operand{}", aliases.len()));
                let name = self.fresh(name, VarKind::Local, false);
                let (written, is_ref) = match operand {
                    Operand::Constant { expr, is_ref, .. } => (expr, *is_ref),
                    Operand::Place(place) | Operand::Lent(place) => (&place.written, place.is_ref),
                };
                let written = if is_ref { written.clone() } else { syn::parse_quote!(&#written) };
                aliases.insert(key, name);
                self.vars[name.0].calculated = true;
                block.steps.push(Step::Let { var: name, ty: None, op: Op::Inactive(Box::new(written)) });
            }
            block.steps.push(step);
        }
    }

    /// The operands that the derivative of an operator of numbers would not read.
    fn asked<'s>(&self, step: &'s Step) -> Vec<((usize, usize), &'s Operand)> {
        match step {
            Step::Let { op: Op::Neg(_, a, Some(link)), .. } => vec![((*link, 0), a)],
            Step::Let { op: Op::Binary(operator, _, a, b, Some(link)), .. } => {
                let (reads_a, reads_b) = match operator {
                    Operator::Add | Operator::Sub => (false, false),
                    Operator::Mul => (self.is_active_operand(b), self.is_active_operand(a)),
                    Operator::Div => (false, true),
                    Operator::Rem => (self.is_active_operand(b), self.is_active_operand(b)),
                };
                let all = [(0, a, reads_a), (1, b, reads_b)].into_iter();
                all.filter(|(.., reads)| !reads).map(|(i, operand, _)| ((*link, i), operand)).collect()
            }
            Step::Accumulate { value, link: Some(link), .. } => vec![((*link, 1), value)],
            _ => Vec::new(),
        }
    }

    /// Whether a value of a block is the operand, or it is a literal.
    fn has_name(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Constant { expr, .. } => matches!(peel(expr), Expr::Lit(_)),
            Operand::Place(place) | Operand::Lent(place) => match self.vars[place.var.0].kind {
                VarKind::Index => true,
                VarKind::Local => !place.path.iter().any(|step| matches!(step, Projection::Index { .. })),
                VarKind::Param { .. } | VarKind::Lent => false,
            },
        }
    }

    fn is_active_operand(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Place(place) | Operand::Lent(place) if !place.stopped && self.vars[place.var.0].active)
    }
}
