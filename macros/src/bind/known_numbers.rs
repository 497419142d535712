//! Which values are numbers, or made of numbers alone, as far as a function shows it.
//!
//! Operators of numbers have rules that are known. The operands of any other operator may be of a type of the user's, so derived code
//! looks its rule up. A value is known to be a number from a literal, from the type of a parameter, or because it is computed from such.
//! Where this is a guess and wrong, the rule of numbers does not take the operand, and the compiler says so.

use syn::{Expr, Type, UnOp};

use super::{Binder, peel};
use crate::accept::signature::{is_number, is_real};
use crate::ir::{Block, Method, Op, Operand, VarId};
use crate::syntax::is_compound;
use crate::syntax::written_lists::written_list;

impl Binder<'_> {
    /// Notes that a variable is a number, or made of numbers.
    pub(super) fn is_of_numbers(&mut self, var: VarId, known: bool) {
        self.vars[var.0].of_numbers |= known;
    }

    /// Whether a value of a type, as far as it is written, is one of numbers.
    pub(super) fn are_numbers(&self, ty: Option<&Type>, value: &Expr) -> bool {
        ty.is_some_and(|ty| self.is_type_of_numbers(ty)) || self.is_expression_of_numbers(value)
    }

    /// The operation at the root of an expression whose type may be written beside it.
    pub(super) fn operation_of_type(&mut self, expr: &Expr, ty: Option<&Type>) -> Option<Op> {
        if let Some(op) = self.converted(expr, ty) {
            return Some(op);
        }
        self.wants_number = ty.is_some_and(|ty| self.is_type_of_numbers(ty));
        self.operation(expr)
    }

    /// Whether an operand is known to be a number.
    pub(super) fn is_known_number(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Constant { expr, .. } => self.is_expression_of_numbers(expr),
            Operand::Place(place) | Operand::Lent(place) => self.vars[place.var.0].of_numbers,
        }
    }

    /// Whether an operand is known to be of a type of the program: its operators may give numbers.
    pub(super) fn is_own_operand(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Place(place) if place.path.is_empty() && self.own_types.contains(&place.var))
    }

    /// The link to the rule of an operator with these operands, if their types decide which it is.
    pub(super) fn link_of_operator(&mut self, operands: &[&Operand]) -> Option<usize> {
        let known = operands.iter().all(|operand| self.is_known_number(operand));
        (!known).then(|| self.link())
    }

    /// Whether a type is spelled as one of numbers.
    pub(super) fn is_type_of_numbers(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(array) => self.is_type_of_numbers(&array.elem),
            Type::Slice(slice) => self.is_type_of_numbers(&slice.elem),
            Type::Reference(reference) => self.is_type_of_numbers(&reference.elem),
            Type::Paren(inner) => self.is_type_of_numbers(&inner.elem),
            Type::Group(inner) => self.is_type_of_numbers(&inner.elem),
            Type::Tuple(parts) => parts.elems.iter().all(|part| self.is_type_of_numbers(part)),
            Type::Path(path) => path.path.segments.last().is_some_and(|last| match &last.arguments {
                syn::PathArguments::None => {
                    let name = &last.ident;
                    is_number(&name.to_string()) || is_real(name) || self.is_number_parameter(path)
                }
                syn::PathArguments::AngleBracketed(held) => {
                    ["Vec", "Box", "Option"].iter().any(|known| last.ident == known)
                        && held.args.iter().all(
                            |held| matches!(held, syn::GenericArgument::Type(held) if self.is_type_of_numbers(held)),
                        )
                }
                syn::PathArguments::Parenthesized(_) => false,
            }),
            _ => false,
        }
    }

    /// Whether a type is a type parameter that stands for numbers.
    pub(super) fn is_number_parameter(&self, ty: &syn::TypePath) -> bool {
        let is_it =
            |number: &Type| matches!(number, Type::Path(number) if number.path.get_ident() == ty.path.get_ident());
        ty.path.get_ident().is_some() && self.numbers.iter().any(is_it)
    }

    /// Whether a path is spelled like a function of a number type: `T::one`, `f64::from`.
    fn is_function_of_numbers(&self, path: &syn::ExprPath) -> bool {
        let first = path.path.segments.first().filter(|_| path.path.segments.len() > 1);
        match &path.qself {
            Some(qself) => self.is_type_of_numbers(&qself.ty),
            None => first.is_some_and(|first| {
                is_real(&first.ident)
                    || self
                        .numbers
                        .iter()
                        .any(|number| matches!(number, Type::Path(number) if number.path.is_ident(&first.ident)))
            }),
        }
    }

    /// The same of what an operation computes.
    pub(super) fn is_op_of_numbers(&self, op: &Op) -> bool {
        let all = |operands: &[Operand]| operands.iter().all(|operand| self.is_known_number(operand));
        let of_block = |block: &Block| block.value.as_ref().is_some_and(|value| self.is_known_number(value));
        match op {
            Op::Inactive(expr) => self.is_expression_of_numbers(expr),
            Op::Cast(..) => true,
            Op::Load(a) | Op::Repeat { value: a, .. } => self.is_known_number(a),
            Op::Neg(.., link) | Op::Binary(.., link) => link.is_none(),
            Op::Reading { place, .. } | Op::Remove { place, .. } => self.vars[place.var.0].of_numbers,
            Op::Method(Method { of: Some(of), .. }) => of.qself.is_none() && of.path.get_ident().is_some_and(is_real),
            Op::Method(Method { of: None, operands, is_call: false, .. })
            | Op::Tuple(operands)
            | Op::Array(operands, _) => all(operands),
            Op::If { then, otherwise, .. } => of_block(then) || of_block(otherwise),
            Op::Match { arms, .. } => arms.iter().any(|arm| of_block(&arm.block)),
            Op::Elements { block, .. } | Op::Scope(block) | Op::Checkpointed(block, _) => of_block(block),
            Op::Struct { path, fields, base: None, .. } if path.is_ident("Some") => {
                fields.iter().all(|(_, operand)| self.is_known_number(operand))
            }
            Op::Call { .. } | Op::Method(_) | Op::Nested(_) | Op::Closure(_) | Op::Struct { .. } => false,
        }
    }

    /// The same of an expression without a derivative.
    pub(super) fn is_expression_of_numbers(&self, expr: &Expr) -> bool {
        if let Some(list) = written_list(expr) {
            let elements = &list.elements;
            return !elements.is_empty() && elements.iter().all(|element| self.is_expression_of_numbers(element));
        }
        match peel(expr) {
            Expr::Lit(_) | Expr::Cast(_) | Expr::Range(_) => true,
            Expr::Unary(unary) => {
                matches!(unary.op, UnOp::Neg(_) | UnOp::Deref(_)) && self.is_expression_of_numbers(&unary.expr)
            }
            Expr::Reference(reference) => self.is_expression_of_numbers(&reference.expr),
            Expr::Binary(binary) => {
                !is_compound(&binary.op)
                    && self.is_expression_of_numbers(&binary.left)
                    && self.is_expression_of_numbers(&binary.right)
            }
            Expr::Call(call) => match peel(&call.func) {
                Expr::Path(path) => self.is_function_of_numbers(path),
                _ => false,
            },
            Expr::Index(index) => self.is_expression_of_numbers(&index.expr),
            Expr::Field(field) => self.is_expression_of_numbers(&field.base),
            Expr::MethodCall(call) => {
                self.is_expression_of_numbers(&call.receiver)
                    && call.args.iter().all(|argument| self.is_expression_of_numbers(argument))
            }
            Expr::Tuple(tuple) => tuple.elems.iter().all(|elem| self.is_expression_of_numbers(elem)),
            path @ Expr::Path(of) => self
                .lookup(path)
                .map_or_else(|| is_constant_of_numbers(&of.path), |meaning| self.vars[meaning.var.0].of_numbers),
            _ => false,
        }
    }
}

/// `f64::consts::PI`, `f64::EPSILON`
fn is_constant_of_numbers(path: &syn::Path) -> bool {
    let mut words = path.segments.iter().rev().skip(1);
    words.any(|segment| is_real(&segment.ident))
}
