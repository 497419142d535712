//! The norm of a gradient, and a limit for it.

use super::hyperparameter::not_negative;
use crate::leaves::{Leaf, LeafMut, Leaves, of_any_type};
use crate::scalar::Real;

/// The Euclidean norm over all leaves together: the root of the sum of all squares, in `f64`.
///
/// Intermediate results neither overflow nor underflow: the norm is infinite or NaN only if a number is, or if the norm
/// itself is beyond the range of `f64`, and zero only if all numbers are.
///
/// ```
/// use cotangent::optim::global_norm;
/// use cotangent::prelude::*;
///
/// assert_eq!(global_norm(&(tensor([2.0_f32, 4.0]), [[4.0, 8.0]])), 10.0);
/// assert_eq!(global_norm(&[3e38_f32; 4]), 2.0 * 3e38_f32 as f64);
/// assert_eq!(global_norm(&[3e-200, 4e-200]), 5e-200);
/// ```
pub fn global_norm<G: Leaves>(gradient: &G) -> f64 {
    // Squares leave the range of `f64` long before their root does. Scaling by a power of two prevents this without
    // rounding.
    let squares = sum_of_squares(gradient, 1.0);
    let factor = if squares == f64::INFINITY {
        1.0 / LARGE
    } else if squares < f64::MIN_POSITIVE / f64::EPSILON {
        LARGE
    } else {
        return Real::sqrt(squares);
    };
    Real::sqrt(sum_of_squares(gradient, factor)) / factor
}

/// 2 to the power of 600: the square of any number times, or divided by, this one is far from one end of the range.
const LARGE: f64 = f64::from_bits((1023 + 600) << 52);

/// Scales a gradient down to the norm `max` if it is longer, and returns the norm it had.
///
/// ```text
/// g ← g·(max / ‖g‖)    if ‖g‖ > max
/// ```
///
/// where `‖g‖` is the [`global_norm`]. Pascanu, Mikolov and Bengio, *On the difficulty of training recurrent neural
/// networks*, 2013, algorithm 1. The new norm is `max` up to rounding, and the direction is unchanged.
///
/// A gradient whose norm is infinite or NaN is left as it is. Its norm is returned, so that the caller can skip the
/// step:
///
/// ```
/// use cotangent::optim::{Sgd, clip_global_norm};
/// use cotangent::prelude::*;
///
/// let mut x = [1.0_f32, 1.0];
/// let mut optimizer = Sgd::new(0.5);
/// for mut gradient in [[3.0, 4.0], [f32::NAN, 1.0]] {
///     let norm = clip_global_norm(&mut gradient, 2.5);
///     if norm.is_finite() {
///         optimizer.step(&mut x, &gradient);
///     }
/// }
/// assert_eq!(x, [0.25, 0.0]); // one step by [1.5, 2.0]
/// ```
///
/// # Panics
/// When `max` is negative, infinite or NaN. 0 makes every gradient zero.
#[track_caller]
pub fn clip_global_norm<G: Leaves>(gradient: &mut G, max: f64) -> f64 {
    not_negative("max", max);
    let norm = global_norm(gradient);
    if norm.is_finite() && norm > max {
        gradient.for_each_leaf_mut(|_, leaf| of_any_type!(LeafMut, leaf, numbers => scale(numbers, norm, max)));
    }
    norm
}

/// `numbers / norm · max`: no intermediate result leaves the range of `f64`, as `max / norm` might.
#[inline(never)]
fn scale<T: Real>(numbers: &mut [T], norm: f64, max: f64) {
    for x in numbers {
        *x = T::lit(x.to_f64() / norm * max);
    }
}

/// The sum of the squares of all numbers times `factor`.
fn sum_of_squares<G: Leaves>(gradient: &G, factor: f64) -> f64 {
    let mut sum = 0.0;
    gradient.for_each_leaf(|_, leaf| {
        sum += of_any_type!(Leaf, leaf, numbers => sum_of_leaf(numbers, factor));
    });
    sum
}

#[inline(never)]
fn sum_of_leaf<T: Real>(numbers: &[T], factor: f64) -> f64 {
    let square = |x: &T| {
        let x = x.to_f64() * factor;
        x * x
    };
    // Several sums side by side, because a single sum would wait for each addition.
    let (chunks, rest) = numbers.as_chunks::<8>();
    let mut lanes = [0.0; 8];
    for chunk in chunks {
        for (lane, x) in lanes.iter_mut().zip(chunk) {
            *lane += square(x);
        }
    }
    lanes.iter().sum::<f64>() + rest.iter().map(square).sum::<f64>()
}
