//! What all normalisations do, for any division into groups: the normalised numbers, and the way back through them.

use crate::kernels::{self, Groups};
use crate::real::{Element, Real};
use crate::rule::times;
use crate::tensor::{Shape, Tensor};

/// What the way back needs, besides the normalised numbers.
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

/// Writes the normalised numbers to `y`; the statistics of every group.
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

/// What `v`, `y` and 1 are multiplied by in `r (v - mean(v) - y mean(v y))`; zeros for a group where `v` is zero.
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
    // Where `y` or `r` is no number, a zero would become one that is none.
    if all[1].as_slice().iter().any(|slope| slope.is_nan()) {
        let some = means(groups, v, v, scale, is_something);
        for coefficient in &mut all {
            coefficient.zip_assign(&some, unless_zero);
        }
    }
    all
}

/// `x = 0` where `some` is 0.
#[inline(always)]
fn unless_zero<T: Real>(x: &mut T, some: T) {
    if some == T::ZERO {
        *x = T::ZERO;
    }
}

/// `d += scale v + slope y + shift` for every group.
pub(super) fn combine<T: Real, S: Shape, K: Shape>(
    groups: Groups,
    coefficients: &[Tensor<T::Wide, K>; 3],
    (v, y): (&Tensor<T, S>, &Tensor<T, S>),
    d: &mut Tensor<T, S>,
) {
    let [scale, slope, shift] = coefficients;
    let coefficients = [scale.as_slice(), slope.as_slice(), shift.as_slice()];
    kernels::add_combination(groups, (v.as_slice(), y.as_slice()), coefficients, d.as_mut_slice());
}

/// `d += r (v - mean(v) - y mean(v y))` for every group.
pub(super) fn times_jacobian<T: Real, S: Shape, K: Shape>(
    groups: Groups,
    centred: bool,
    (y, scale): (&Tensor<T, S>, &Tensor<T::Wide, K>),
    v: &Tensor<T, S>,
    d: &mut Tensor<T, S>,
) {
    combine(groups, &coefficients(groups, centred, (y, scale), v), (v, y), d);
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
    combine(groups, &[Tensor::ZEROS, slope, Tensor::ZEROS], (y, y), d);
}
