//! The values that an operator of the user's moves. If they go on the tape or have tangents, the operator gets a copy.
//!
//! A number is copied anyway. So what is spelled as a number keeps the user's words: numbers are most values of most functions. If
//! something is spelled so and is no number, it moves, and the compiler says so.

use std::collections::HashSet;

use syn::{Expr, Type};

use crate::accept::signature::is_number;
use crate::bind::factors::is_list_of_numbers;
use crate::ir::{Block, Function, Op, Operand, Projection, Step, VarId, VarKind};
use crate::syntax::peel;

/// Those values, but for numbers.
pub(crate) fn moved(function: &Function) -> HashSet<VarId> {
    let mut numbers: HashSet<_> =
        function.params.iter().filter(|param| is_number_type(&param.ty)).map(|param| param.var).collect();
    let mut moved = HashSet::new();
    function.body.each_step(&mut |step| {
        if let Step::Let { op: Op::Neg(_, a), .. } | Step::Accumulate { value: a, .. } = step {
            moved.extend(whole(a));
        }
        if let Step::Let { op: Op::Binary(_, _, a, b), .. } = step {
            moved.extend(whole(a).into_iter().chain(whole(b)));
        }
        let number = |operand: &Operand| is_number_operand(function, &numbers, operand);
        let found = match step {
            Step::Let { var, ty: Some(ty), .. } | Step::Declare { var, ty: Some(ty), .. } if is_number_type(ty) => *var,
            Step::Let { var, op, .. } if is_number_op(op, &number) => *var,
            Step::Declare { var, value: Some(value), .. } if number(value) => *var,
            _ => return,
        };
        numbers.insert(found);
    });
    let is_local = |var: &VarId| matches!(function.var(*var).kind, VarKind::Local);
    moved.into_iter().filter(|var| !numbers.contains(var) && is_local(var)).collect()
}

/// The variable, if the operand is the whole of one and no reference.
fn whole(operand: &Operand) -> Option<VarId> {
    match operand {
        Operand::Place(place) if place.path.is_empty() && !place.is_ref => Some(place.var),
        _ => None,
    }
}

fn is_number_op(op: &Op, number: &impl Fn(&Operand) -> bool) -> bool {
    let ends_in_number = |block: &Block| block.value.as_ref().is_some_and(number);
    match op {
        Op::Load(a) | Op::Neg(_, a) => number(a),
        Op::Binary(_, _, a, b) => number(a) && number(b),
        Op::Cast(_, ty) => is_number_type(ty),
        Op::Method(method) => method.of.is_none() && method.operands.first().is_some_and(number),
        Op::If { then, otherwise, .. } => ends_in_number(then) && ends_in_number(otherwise),
        Op::Match { arms, .. } => arms.iter().all(|arm| ends_in_number(&arm.block)),
        Op::Scope(block) | Op::Checkpointed(block, _) => ends_in_number(block),
        _ => false,
    }
}

fn is_number_operand(function: &Function, numbers: &HashSet<VarId>, operand: &Operand) -> bool {
    match operand {
        Operand::Place(place) if place.path.is_empty() => numbers.contains(&place.var),
        Operand::Place(place) => {
            let is_list = function.params.iter().any(|param| param.var == place.var && is_list_of_numbers(&param.ty));
            is_list && place.path.iter().all(|step| matches!(step, Projection::Index { .. }))
        }
        Operand::Constant { expr, .. } => is_number_expr(function, expr),
        Operand::Lent(_) => false,
    }
}

fn is_number_expr(function: &Function, expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Lit(_) => true,
        Expr::Cast(cast) => is_number_type(&cast.ty),
        Expr::Unary(unary) => is_number_expr(function, &unary.expr),
        Expr::Binary(binary) => is_number_expr(function, &binary.left) && is_number_expr(function, &binary.right),
        Expr::MethodCall(call) => is_number_expr(function, &call.receiver),
        Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
            function.params.iter().any(|param| function.var(param.var).name == *name && is_number_type(&param.ty))
        }),
        _ => false,
    }
}

fn is_number_type(ty: &Type) -> bool {
    match ty {
        Type::Paren(inner) => is_number_type(&inner.elem),
        Type::Group(inner) => is_number_type(&inner.elem),
        Type::Path(path) => path.path.get_ident().is_some_and(|name| is_number(&name.to_string())),
        _ => false,
    }
}
