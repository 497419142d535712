//! Expressions of operators alone, which are one loop over their elements where the operands are tensors.
//!
//! ```text
//! v0 = x * w                        y = {                       // an expression of x and w
//! v1 = 0.1 * x                          v0 = x * w
//! v2 = v1 * x                           v1 = 0.1 * x
//! y = v0 + v2                           v2 = v1 * x
//!                                       v3 = v0 + v2
//!                                       v3
//!                                   }
//! ```
//!
//! The types decide, so the block has what is done otherwise. Only what stands in one expression is taken together: its intermediate values
//! have no names, so nothing else can ask for them.

use std::collections::HashMap;

use quote::ToTokens;
use syn::Expr;

use super::large_values::may_be_large;
use crate::ir::{Block, Expression, Function, Op, Operand, Operator, Place, Projection, Step, Var, VarId, VarKind};
use crate::naming::hygienic;
use crate::syntax::peel;

/// The library has loops over this many operands.
const MOST_OPERANDS: usize = 6;

/// Finds them, in a function whose values may be large.
pub(super) fn find(function: &mut Function) {
    if !may_be_large(function) {
        return;
    }
    let mut body = std::mem::replace(&mut function.body, Block::empty());
    of_block(function, &mut body);
    function.body = body;
}

fn of_block(function: &mut Function, block: &mut Block) {
    let mut root = block.steps.len();
    while root > 0 {
        root -= 1;
        if let Some(found) = Found::at(function, &block.steps, root) {
            root = found.first();
            take_out(function, block, found);
        } else {
            block.steps[root].blocks_mut().into_iter().for_each(|inner| of_block(function, inner));
        }
    }
}

/// Moves the steps of an expression into a block of its own.
fn take_out(function: &mut Function, block: &mut Block, found: Found) {
    let (first, root) = (found.first(), found.root);
    let Found { inner: positions, operands, reads, .. } = found;
    let mut inner = Vec::new();
    let mut others = Vec::new();
    for (at, step) in block.steps.splice(first..=root, []).enumerate() {
        if positions.contains(&(first + at)) { &mut inner } else { &mut others }.push(step);
    }
    let Some(Step::Let { var, ty, .. }) = inner.last_mut() else { return };
    let (out, ty) = (*var, ty.take());
    *var = VarId(function.vars.len());
    let value = *var;
    let name = hygienic(&format!("expression{}", function.blocks));
    function.vars.push(Var { active: true, once: true, ..Var::constant(name.clone()) });
    let (id, link) = (function.blocks, function.links);
    function.blocks += 1;
    function.links += 1;
    function.expressions.insert(id, Expression { link, operands, reads });
    let value =
        Place { written: syn::parse_quote!(#name), is_ref: false, var: value, path: Vec::new(), stopped: false };
    let scope = Block { id, steps: inner, value: Some(Operand::Place(value)), ..Block::empty() };
    others.push(Step::Let { var: out, ty, op: Op::Scope(scope) });
    block.steps.splice(first..first, others);
}

/// An expression of several operators.
struct Found {
    /// The step that has its value.
    root: usize,
    /// Where its operators and the names of their operands are.
    inner: Vec<usize>,
    operands: Vec<Operand>,
    reads: Vec<bool>,
}

impl Found {
    /// The one whose last step is `root`.
    fn at(function: &Function, steps: &[Step], root: usize) -> Option<Self> {
        operator(function, &steps[root])?;
        let (mut members, mut at) = (vec![root], root);
        while at > 0 {
            at -= 1;
            match &steps[at] {
                // A copy of something else may be made before.
                Step::Let { op: Op::Load(_), .. } => {}
                Step::Let { var, .. } if names_operand(function, *var, &steps[at + 1..=root]) => {}
                Step::Let { var, ty: None, .. } if operator(function, &steps[at]).is_some() => {
                    let is_used =
                        |member: &usize| operands(&steps[*member]).iter().any(|operand| is_whole(operand, *var));
                    if !function.var(*var).once || !members.iter().any(is_used) {
                        break;
                    }
                    members.insert(0, at);
                }
                _ => break,
            }
        }
        if members.len() < 2 {
            return None;
        }
        let mut inner = members.clone();
        inner.extend((at..root).filter(|at| match &steps[*at] {
            Step::Let { var, .. } => {
                members.iter().any(|member| names_operand(function, *var, &steps[*member..=*member]))
            }
            _ => false,
        }));
        let own: HashMap<VarId, usize> =
            members.iter().filter_map(|member| steps[*member].binds().first().map(|var| (*var, *member))).collect();
        let mut found = Found { root, inner, operands: Vec::new(), reads: Vec::new() };
        for member in &members {
            for operand in operands(&steps[*member]) {
                let is_own = matches!(operand, Operand::Place(place) if own.contains_key(&place.var));
                if !is_own && !is_literal(operand) && position(&found.operands, operand).is_none() {
                    found.operands.push(operand.clone());
                }
            }
        }
        if found.operands.len() > MOST_OPERANDS || !are_apart(&found.operands) {
            return None;
        }
        found.reads = vec![false; found.operands.len()];
        for member in members {
            let Step::Let { op, .. } = &steps[member] else { continue };
            for operand in read(function, op) {
                found.read(steps, &own, operand);
            }
        }
        Some(found)
    }

    /// The first of its steps.
    fn first(&self) -> usize {
        self.inner.iter().copied().fold(self.root, usize::min)
    }

    /// The reverse half reads an operand of a step: one that is computed again, or one of the expression.
    fn read(&mut self, steps: &[Step], own: &HashMap<VarId, usize>, operand: &Operand) {
        if let Operand::Place(place) = operand
            && let Some(member) = own.get(&place.var)
        {
            operands(&steps[*member]).into_iter().for_each(|operand| self.read(steps, own, operand));
        } else if let Some(i) = position(&self.operands, operand) {
            self.reads[i] = true;
        }
    }
}

/// Whether a variable is the name of an operand of one of some steps.
fn names_operand(function: &Function, var: VarId, steps: &[Step]) -> bool {
    let is_link =
        |link: usize| steps.iter().any(|step| matches!(step, Step::Let { op, .. } if op.operator_link() == Some(link)));
    function.aliases.iter().any(|((link, _), name)| *name == var && is_link(*link))
}

/// The operands that the rule of an operator reads.
fn read<'o>(function: &Function, op: &'o Op) -> Vec<&'o Operand> {
    match op {
        Op::Binary(Operator::Mul, _, a, b, _) => {
            let each = [(a, b), (b, a)].into_iter().filter(|(_, other)| function.is_active(other));
            each.map(|(operand, _)| operand).collect()
        }
        Op::Binary(Operator::Div, _, a, b, _) if function.is_active(b) => vec![a, b],
        Op::Binary(Operator::Div, _, _, b, _) => vec![b],
        _ => Vec::new(),
    }
}

/// Which of the operands of an expression this one is.
pub(crate) fn position(operands: &[Operand], operand: &Operand) -> Option<usize> {
    let key = |operand: &Operand| operand.written().to_token_stream().to_string();
    let is_same = |other: &Operand| match (operand, other) {
        (Operand::Place(a), Operand::Place(b)) => {
            a.var == b.var && a.stopped == b.stopped && a.is_ref == b.is_ref && key(operand) == key(other)
        }
        (Operand::Constant { .. }, Operand::Constant { .. }) => key(operand) == key(other),
        _ => false,
    };
    operands.iter().position(is_same)
}

/// A step with an operator whose types decide which rule it has, all of whose operands can be elements of a loop.
fn operator<'s>(function: &Function, step: &'s Step) -> Option<&'s Op> {
    let Step::Let { var, op, .. } = step else { return None };
    let var = function.var(*var);
    let is_one = match op {
        Op::Neg(.., link) => link.is_some(),
        Op::Binary(Operator::Rem, ..) => false,
        // A token that assigns is of a value that changes.
        Op::Binary(_, token, _, _, link) => link.is_some() && !token.to_string().ends_with('='),
        _ => false,
    };
    let is_plain = var.active && !var.changes() && !var.of_numbers && var.kind == VarKind::Local;
    let can_be_elements = |operand: &&Operand| can_be_elements(function, operand);
    (is_one && is_plain && op.operands().iter().all(can_be_elements)).then_some(op)
}

/// Whether an operand is a variable that does not change, a field of one, a constant with a name or a literal.
fn can_be_elements(function: &Function, operand: &Operand) -> bool {
    match operand {
        Operand::Constant { expr, .. } => is_literal(operand) || matches!(peel(expr), Expr::Path(_)),
        Operand::Place(place) => {
            let var = function.var(place.var);
            let is_there = matches!(var.kind, VarKind::Param { .. } | VarKind::Local);
            let has_fields = place.path.iter().all(|step| matches!(step, Projection::Field(_)));
            is_there && has_fields && !var.changes() && !var.is_function && var.reference.is_none()
        }
        Operand::Lent(_) => false,
    }
}

/// Whether an operand is a literal of any float type.
fn is_literal(operand: &Operand) -> bool {
    let Operand::Constant { expr, .. } = operand else { return false };
    let unsigned = match peel(expr) {
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => peel(expr),
        expr => expr,
    };
    matches!(unsigned, Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(literal), .. }) if literal.suffix().is_empty())
}

fn is_whole(operand: &Operand, var: VarId) -> bool {
    matches!(operand, Operand::Place(place) if place.var == var && place.path.is_empty() && !place.stopped)
}

/// Whether no operand is a part of another.
fn are_apart(operands: &[Operand]) -> bool {
    let places = || {
        operands.iter().enumerate().filter_map(|(i, operand)| match operand {
            Operand::Place(place) => Some((i, place)),
            _ => None,
        })
    };
    places().all(|(i, place)| places().all(|(j, other)| i == j || !place.may_overlap(other)))
}

fn operands(step: &Step) -> Vec<&Operand> {
    if let Step::Let { op, .. } = step { op.operands() } else { Vec::new() }
}
