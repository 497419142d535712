//! Values as lists of coordinates: the checker changes single coordinates of an argument, and names the entry that is
//! wrong.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::differentiable::{Differentiable, Tangent};
use crate::leaves::{Leaf, LeafMut, Leaves, of_any_type};
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

/// All coordinates of a value.
pub(crate) fn read<X: Leaves>(value: &X) -> Vec<f64> {
    let mut all = Vec::with_capacity(X::PARAMETERS);
    for i in 0..X::LEAVES {
        append(&mut all, value.leaf(i));
    }
    all
}

fn append(all: &mut Vec<f64>, leaf: Leaf<'_>) {
    of_any_type!(Leaf, leaf, numbers => all.extend(numbers.iter().map(|x| Real::to_f64(*x))));
}

/// Gives a value other coordinates, each rounded to its type.
pub(crate) fn write<X: Leaves>(value: &mut X, coordinates: &[f64]) {
    let mut rest = coordinates;
    for i in 0..X::LEAVES {
        rest = take(value.leaf_mut(i), rest);
    }
}

/// Fills a leaf from the first coordinates, and returns the rest.
fn take<'a>(leaf: LeafMut<'_>, coordinates: &'a [f64]) -> &'a [f64] {
    let (head, tail) = coordinates.split_at(leaf.len());
    of_any_type!(LeafMut, leaf, numbers => set(numbers, head));
    tail
}

fn set<T: Real>(numbers: &mut [T], coordinates: &[f64]) {
    for (x, new) in numbers.iter_mut().zip(coordinates) {
        *x = T::lit(*new);
    }
}

/// The distance from 1 to the next number in the coarsest number type among the coordinates.
pub(super) fn epsilon<X: Leaves>(value: &X) -> f64 {
    (0..X::LEAVES).fold(f64::EPSILON, |coarsest, i| coarsest.max(epsilon_of(value.leaf(i))))
}

fn epsilon_of(leaf: Leaf<'_>) -> f64 {
    fn of<T: Real>(_: &[T]) -> f64 {
        T::EPSILON.to_f64()
    }
    of_any_type!(Leaf, leaf, numbers => of(numbers))
}

/// The tangent with these coordinates, each rounded to its type.
pub(super) fn tangent<T: Tangent + Leaves>(coordinates: &[f64]) -> T {
    let mut tangent = T::zero();
    write(&mut tangent, coordinates);
    tangent
}

/// Numbers that can be read and changed, of a value or of a slice of values.
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

impl<X: Leaves> Coordinates for X {
    fn part(&self, name: &'static str) -> Part {
        Part::of::<X>(Root::Named(name))
    }
    fn read_to(&self, all: &mut Vec<f64>) {
        (0..X::LEAVES).for_each(|i| append(all, self.leaf(i)));
    }
    fn write_from(&mut self, coordinates: &mut &[f64]) {
        (0..X::LEAVES).for_each(|i| *coordinates = take(self.leaf_mut(i), coordinates));
    }
    fn coarsest(&self) -> f64 {
        epsilon(self)
    }
}

/// The elements of a slice.
pub(super) struct Row<'a, X>(pub(super) &'a mut [X]);

impl<X: Leaves> Coordinates for Row<'_, X> {
    fn part(&self, name: &'static str) -> Part {
        Part { length: Some(self.0.len()), ..Part::of::<X>(Root::Named(name)) }
    }
    fn read_to(&self, all: &mut Vec<f64>) {
        self.0.iter().for_each(|element| element.read_to(all));
    }
    fn write_from(&mut self, coordinates: &mut &[f64]) {
        self.0.iter_mut().for_each(|element| element.write_from(coordinates));
    }
    fn coarsest(&self) -> f64 {
        self.0.iter().map(epsilon).fold(f64::EPSILON, f64::max)
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

/// Consecutive coordinates of one value: its role, and the names of its leaves.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Part {
    root: Root,
    /// The number of elements, for a slice; the other fields then describe one element.
    length: Option<usize>,
    count: usize,
    name: fn(usize) -> String,
    shape: fn(usize) -> &'static [usize],
}

impl Part {
    pub(super) fn of<X: Leaves>(root: Root) -> Self {
        Self {
            root,
            length: None,
            count: X::PARAMETERS,
            name: |leaf| X::leaf_name(leaf).to_string(),
            shape: X::leaf_shape,
        }
    }

    /// The number of coordinates.
    pub(super) fn count(&self) -> usize {
        self.count * self.length.unwrap_or(1)
    }

    /// The leaf that has a coordinate, and the position of the coordinate in it.
    fn leaf(&self, index: usize) -> (usize, usize) {
        let (mut leaf, mut index) = (0, index % self.count);
        loop {
            let length = (self.shape)(leaf).iter().product();
            if index < length {
                return (leaf, index);
            }
            index -= length;
            leaf += 1;
        }
    }

    /// The name of the leaf with a coordinate: `args.0.w`.
    fn leaf_name(&self, index: usize) -> String {
        let path = (self.name)(self.leaf(index).0);
        let element = self.length.map(|_| index / self.count);
        let dot = if path.is_empty() { "" } else { "." };
        match self.root {
            Root::Arguments => format!("args{dot}{path}"),
            Root::Named(name) => match element {
                Some(element) => format!("{name}[{element}]{dot}{path}"),
                None => format!("{name}{dot}{path}"),
            },
            Root::Operands => operand(&path, ""),
            Root::OperandsDot => operand(&path, "_dot"),
            Root::Result => format!("y{dot}{path}"),
            Root::ResultBar => format!("y_bar{dot}{path}"),
        }
    }

    /// The name of a coordinate: `args.0.w[2, 3]`.
    fn place(&self, index: usize) -> String {
        let text = self.leaf_name(index);
        let (leaf, index) = self.leaf(index);
        let shape = (self.shape)(leaf);
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
    let (leaf, index) = part.leaf(range.start - start);
    let (first, length) = (range.start - index, (part.shape)(leaf).iter().product::<usize>());
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
