//! Values as lists of coordinates: the checker changes single coordinates of an argument, and names the entry that is
//! wrong.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::differentiable::{Ct, Differentiable, zero_of};
use crate::leaves::flat::{append, write, write_from};
use crate::leaves::{Leaf, LeafName, LeafShape, Leaves, of_any_type};
use crate::scalar::Real;

/// A type whose derivatives can be checked: numbers, arrays, tuples, tensors and structs with
/// `#[derive(Differentiable)]`.
///
/// It is implemented for all types whose values and tangents have the same [`Leaves`].
///
/// ```
/// use cotangent::check::{self, Mismatch, Point};
/// use cotangent::prelude::*;
///
/// fn error<A: Point>(f: impl Fn(&A) -> f64, gradient: impl Fn(&A) -> Ct<A>, at: A) -> Result<f64, Mismatch> {
///     Ok(check::gradient(&f, |x| (f(x), gradient(x)), at)?.error)
/// }
/// let log_sum_exp = |x: &Vector<f64, 3>| x.exp().sum().ln();
/// assert!(error(log_sum_exp, |x| x.softmax::<0>(), tensor([0.5, -1.0, 2.0]))? < 1e-9);
/// # Ok::<(), Mismatch>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "derivatives cannot be checked on `{Self}`",
    label = "has no list of coordinates",
    note = "numbers, arrays, tuples, tensors and structs with `#[derive(Differentiable)]` do; capture anything else in the closures"
)]
pub trait Point: Leaves + Clone + Differentiable<Tangent: Leaves> {}

impl<X: Leaves + Clone + Differentiable<Tangent: Leaves>> Point for X {}

/// The distance from 1 to the next number in the coarsest number type among the coordinates.
pub(super) fn epsilon<X: Leaves + ?Sized>(value: &X) -> f64 {
    (0..value.leaf_count()).fold(f64::EPSILON, |coarsest, i| coarsest.max(epsilon_of(value.leaf(i))))
}

fn epsilon_of(leaf: Leaf<'_>) -> f64 {
    fn of<T: Real>(_: &[T]) -> f64 {
        T::EPSILON.to_f64()
    }
    of_any_type!(Leaf, leaf, numbers => of(numbers))
}

/// The tangent of a value with these coordinates, each rounded to its type.
pub(crate) fn tangent_of<X: Differentiable<Tangent: Leaves>>(value: &X, coordinates: &[f64]) -> Ct<X> {
    let mut tangent = zero_of(value);
    write(&mut tangent, coordinates);
    tangent
}

/// Numbers that can be read and changed.
#[doc(hidden)]
pub trait Coordinates {
    /// Their names, if `name` is the name of the whole.
    fn part(&self, name: &'static str) -> Part;
    /// Appends all numbers.
    fn read_to(&self, all: &mut Vec<f64>);
    /// Takes its numbers from the front, each rounded to its type.
    fn write_from(&mut self, coordinates: &mut &[f64]);
    /// The distance from 1 to the next number in the coarsest type.
    fn coarsest(&self) -> f64;
}

impl<X: Leaves + ?Sized> Coordinates for &mut X {
    fn part(&self, name: &'static str) -> Part {
        Part::of(Root::Named(name), &**self)
    }
    fn read_to(&self, all: &mut Vec<f64>) {
        (0..self.leaf_count()).for_each(|i| append(all, self.leaf(i)));
    }
    fn write_from(&mut self, coordinates: &mut &[f64]) {
        write_from(&mut **self, coordinates);
    }
    fn coarsest(&self) -> f64 {
        epsilon(&**self)
    }
}

/// The role of a part of the coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// The arguments of a function: `args`, `args.0`.
    Arguments,
    /// A named value.
    Named(&'static str),
    /// The operands of a rule: `a`, `b`, `c`.
    Operands,
    /// The tangents of the cotangents of the operands: `a_dot`, `b_dot`, `c_dot`.
    OperandsDot,
    /// The result: `y`.
    Result,
    /// The cotangent of the result: `y_bar`.
    ResultBar,
}

/// Consecutive coordinates of one value: its role, and the names and shapes of its leaves.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Part {
    root: Root,
    leaves: Vec<(LeafName, LeafShape)>,
}

impl Part {
    pub(super) fn of<X: Leaves + ?Sized>(root: Root, value: &X) -> Self {
        Self { root, leaves: (0..value.leaf_count()).map(|i| (value.leaf_name(i), value.leaf_shape(i))).collect() }
    }

    /// The number of coordinates.
    pub(super) fn count(&self) -> usize {
        self.leaves.iter().map(|(_, shape)| shape.iter().product::<usize>()).sum()
    }

    /// The leaf that has a coordinate, and the position of the coordinate in it.
    fn leaf(&self, mut index: usize) -> (LeafName, LeafShape, usize) {
        for (name, shape) in &self.leaves {
            let length = shape.iter().product();
            if index < length {
                return (*name, *shape, index);
            }
            index -= length;
        }
        unreachable!("a coordinate of the part")
    }

    /// The name of the leaf with a coordinate: `args.0.w`.
    fn leaf_name(&self, index: usize) -> String {
        let path = self.leaf(index).0.to_string();
        let dot = if path.is_empty() { "" } else { "." };
        match self.root {
            Root::Arguments => format!("args{dot}{path}"),
            Root::Named(name) => format!("{name}{dot}{path}"),
            Root::Operands => operand(&path, ""),
            Root::OperandsDot => operand(&path, "_dot"),
            Root::Result => format!("y{dot}{path}"),
            Root::ResultBar => format!("y_bar{dot}{path}"),
        }
    }

    /// The name of a coordinate: `args.0.w[2, 3]`.
    fn place(&self, index: usize) -> String {
        let text = self.leaf_name(index);
        let (_, shape, index) = self.leaf(index);
        let mut stride: usize = shape.iter().product();
        let position: Vec<usize> = shape
            .iter()
            .map(|axis| {
                stride /= axis;
                index / stride % axis
            })
            .collect();
        if shape.is_empty() { text } else { format!("{text}{position:?}") }
    }
}

/// The name of a part of an operand, with a suffix for the operand.
fn operand(path: &str, suffix: &str) -> String {
    let name = ["a", "b", "c"][part_of(path)];
    format!("{name}{suffix}{}", &path[1..])
}

/// The part of a tuple that a path leads to first. There are at most eight.
fn part_of(path: &str) -> usize {
    usize::from(path.as_bytes()[0] - b'0')
}

/// The owner of coordinates without a gradient: their leaf if it has no gradient at all, otherwise the coordinates
/// themselves.
pub(super) fn without_gradient(parts: &[Part], gradients: &[f64], range: &Range<usize>) -> Option<String> {
    let none =
        |range: Range<usize>| gradients.get(range).is_some_and(|all| all.iter().all(|gradient| *gradient == 0.0));
    let (part, start) = part_at(parts, range.start);
    let (_, shape, index) = part.leaf(range.start - start);
    let (first, length) = (range.start - index, shape.iter().product::<usize>());
    if none(first..first + length) {
        return Some(part.leaf_name(range.start - start));
    }
    none(range.clone()).then(|| place(parts, range))
}

/// The part that has a coordinate, and the part's first coordinate.
fn part_at(parts: &[Part], index: usize) -> (&Part, usize) {
    let mut start = 0;
    for part in parts {
        if index < start + part.count() {
            return (part, start);
        }
        start += part.count();
    }
    unreachable!("a coordinate of one of the parts")
}

/// Where coordinates stand; for several the first and the last.
pub(super) fn place(parts: &[Part], range: &Range<usize>) -> String {
    let one = |index: usize| {
        let (part, start) = part_at(parts, index);
        part.place(index - start)
    };
    let first = one(range.start);
    if range.len() == 1 { first } else { format!("{first}` to `{}", one(range.end - 1)) }
}
