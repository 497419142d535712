//! Spreading a reduced number to the positions that it was computed from, for the gradients of reductions.
//!
//! The reduced shape `K` broadcasts to the full one: `S::Kept` for one axis, `()` for all. [`kept`] views a result
//! whose axis was removed as a `S::Kept`.

use super::map::zip3_accumulate;
use super::{HasAxis, Shape, SumTo, Tensor, wide_mut, widened};
use crate::kernels::add_to;
use crate::scalar::{Element, Real};

/// A reduced tensor with the removed axis kept as [`One`](super::One), in place.
#[inline(always)]
pub(crate) fn kept<const AXIS: isize, T: Element, S: HasAxis<AXIS>>(
    reduced: &Tensor<T, S::Removed>,
) -> &Tensor<T, S::Kept> {
    bytemuck::cast_ref(reduced)
}

/// `dst += scale * g`, where `g` broadcasts to the shape of `dst`: the gradient of a sum (`scale` 1) or mean.
#[inline]
pub(crate) fn accumulate_broadcast<T: Real, S, K>(g: &Tensor<T, K>, dst: &mut Tensor<T, S>, scale: T::Wide)
where
    S: Shape + SumTo<K>,
    K: Shape,
{
    dst.zip_assign(&(widened(g) * scale), add_to);
}

/// `dst += scale * g`, where `g` lacks axis `AXIS` of `dst`.
#[inline]
pub(crate) fn accumulate_axis<const AXIS: isize, T: Real, S: HasAxis<AXIS>>(
    g: &Tensor<T, S::Removed>,
    dst: &mut Tensor<T, S>,
    scale: T::Wide,
) {
    accumulate_broadcast(kept::<AXIS, T, S>(g), dst, scale);
}

/// `dst += g / ties` wherever `x` equals its extreme: the gradient of a maximum or minimum, shared equally among ties.
///
/// `extreme` and `g` have the reduced shape `K`: `S::Kept`, or `()` for a full reduction.
#[inline]
pub(crate) fn share_among_ties<T: Real, S, K>(
    x: &Tensor<T, S>,
    extreme: &Tensor<T, K>,
    g: &Tensor<T, K>,
    dst: &mut Tensor<T, S>,
) where
    S: Shape + SumTo<K>,
    K: Shape,
{
    let ties = count_ties(x, extreme);
    let share = widened(g) / ties;
    zip3_accumulate(x, extreme, &share, dst, where_equal);
}

/// The mean of `x_dot` over the positions where `x` equals its extreme: the tangent of a maximum or minimum.
///
/// Where all numbers are NaN, none equals the extreme; the mean is then zero, and so are the shares above.
#[inline]
pub(crate) fn mean_over_ties<T: Real, S, K>(
    x: &Tensor<T, S>,
    extreme: &Tensor<T, K>,
    x_dot: &Tensor<T, S>,
) -> Tensor<T, K>
where
    S: Shape + SumTo<K>,
    K: Shape,
{
    let ties = count_ties(x, extreme);
    let mut out = Tensor::ZEROS;
    wide_mut(&mut out, |out| {
        zip3_accumulate(x, extreme, x_dot, out, where_equal);
        *out /= ties.zip_map(&Tensor::from(T::Wide::ONE), Real::max);
    });
    out
}

/// How many elements of `x` equal each extreme.
#[inline]
fn count_ties<T: Real, S, K>(x: &Tensor<T, S>, extreme: &Tensor<T, K>) -> Tensor<T::Wide, K>
where
    S: Shape + SumTo<K>,
    K: Shape,
{
    let mut ties = Tensor::ZEROS;
    zip3_accumulate(x, extreme, &Tensor::from(T::Wide::ONE), &mut ties, where_equal);
    ties
}

/// `g` at the positions where `x` is `y`.
#[inline(always)]
fn where_equal<T: Real>(x: T, y: T, g: T) -> T {
    if x == y { g } else { T::ZERO }
}
