//! Whether two places in a list may be the same element, by what the loops around them say of their indices.
//!
//! The bounds of loops, the order of iterations and the equality of indices are differences of integers ([`Differences`]): places are apart
//! if no integers satisfy them all. What is not the index of a loop or a fixed value, with a literal added, may be any number.
//!
//! A row and a column in one index, `row * width + column`, are two indices if the column is less than the width.

use std::collections::HashMap;

use quote::ToTokens;
use syn::{BinOp, Expr, Ident, Lit};

use super::differences::Differences;
use crate::ir::{Header, Loop, Operand, Projection, Var, VarId};
use crate::syntax::{expression, peel};
use crate::words::words;

/// What is known of the indices of two places.
pub(crate) struct Elements<'f> {
    vars: &'f [Var],
    /// Whether a name may stand for different values at the two places. The indices of the loops around them may.
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
    pub fn new(vars: &'f [Var], varies: &'f dyn Fn(&Ident) -> bool) -> Self {
        Self { vars, varies, differences: Differences::default(), nodes: HashMap::new() }
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
                    self.equal([a, b], [of_first, of_second]);
                }
                _ => {}
            }
        }
        self.differences.has_solution()
    }

    /// Two indices are the same number.
    fn equal(&mut self, [first, second]: [&Expr; 2], [of_first, of_second]: [&Indices; 2]) {
        if let (Some(a), Some(b)) = (self.flat(first), self.flat(second)) {
            let is_same = self.sum(a.width, of_first) == self.sum(b.width, of_second);
            if is_same && self.is_column(&a, of_first) && self.is_column(&b, of_second) {
                self.equal([a.row, b.row], [of_first, of_second]);
                self.equal_sums([&a.column, &b.column], [of_first, of_second]);
            }
            return;
        }
        self.equal_sums([first, second], [of_first, of_second]);
    }

    fn equal_sums(&mut self, [first, second]: [&Expr; 2], [of_first, of_second]: [&Indices; 2]) {
        let (Some(mut terms), Some(others)) = (self.terms(first, of_first), self.terms(second, of_second)) else {
            return;
        };
        terms.add(others.negated());
        let zero = self.node(Name::Zero);
        let (a, b) = match (&terms.added[..], &terms.subtracted[..]) {
            ([], []) => (zero, zero),
            ([a], []) => (*a, zero),
            ([], [b]) => (zero, *b),
            ([a], [b]) => (*a, *b),
            _ => return,
        };
        self.differences.at_least(a, b, -terms.more);
        self.differences.at_least(b, a, terms.more);
    }

    /// An index as a row and a column: of a product, the width is the factor that is fixed.
    fn flat<'e>(&self, index: &'e Expr) -> Option<Flat<'e>> {
        let flat = Flat::of(index)?;
        Some(if self.moves(flat.width) { Flat { row: flat.width, width: flat.row, ..flat } } else { flat })
    }

    /// Whether an expression may have different values at the two places.
    fn moves(&self, expr: &Expr) -> bool {
        words(expr.to_token_stream()).iter().any(|name| (self.varies)(name))
    }

    /// Whether a column is less than the width of rows, and not below zero. What indices are made of is not: their type has no sign.
    fn is_column(&mut self, flat: &Flat<'_>, indices: &Indices) -> bool {
        let Some((column, more)) = self.sum(&flat.column, indices) else { return false };
        let Some((width, further)) = self.sum(flat.width, indices) else { return false };
        let zero = self.node(Name::Zero);
        if column != zero {
            self.differences.at_least(column, zero, 0);
        }
        let never = |a: usize, b: usize, least: i64| {
            let mut differences = self.differences.clone();
            differences.at_least(a, b, least);
            !differences.has_solution()
        };
        never(column, width, further - more) && never(zero, column, more + 1)
    }

    fn node(&mut self, name: Name) -> usize {
        let next = self.nodes.len();
        *self.nodes.entry(name).or_insert(next)
    }

    fn end(&mut self, end: &Operand, indices: &Indices) -> Option<(usize, i64)> {
        match end {
            Operand::Constant { again, .. } => self.sum(again, indices),
            Operand::Place(place) if place.path.is_empty() => {
                self.sum(&expression(self.vars[place.var.0].unique.clone()), indices)
            }
            Operand::Place(_) | Operand::Lent(_) => None,
        }
    }

    /// An expression as a number and a literal that is added to it.
    fn sum(&mut self, expr: &Expr, indices: &Indices) -> Option<(usize, i64)> {
        let terms = self.terms(expr, indices)?;
        match (&terms.added[..], &terms.subtracted[..]) {
            ([], []) => Some((self.node(Name::Zero), terms.more)),
            ([a], []) => Some((*a, terms.more)),
            _ => None,
        }
    }

    /// An expression as a sum of numbers.
    fn terms(&mut self, expr: &Expr, indices: &Indices) -> Option<Terms> {
        match peel(expr) {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => Some(Terms { more: number.base10_parse::<i32>().ok()?.into(), ..Terms::default() }),
                _ => None,
            },
            Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_) | BinOp::Sub(_)) => {
                let mut terms = self.terms(&sum.left, indices)?;
                let others = self.terms(&sum.right, indices)?;
                terms.add(if matches!(sum.op, BinOp::Add(_)) { others } else { others.negated() });
                Some(terms)
            }
            Expr::Path(path) => {
                let is_named = |var: &&VarId| path.path.is_ident(&self.vars[var.0].unique);
                match indices.keys().find(is_named).copied() {
                    Some(index) => Some(Terms::of(self.node(Name::Index(index, indices[&index])))),
                    None => self.fixed(expr),
                }
            }
            _ => self.fixed(expr),
        }
    }

    fn fixed(&mut self, expr: &Expr) -> Option<Terms> {
        (!self.moves(expr)).then(|| Terms::of(self.node(Name::Fixed(expr.to_token_stream().to_string()))))
    }
}

/// A sum of numbers, and a literal.
#[derive(Default)]
struct Terms {
    added: Vec<usize>,
    subtracted: Vec<usize>,
    more: i64,
}

impl Terms {
    fn of(number: usize) -> Self {
        Self { added: vec![number], ..Self::default() }
    }

    fn negated(self) -> Self {
        Self { added: self.subtracted, subtracted: self.added, more: -self.more }
    }

    fn add(&mut self, others: Self) {
        self.added.extend(others.added);
        self.subtracted.extend(others.subtracted);
        self.more += others.more;
        self.added.retain(|number| {
            let same = self.subtracted.iter().position(|other| other == number);
            same.map(|at| self.subtracted.swap_remove(at)).is_none()
        });
    }
}

/// `row * width + column`, and more that is added to the column.
struct Flat<'e> {
    row: &'e Expr,
    width: &'e Expr,
    column: Expr,
}

impl<'e> Flat<'e> {
    /// An index that is a sum with one product.
    fn of(index: &'e Expr) -> Option<Self> {
        match peel(index) {
            Expr::Binary(product) if matches!(product.op, BinOp::Mul(_)) => {
                Some(Self { row: &product.left, width: &product.right, column: syn::parse_quote!(0) })
            }
            Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_) | BinOp::Sub(_)) => {
                let (left, right, op) = (&*sum.left, &*sum.right, &sum.op);
                if let Some(flat) = Self::of(left).filter(|_| Self::of(right).is_none()) {
                    let before = &flat.column;
                    return Some(Self { column: syn::parse_quote!((#before) #op (#right)), ..flat });
                }
                let flat = Self::of(right).filter(|_| matches!(op, BinOp::Add(_)))?;
                let after = &flat.column;
                Some(Self { column: syn::parse_quote!((#left) + (#after)), ..flat })
            }
            _ => None,
        }
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
