//! What all normalisations do, for any division into groups: the normalised numbers, and the way back through them.

use crate::kernels::{self, Groups, WriteMode};
use crate::rule::times;
use crate::scalar::{Element, Real};
use crate::tensor::{Shape, Tensor};

/// The residual of a normalisation, besides the normalised numbers.
pub(super) struct Statistics<T: Element, K: Shape> {
    pub mean: Tensor<T, K>,
    pub variance: Tensor<T, K>,
    /// `1 / √(variance + ε)`
    pub scale: Tensor<T, K>,
}

#[inline(always)]
pub(super) fn itself<T: Real>(x: T, _: T, _: T) -> T {
    x
}
#[inline(always)]
fn squared_difference<T: Real>(x: T, _: T, m: T) -> T {
    (x - m) * (x - m)
}
#[inline(always)]
pub(super) fn product<T: Real>(c: T, y: T, _: T) -> T {
    times(c, y)
}
#[inline(always)]
fn is_something<T: Real>(c: T, _: T, _: T) -> T {
    if c.vanishes() { T::ZERO } else { T::ONE }
}

/// The mean of `f` over every group.
pub(super) fn means<T: Real, K: Shape>(
    groups: Groups,
    a: &[T],
    b: &[T],
    k: &Tensor<T::Wide, K>,
    f: impl Fn(T::Wide, T::Wide, T::Wide) -> T::Wide,
) -> Tensor<T::Wide, K> {
    let mut sums = Tensor::<T::Wide, K>::ZEROS;
    kernels::sum_groups(groups, (a, b), k.as_slice(), sums.as_mut_slice(), f);
    sums / groups.len::<T::Wide>()
}

/// Writes the normalised numbers to `y`; returns the statistics of every group.
pub(super) fn normalised<T: Real, S: Shape, K: Shape>(
    groups: Groups,
    centred: bool,
    x: &Tensor<T, S>,
    eps: T,
    y: &mut Tensor<T, S>,
) -> Statistics<T::Wide, K> {
    let numbers = x.as_slice();
    let mut mean = Tensor::<T::Wide, K>::ZEROS;
    if centred {
        mean = means(groups, numbers, numbers, &mean, itself);
    }
    let variance = means(groups, numbers, numbers, &mean, squared_difference);
    let eps = eps.widen();
    let scale = variance.map(|v| (v + eps).sqrt().recip());
    kernels::normalise(groups, numbers, [mean.as_slice(), scale.as_slice()], y.as_mut_slice());
    Statistics { mean, variance, scale }
}

/// The factors of `v`, `y` and 1 in `r (v - mean(v) - y mean(v y))`; zeros for a group where `v` is zero.
pub(super) fn coefficients<T: Real, S: Shape, K: Shape>(
    groups: Groups,
    centred: bool,
    (y, scale): (&Tensor<T, S>, &Tensor<T::Wide, K>),
    v: &Tensor<T, S>,
) -> [Tensor<T::Wide, K>; 3] {
    let (y, v) = (y.as_slice(), v.as_slice());
    let mut all = [*scale, -means(groups, v, y, scale, product) * scale, Tensor::ZEROS];
    if centred {
        all[2] = -means(groups, v, v, scale, itself) * scale;
    }
    strongly(groups, v, scale, &mut all);
    all
}

/// Where `y` or `r` is NaN, zeros in `v` would become NaN: nothing is added there.
fn strongly<T: Real, K: Shape>(
    groups: Groups,
    v: &[T],
    scale: &Tensor<T::Wide, K>,
    coefficients: &mut [Tensor<T::Wide, K>; 3],
) {
    if coefficients[1].as_slice().iter().any(|slope| slope.is_nan()) {
        let some = means(groups, v, v, scale, is_something);
        for coefficient in coefficients {
            coefficient.zip_assign(&some, unless_zero);
        }
    }
}

/// A value and its tangent.
type Both<'a, X> = (&'a X, &'a X);

/// The tangent of the contributions of the cotangents `v`, if output and scales have tangents: added to the tangents of
/// the cotangents of the operands.
pub(super) fn add_moving<T: Real, S: Shape, K: Shape>(
    groups: Groups,
    centred: bool,
    (y, y_dot): Both<'_, Tensor<T, S>>,
    (scale, scale_dot): Both<'_, Tensor<T::Wide, K>>,
    v: &Tensor<T, S>,
    d: &mut Tensor<T, S>,
) {
    let mean = |with: &Tensor<T, S>| means(groups, v.as_slice(), with.as_slice(), scale, product);
    let along = mean(y);
    let mut moving = [*scale_dot, -(mean(y_dot) * scale) - along * scale_dot, Tensor::ZEROS];
    if centred {
        moving[2] = -means(groups, v.as_slice(), v.as_slice(), scale, itself) * scale_dot;
    }
    strongly(groups, v.as_slice(), scale, &mut moving);
    combine(groups, &moving, (v, y), d, WriteMode::Accumulate);
    let mut still = [Tensor::ZEROS, -(along * scale), Tensor::ZEROS];
    strongly(groups, v.as_slice(), scale, &mut still);
    combine(groups, &still, (v, y_dot), d, WriteMode::Accumulate);
}

/// The tangents of the scales: that of `r = 1/√(v + ε)` is `-r² mean(y ẋ) - r³ ε̇ / 2`.
pub(super) fn moving_scale<T: Real, S: Shape, K: Shape>(
    groups: Groups,
    (y, scale): (&Tensor<T, S>, &Tensor<T::Wide, K>),
    x_dot: Option<&Tensor<T, S>>,
    eps_dot: Option<&T>,
) -> Tensor<T::Wide, K> {
    let mut scale_dot = Tensor::ZEROS;
    if let Some(x_dot) = x_dot {
        let along = means(groups, x_dot.as_slice(), y.as_slice(), scale, product);
        scale_dot -= along.zip_map(scale, |a, r| times(a, r * r));
    }
    if let Some(eps_dot) = eps_dot {
        let half = eps_dot.widen() * T::Wide::lit(0.5);
        scale_dot -= scale.map(|r| times(half, r * r * r));
    }
    scale_dot
}

/// The tangent of [`by_eps`], if output and scales have tangents.
pub(super) fn by_eps_moving<T: Real, S: Shape, K: Shape>(
    groups: Groups,
    (y, y_dot): Both<'_, Tensor<T, S>>,
    (scale, scale_dot): Both<'_, Tensor<T::Wide, K>>,
    v: &Tensor<T, S>,
) -> T::Wide {
    let along = means(groups, v.as_slice(), y.as_slice(), scale, product);
    let each = along.zip_map(&(scale * scale_dot), |a, r| times(a, r + r));
    by_eps(groups, (y_dot, scale), v) - each.sum() * groups.len::<T::Wide>() * T::Wide::lit(0.5)
}

/// `x = 0` where `some` is 0.
#[inline(always)]
fn unless_zero<T: Real>(x: &mut T, some: T) {
    if some == T::ZERO {
        *x = T::ZERO;
    }
}

/// `d += scale v + slope y + shift`, or `=`, for every group.
pub(super) fn combine<T: Real, S: Shape, K: Shape>(
    groups: Groups,
    coefficients: &[Tensor<T::Wide, K>; 3],
    (v, y): (&Tensor<T, S>, &Tensor<T, S>),
    d: &mut Tensor<T, S>,
    how: WriteMode,
) {
    let [scale, slope, shift] = coefficients;
    let coefficients = [scale.as_slice(), slope.as_slice(), shift.as_slice()];
    kernels::put_combination(groups, (v.as_slice(), y.as_slice()), coefficients, d.as_mut_slice(), how);
}

/// `d += r (v - mean(v) - y mean(v y))`, or `=`, for every group.
pub(super) fn times_jacobian<T: Real, S: Shape, K: Shape>(
    groups: Groups,
    centred: bool,
    (y, scale): (&Tensor<T, S>, &Tensor<T::Wide, K>),
    v: &Tensor<T, S>,
    d: &mut Tensor<T, S>,
    how: WriteMode,
) {
    combine(groups, &coefficients(groups, centred, (y, scale), v), (v, y), d, how);
}

/// `-Σ r² v y / 2`, the derivative by `ε` along `v`.
pub(super) fn by_eps<T: Real, S: Shape, K: Shape>(
    groups: Groups,
    (y, scale): (&Tensor<T, S>, &Tensor<T::Wide, K>),
    v: &Tensor<T, S>,
) -> T::Wide {
    let along = means(groups, v.as_slice(), y.as_slice(), scale, product);
    let each = along.zip_map(scale, |a, r| times(a, r * r));
    each.sum() * groups.len::<T::Wide>() * T::Wide::lit(-0.5)
}

/// `d -= r² y t / 2`, the tangent for that of `ε`.
pub(super) fn add_along_eps<T: Real, S: Shape, K: Shape>(
    groups: Groups,
    (y, scale): (&Tensor<T, S>, &Tensor<T::Wide, K>),
    t: T,
    d: &mut Tensor<T, S>,
) {
    let t = t.widen();
    let slope = scale.map(|r| times(t, r * r) * T::Wide::lit(-0.5));
    combine(groups, &[Tensor::ZEROS, slope, Tensor::ZEROS], (y, y), d, WriteMode::Accumulate);
}
