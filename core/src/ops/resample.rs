//! Another length for an axis: the nearest number, the line between two, or the mean of a part.
//!
//! Linear: each number of the result is a weighted sum of neighbours, and the VJP adds the cotangent to these with the same weights. An
//! operation changes one axis, so images take two, lines one and volumes three. The positions are computed in whole numbers.

use core::ops::Range;

use crate::kernels::{Lines, Taps, add_tapped, give_back_tapped};
use crate::rule::{By1, rule};
use crate::scalar::Real;
use crate::tape::No;
use crate::tensor::{Axis, Dim, HasAxis, Shape, Tensor, Text, along, filled, lines, wide_mut};

impl<T: Real, S: Shape> Tensor<T, S> {
    /// Axis `AXIS` with `LEN` numbers, each the nearest one: at position `k` that of `⌊k L / LEN⌋`, where `L` was the length. So is
    /// `torch.nn.functional.interpolate`, for images along two axes.
    ///
    /// Derivative: the sum of the cotangents of the positions that took the number.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn larger(x: &Tensor4<f64, 1, 1, 1, 2>) -> Tensor4<f64, 1, 1, 2, 4> {
    ///     x.upsample_nearest::<2, 2>().upsample_nearest::<3, 4>()
    /// }
    /// let (y, x_bar) = larger::vjp(&tensor([[[[1.0, 2.0]]]]), Tensor::full(1.0));
    /// assert_eq!(y, tensor([[[[1.0, 1.0, 2.0, 2.0], [1.0, 1.0, 2.0, 2.0]]]]));
    /// assert_eq!(x_bar, tensor([[[[4.0, 4.0]]]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn upsample_nearest<const AXIS: isize, const LEN: usize>(&self) -> Tensor<T, S::With<Dim<LEN>>>
    where
        S: HasAxis<AXIS>,
    {
        resampled::<AXIS, LEN, T, S>(self, nearest)
    }

    /// Axis `AXIS` with `LEN` numbers, each on the line between the two nearest ones: at position `k` the number at
    /// `(k + 1/2) L / LEN - 1/2`, where `L` was the length, and at the ends the first and the last number. Along two axes of an image it
    /// is bilinear, as `torch.nn.functional.interpolate` is with `align_corners=False`.
    ///
    /// Derivative: the cotangents, by the share of the number in each.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 4.0]).upsample_linear::<0, 4>(), tensor([0.0, 1.0, 3.0, 4.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn upsample_linear<const AXIS: isize, const LEN: usize>(&self) -> Tensor<T, S::With<Dim<LEN>>>
    where
        S: HasAxis<AXIS>,
    {
        resampled::<AXIS, LEN, T, S>(self, linear)
    }

    /// Axis `AXIS` with `LEN` numbers, each the mean of a part: at position `k` that of the positions from `⌊k L / LEN⌋` to before
    /// `⌈(k + 1) L / LEN⌉`, where `L` was the length. Along two axes it is `torch.nn.AdaptiveAvgPool2d`.
    ///
    /// Derivative: an equal share of the cotangent for each number of the part.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 3.0, 5.0]).adaptive_avg_pool::<0, 2>(), tensor([2.0, 4.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn adaptive_avg_pool<const AXIS: isize, const LEN: usize>(&self) -> Tensor<T, S::With<Dim<LEN>>>
    where
        S: HasAxis<AXIS>,
    {
        resampled::<AXIS, LEN, T, S>(self, parts)
    }

    crate::derivatives_of! {
        pub upsample_nearest<const AXIS: isize, const LEN: usize>: By1<upsample_nearest<AXIS, LEN>>;
        pub upsample_linear<const AXIS: isize, const LEN: usize>: By1<upsample_linear<AXIS, LEN>>;
        pub adaptive_avg_pool<const AXIS: isize, const LEN: usize>: By1<adaptive_avg_pool<AXIS, LEN>>;
    }
}

/// What position `k` of `to` numbers is made of, of `from` numbers.
type Kind<A> = fn(k: usize, from: usize, to: usize) -> Taps<A>;

fn nearest<A: Real>(k: usize, from: usize, to: usize) -> Taps<A> {
    Taps { start: k * from / to, count: 1, first: A::ONE, rest: A::ZERO }
}

fn linear<A: Real>(k: usize, from: usize, to: usize) -> Taps<A> {
    // In units of half a position of the result.
    let place = ((2 * k + 1) * from).saturating_sub(to);
    let (start, share) = (place / (2 * to), A::from_usize(place % (2 * to)) / A::from_usize(2 * to));
    if start + 1 < from {
        Taps { start, count: 2, first: A::ONE - share, rest: share }
    } else {
        Taps { start, count: 1, first: A::ONE, rest: A::ZERO }
    }
}

fn parts<A: Real>(k: usize, from: usize, to: usize) -> Taps<A> {
    let part = part(k, from, to);
    let share = A::ONE / A::from_usize(part.len());
    Taps { start: part.start, count: part.len(), first: share, rest: share }
}

/// The positions of part `k` of `to` parts of `from` positions.
pub(super) fn part(k: usize, from: usize, to: usize) -> Range<usize> {
    k * from / to..((k + 1) * from).div_ceil(to)
}

#[inline]
fn resampled<const AXIS: isize, const LEN: usize, T: Real, S: HasAxis<AXIS>>(
    x: &Tensor<T, S>,
    kind: Kind<T::Wide>,
) -> Tensor<T, S::With<Dim<LEN>>> {
    const {
        if S::Axis::LEN == 0 && LEN != 0 {
            along::<AXIS, S>(Text::new("upsample: length ").number(LEN).push(" cannot be made of"))
        }
    }
    let lines = [lines::<AXIS, S>(), lines_to::<AXIS, LEN, S>()];
    filled(|y: &mut Tensor<T, S::With<Dim<LEN>>>| {
        wide_mut(y, |y| add_tapped(lines, &|k| kind(k, S::Axis::LEN, LEN), x.as_slice(), y.as_mut_slice()));
    })
}

/// Adds the cotangent of each number to what it is made of.
#[inline]
fn give_back<const AXIS: isize, const LEN: usize, T: Real, S: HasAxis<AXIS>>(
    c: &Tensor<T, S::With<Dim<LEN>>>,
    d: &mut Tensor<T, S>,
    kind: Kind<T::Wide>,
) {
    let lines = [lines::<AXIS, S>(), lines_to::<AXIS, LEN, S>()];
    wide_mut(d, |d| give_back_tapped(lines, &|k| kind(k, S::Axis::LEN, LEN), c.as_slice(), d.as_mut_slice()));
}

/// The lines of the result.
#[inline(always)]
fn lines_to<const AXIS: isize, const LEN: usize, S: HasAxis<AXIS>>() -> Lines {
    Lines { len: LEN, ..lines::<AXIS, S>() }
}

macro_rules! kinds {
    ($($(#[$meta:meta])* $name:ident $kind:ident;)*) => {$(
        rule! {
            $(#[$meta])*
            $name[AXIS: isize, LEN: usize] reads (No, No);
            linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::With<Dim<LEN>>>;
            y = x.$name::<AXIS, LEN>();
            x (=> |c, d| give_back::<AXIS, LEN, T, S>(c, d, $kind));
        }
    )*};
}
kinds! {
    /// Axis `AXIS` with `LEN` numbers, each the nearest one. VJP: the sum of the cotangents of those that took it.
    upsample_nearest nearest;
    /// Axis `AXIS` with `LEN` numbers, each on the line between the two nearest ones. VJP: the cotangents, by their shares.
    upsample_linear linear;
    /// Axis `AXIS` with `LEN` numbers, each the mean of a part. VJP: an equal share of the cotangent for each number of the part.
    adaptive_avg_pool parts;
}
