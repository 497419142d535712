//! The numbers of a value in one list, and back.

use alloc::vec::Vec;

use super::{Leaf, LeafMut, Leaves, of_any_type};
use crate::scalar::Real;

/// All coordinates of a value.
pub(crate) fn read<X: Leaves + ?Sized>(value: &X) -> Vec<f64> {
    let mut all = Vec::with_capacity(value.parameter_count());
    for i in 0..value.leaf_count() {
        append(&mut all, value.leaf(i));
    }
    all
}

/// Appends the numbers of a leaf.
pub(crate) fn append(all: &mut Vec<f64>, leaf: Leaf<'_>) {
    of_any_type!(Leaf, leaf, numbers => all.extend(numbers.iter().map(|x| Real::to_f64(*x))));
}

/// Gives a value other coordinates, each rounded to its type.
pub(crate) fn write<X: Leaves + ?Sized>(value: &mut X, coordinates: &[f64]) {
    write_from(value, &mut &*coordinates);
}

/// The same from the first coordinates, which are taken away.
pub(crate) fn write_from<X: Leaves + ?Sized>(value: &mut X, coordinates: &mut &[f64]) {
    for i in 0..value.leaf_count() {
        *coordinates = take(value.leaf_mut(i), coordinates);
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
