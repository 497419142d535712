//! Values as lists of coordinates: how the checker moves an argument a little, and names the entry that is wrong.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::differences::Sample;
use crate::differentiable::Differentiable;
use crate::leaves::{Leaf, LeafMut, Leaves, of_any_type};
use crate::real::Real;

/// What derivatives can be checked on: numbers, arrays, tuples, tensors and structs with `#[derive(Differentiable)]`.
///
/// It is there for all types whose values and tangents have the same [`Leaves`].
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
pub(super) fn read<X: Leaves>(value: &X) -> Vec<f64> {
    let mut all = Vec::with_capacity(X::PARAMETERS);
    for i in 0..X::LEAVES {
        of_any_type!(Leaf, value.leaf(i), numbers => all.extend(numbers.iter().map(|x| Real::to_f64(*x))));
    }
    all
}

/// Gives a value other coordinates, each rounded to its type.
pub(super) fn write<X: Leaves>(value: &mut X, coordinates: &[f64]) {
    let mut rest = coordinates;
    for i in 0..X::LEAVES {
        let leaf = value.leaf_mut(i);
        let (head, tail) = rest.split_at(leaf.len());
        rest = tail;
        of_any_type!(LeafMut, leaf, numbers => set(numbers, head));
    }
}

fn set<T: Real>(numbers: &mut [T], coordinates: &[f64]) {
    for (x, new) in numbers.iter_mut().zip(coordinates) {
        *x = T::lit(*new);
    }
}

fn epsilon_of<T: Real>(_: &[T]) -> f64 {
    T::EPSILON.to_f64()
}

/// The distance from 1 to the next number in the coarsest number type among the coordinates.
pub(super) fn epsilon<X: Leaves>(value: &X) -> f64 {
    (0..X::LEAVES).fold(f64::EPSILON, |coarsest, i| {
        coarsest.max(of_any_type!(Leaf, value.leaf(i), numbers => epsilon_of(numbers)))
    })
}

/// What the value is called that coordinates belong to.
#[derive(Clone, Copy)]
pub(super) enum Root {
    /// The arguments of a function: `args`, `args.0`.
    Arguments,
    /// The tuple of the operands of a rule: `a`, `b`, `c`.
    Operands,
    /// The result: `y`.
    Result,
    /// The operands, `a`, `b`, `c`, and the cotangent of the result, `y_bar`.
    Moving,
    /// The cotangents of the operands, and their tangents: `a`, `a_dot`.
    Places,
}

/// Where coordinates of a value stand: `args.0.w[2, 3]`; for several the first and the last.
pub(super) fn place<X: Leaves>(value: &X, root: Root, range: &Range<usize>) -> String {
    let first = one_place(value, root, range.start);
    if range.len() == 1 { first } else { format!("{first}` to `{}", one_place(value, root, range.end - 1)) }
}

/// The name of a part of an operand, with a suffix for the operand.
fn operand(path: &str, suffix: &str) -> String {
    let name = ["a", "b", "c"][usize::from(path.as_bytes()[0] - b'0')];
    format!("{name}{suffix}{}", &path[1..])
}

fn one_place<X: Leaves>(value: &X, root: Root, index: usize) -> String {
    let (mut leaf, mut rest) = (0, index);
    while rest >= value.leaf(leaf).len() {
        rest -= value.leaf(leaf).len();
        leaf += 1;
    }
    let path = X::leaf_name(leaf).to_string();
    let dot = if path.is_empty() { "" } else { "." };
    let text = match root {
        Root::Arguments => format!("args{dot}{path}"),
        Root::Operands => operand(&path, ""),
        Root::Result => format!("y{dot}{path}"),
        Root::Moving => {
            path.strip_prefix("0.").map_or_else(|| path.replacen('1', "y_bar", 1), |path| operand(path, ""))
        }
        Root::Places => operand(&path[2..], if path.starts_with('1') { "_dot" } else { "" }),
    };
    let shape = X::leaf_shape(leaf);
    let mut stride = value.leaf(leaf).len();
    let position: Vec<usize> = shape
        .iter()
        .map(|axis| {
            stride /= axis;
            rest / stride % axis
        })
        .collect();
    if shape.is_empty() { text } else { format!("{text}{position:?}") }
}

/// A function near a point, along straight lines.
pub(super) struct Around<'a, A, F> {
    at: &'a A,
    origin: Vec<f64>,
    f: F,
}

impl<'a, A: Leaves + Clone, Y: Leaves, F: Fn(&A) -> Y> Around<'a, A, F> {
    pub(super) fn new(at: &'a A, f: F) -> Self {
        Self { at, origin: read(at), f }
    }

    /// The function at `t` along `direction`. The step is measured after rounding, so that it is exact for one coordinate.
    pub(super) fn sample(&self, direction: &[f64], t: f64) -> Sample {
        let moved: Vec<f64> = self.origin.iter().zip(direction).map(|(x, v)| x + t * v).collect();
        let mut point = self.at.clone();
        write(&mut point, &moved);
        let (mut steps, mut count) = (0.0, 0.0);
        for ((x, new), v) in self.origin.iter().zip(read(&point)).zip(direction) {
            if *v != 0.0 {
                steps += (new - x) / v;
                count += 1.0;
            }
        }
        Sample { t: steps / count, y: read(&(self.f)(&point)) }
    }
}
