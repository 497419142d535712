//! The numbers of a model in another type.

use super::{Leaf, LeafMut, Leaves, of_any_type};
use crate::scalar::Real;

/// Copies all numbers to a model of the same form whose numbers have another type, or the same. Each number is rounded
/// once.
///
/// Training in half precision uses it: the `f32` weights are cast to `f16` for each sweep, and the gradient is cast
/// back; see [`LossScale`](crate::optim::LossScale). Nothing is allocated.
///
/// ```
/// use cotangent::{leaves, prelude::*};
///
/// #[derive(Differentiable)]
/// struct Line<T: Real> { slope: T, offset: [T; 2] }
///
/// let exact = Line { slope: 0.1, offset: [2.0, 3.0] };
/// let mut single = Line { slope: 0.0_f32, offset: [0.0; 2] };
/// leaves::cast(&exact, &mut single);
/// assert_eq!((single.slope, single.offset), (0.1_f32, [2.0, 3.0]));
/// ```
///
/// # Panics
/// When the number or the shapes of the leaves differ; the message names the first leaf that differs.
#[track_caller]
pub fn cast<A: Leaves, B: Leaves>(from: &A, to: &mut B) {
    let leaves = from.leaf_count();
    assert!(leaves == to.leaf_count(), "cast from {leaves} leaves to {}", to.leaf_count());
    for i in 0..leaves {
        let (a, b) = (from.leaf_shape(i), to.leaf_shape(i));
        assert!(
            a == b,
            "leaf `{}` has shape {a:?}, it is cast to `{}` of shape {b:?}",
            from.leaf_name(i),
            to.leaf_name(i)
        );
    }
    for i in 0..leaves {
        of_any_type!(Leaf, from.leaf(i), numbers => to_leaf(numbers, to.leaf_mut(i)));
    }
}

fn to_leaf<X: Real>(from: &[X], to: LeafMut<'_>) {
    of_any_type!(LeafMut, to, numbers => to_numbers(from, numbers));
}

#[inline(never)]
fn to_numbers<X: Real, Y: Real>(from: &[X], to: &mut [Y]) {
    for (y, x) in to.iter_mut().zip(from) {
        *y = Y::lit(x.to_f64());
    }
}
