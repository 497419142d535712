//! Whether two places in a list may be the same element, by what the loops around them say of their indices.
//!
//! The bounds of loops, the order of iterations and the equality of indices are differences of integers ([`Differences`]): places are apart
//! if no integers satisfy them all. What is not the index of a loop or a fixed value, with a literal added, may be any number.

use std::collections::HashMap;

use quote::ToTokens;
use syn::{BinOp, Expr, Ident, Lit};

use super::differences::Differences;
use crate::ir::{Function, Header, Loop, Operand, Projection, VarId};
use crate::syntax::peel;
use crate::words::words;

/// What is known of the indices of two places.
pub(crate) struct Elements<'f> {
    function: &'f Function,
    /// Whether a name may stand for different values at the two places.
    varies: &'f dyn Fn(&Ident) -> bool,
    differences: Differences,
    nodes: HashMap<Name, usize>,
}

/// A number of which differences are known.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Name {
    Zero,
    /// The index of a loop, and whether it is that of the second place alone.
    Index(VarId, bool),
    /// What is the same at both places, as it is spelled.
    Fixed(String),
}

/// The indices of the loops around a place, and for each whether it is another number than at the first place.
pub(crate) type Indices = HashMap<VarId, bool>;

impl<'f> Elements<'f> {
    pub fn new(function: &'f Function, varies: &'f dyn Fn(&Ident) -> bool) -> Self {
        Self { function, varies, differences: Differences::default(), nodes: HashMap::new() }
    }

    /// The index of a loop is between its ends. An end that is a difference may be below zero, and then, without checks, the largest
    /// number: an upper end like that says nothing.
    pub fn inside(&mut self, looped: &Loop, indices: &Indices) {
        let Header::Range { index, from, to, inclusive, .. } = &looped.header else { return };
        let index = self.node(Name::Index(*index, indices[index]));
        if let Some((from, more)) = self.end(from, indices) {
            self.differences.at_least(index, from, more);
        }
        if let Some((to, more)) = self.end(to, indices).filter(|(_, more)| *more >= 0) {
            self.differences.at_least(to, index, i64::from(!inclusive) - more);
        }
    }

    /// The second place is in a later iteration of a loop around both.
    pub fn later(&mut self, looped: &Loop) {
        let Header::Range { index, reversed, .. } = looped.header else { return };
        let [first, second] = [false, true].map(|is_second| self.node(Name::Index(index, is_second)));
        let (low, high) = if reversed { (second, first) } else { (first, second) };
        self.differences.at_least(high, low, 1);
    }

    /// Whether two ways into the list may lead to one element.
    pub fn may_meet(mut self, [first, second]: [&[Projection]; 2], [of_first, of_second]: [&Indices; 2]) -> bool {
        for (a, b) in first.iter().zip(second) {
            match (a, b) {
                // The next index counts from the beginning of the part.
                _ if is_part(a) || is_part(b) => break,
                (Projection::Field(a), Projection::Field(b)) if a != b => return false,
                (Projection::Index { again: a, .. }, Projection::Index { again: b, .. }) => {
                    if let (Some((a, more)), Some((b, further))) = (self.sum(a, of_first), self.sum(b, of_second)) {
                        self.differences.at_least(a, b, further - more);
                        self.differences.at_least(b, a, more - further);
                    }
                }
                _ => {}
            }
        }
        self.differences.has_solution()
    }

    fn node(&mut self, name: Name) -> usize {
        let next = self.nodes.len();
        *self.nodes.entry(name).or_insert(next)
    }

    fn end(&mut self, end: &Operand, indices: &Indices) -> Option<(usize, i64)> {
        match end {
            Operand::Constant { again, .. } => self.sum(again, indices),
            Operand::Place(_) | Operand::Lent(_) => None,
        }
    }

    /// An expression as a number and a literal that is added to it.
    fn sum(&mut self, expr: &Expr, indices: &Indices) -> Option<(usize, i64)> {
        match peel(expr) {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => Some((self.node(Name::Zero), number.base10_parse::<i32>().ok()?.into())),
                _ => None,
            },
            Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_) | BinOp::Sub(_)) => {
                let (a, more) = self.sum(&sum.left, indices)?;
                let (b, further) = self.sum(&sum.right, indices)?;
                let zero = self.node(Name::Zero);
                match sum.op {
                    BinOp::Add(_) if b == zero => Some((a, more + further)),
                    BinOp::Add(_) if a == zero => Some((b, more + further)),
                    BinOp::Sub(_) if b == zero => Some((a, more - further)),
                    _ => None,
                }
            }
            Expr::Path(path) => {
                let is_named = |var: &&VarId| path.path.is_ident(&self.function.var(**var).unique);
                match indices.keys().find(is_named).copied() {
                    Some(index) => Some((self.node(Name::Index(index, indices[&index])), 0)),
                    None => self.fixed(expr),
                }
            }
            _ => self.fixed(expr),
        }
    }

    fn fixed(&mut self, expr: &Expr) -> Option<(usize, i64)> {
        let varies = words(expr.to_token_stream()).iter().any(|name| (self.varies)(name));
        (!varies).then(|| (self.node(Name::Fixed(expr.to_token_stream().to_string())), 0))
    }
}

/// The way into a value, as the reverse half goes it.
pub(crate) fn spelling(path: &[Projection]) -> Vec<String> {
    let steps = path.iter().map(|step| match step {
        Projection::Field(member) => member.to_token_stream().to_string(),
        Projection::Index { again, .. } => format!("[{}]", again.to_token_stream()),
    });
    steps.collect()
}

/// The indices on a way into a value.
pub(crate) fn indices(path: &[Projection]) -> impl DoubleEndedIterator<Item = &Expr> {
    path.iter().filter_map(|step| match step {
        Projection::Index { again, .. } => Some(again),
        Projection::Field(_) => None,
    })
}

/// Whether an expression names a variable.
pub(crate) fn names(expr: &Expr, variable: &Ident) -> bool {
    words(expr.to_token_stream()).contains(variable)
}

/// Whether an expression is the index of a loop, with something added to it that does not name it.
pub(crate) fn steps_by_one(expr: &Expr, index: &Ident) -> bool {
    match peel(expr) {
        Expr::Path(path) => path.path.is_ident(index),
        Expr::Binary(sum) => {
            let [left, right] = [(&sum.left, &sum.right), (&sum.right, &sum.left)]
                .map(|(this, other)| steps_by_one(this, index) && !names(other, index));
            match sum.op {
                BinOp::Add(_) => left || right,
                BinOp::Sub(_) => left,
                _ => false,
            }
        }
        _ => false,
    }
}

/// Whether neighbouring iterations of a loop lead to elements that are not neighbours.
pub(crate) fn jumps(path: &[Projection], index: &Ident) -> bool {
    let mut all = indices(path);
    let is_far = all.next_back().is_some_and(|last| names(last, index) && !steps_by_one(last, index));
    is_far || all.any(|before| names(before, index))
}

/// Whether a step leads to a part of a list, not to an element.
pub(crate) fn is_part(step: &Projection) -> bool {
    matches!(step, Projection::Index { again, .. } if matches!(peel(again), Expr::Range(_)))
}
