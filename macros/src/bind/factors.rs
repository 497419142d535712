//! The left factors of products whose right factor has no derivative.
//!
//! The product of numbers and of matrices is linear in its left factor, so its rule does not read the left factor for that factor's own
//! cotangent. That of a unit quaternion and a vector is not linear. Only the type of the factor says which it is: the factor gets a name,
//! which is a value of the block like any other, and the flag of its type decides whether it is kept. A value of the block,
//! or a field of one, has a name already.

use std::collections::HashMap;

use proc_macro2::{Ident, Span};
use syn::{Expr, Type, UnOp};

use super::Binder;
use crate::accept::signature::is_number;
use crate::ir::{Block, Op, Operand, Operator, Param, Place, Projection, Step, VarId, VarKind};
use crate::syntax::peel;

/// The names of left factors, by the product.
pub(super) type Factors = HashMap<VarId, VarId>;

impl Binder<'_> {
    /// Names such factors in a block, and in the blocks inside.
    pub(super) fn name_factors(&mut self, block: &mut Block, params: &[Param], factors: &mut Factors) {
        for mut step in std::mem::take(&mut block.steps) {
            step.blocks_mut().into_iter().for_each(|inner| self.name_factors(inner, params, factors));
            if let Step::Let { var, op: Op::Binary(Operator::Mul, _, Operand::Place(left), right), .. } = &step
                && self.vars[left.var.0].active
                && !left.stopped
                && !self.is_active_operand(right)
                && !is_literal(right)
                && self.has_no_name(left, params)
            {
                let name = Ident::new(&format!("factor{}", factors.len()), Span::mixed_site());
                let name = self.fresh(name, VarKind::Local, false);
                let written = &left.written;
                let written = if left.is_ref { written.clone() } else { syn::parse_quote!(&#written) };
                factors.insert(*var, name);
                self.vars[name.0].calculated = true;
                block.steps.push(Step::Let { var: name, ty: None, op: Op::Inactive(Box::new(written)) });
            }
            block.steps.push(step);
        }
    }

    /// Whether no value of a block is the factor, nor shows its type, and it need not be a number.
    fn has_no_name(&self, left: &Place, params: &[Param]) -> bool {
        match self.vars[left.var.0].kind {
            VarKind::Param { .. } => {
                params.iter().any(|param| param.var == left.var && !is_spelled_number(&param.ty, left))
            }
            VarKind::Local => left.path.iter().any(|step| matches!(step, Projection::Index { .. })),
            VarKind::Lent | VarKind::Index => false,
        }
    }

    fn is_active_operand(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Place(place) | Operand::Lent(place) if !place.stopped && self.vars[place.var.0].active)
    }
}

/// A literal is a number, and what is multiplied by a number from the right is linear.
pub(crate) fn is_literal(operand: &Operand) -> bool {
    let Operand::Constant { expr, .. } = operand else { return false };
    match expr {
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && matches!(peel(&unary.expr), Expr::Lit(_)),
        expr => matches!(expr, Expr::Lit(_)),
    }
}

/// Whether a part of a parameter is a number, as its type is spelled: the reverse half claims it (`number_factor`).
fn is_spelled_number(ty: &Type, part: &Place) -> bool {
    part.path.iter().all(|step| matches!(step, Projection::Index { .. })) && is_list_of_numbers(ty)
}

/// Whether a type is spelled as a number, or as arrays and slices of numbers.
pub(crate) fn is_list_of_numbers(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => is_list_of_numbers(&array.elem),
        Type::Slice(slice) => is_list_of_numbers(&slice.elem),
        Type::Reference(reference) => is_list_of_numbers(&reference.elem),
        Type::Paren(inner) => is_list_of_numbers(&inner.elem),
        Type::Group(inner) => is_list_of_numbers(&inner.elem),
        Type::Path(path) => path.path.get_ident().is_some_and(|name| is_number(&name.to_string())),
        _ => false,
    }
}
