//! The functions by the way in which products are added.

use bytemuck::{Pod, Zeroable};

use super::{Float, error, exponential, hyperbolic, logarithm, normal, power, trigonometric};

/// The computation of `x a + b`. Kernels that are compiled for certain processors choose one; all other code calls
/// [`math::exp`](super::exp) and so on, which are `Native::exp`.
///
/// All functions are equally accurate with both; their results may differ in the last digit.
///
/// ```
/// use cotangent::math::{Arithmetic, Separate};
///
/// assert_eq!(Separate::exp(0.0), 1.0);
/// ```
pub trait Arithmetic: Pod {
    /// Whether a kernel computes sine and cosine of every angle, by the standard library, instead of these functions.
    #[doc(hidden)]
    const EVERY_ANGLE: bool = true;

    /// `x a + b`.
    fn mul_add<T: Float>(x: T, a: T, b: T) -> T;

    /// `x²` minus `square`, where `square` is the rounded `x²` (Dekker 1971).
    #[doc(hidden)]
    #[inline(always)]
    fn lost_of_square<T: Float>(x: T, square: T) -> T {
        let high = x.upper();
        let low = x - high;
        low * low + ((high + high) * low + (high * high - square))
    }

    /// [`math::exp`](super::exp).
    #[inline(always)]
    #[must_use]
    fn exp<T: Float>(x: T) -> T {
        exponential::exp::<Self, T>(x)
    }
    /// [`math::exp2`](super::exp2).
    #[inline(always)]
    #[must_use]
    fn exp2<T: Float>(x: T) -> T {
        exponential::exp2::<Self, T>(x)
    }
    /// [`math::exp_m1`](super::exp_m1).
    #[inline(always)]
    #[must_use]
    fn exp_m1<T: Float>(x: T) -> T {
        exponential::exp_m1::<Self, T>(x)
    }
    /// [`math::ln`](super::ln).
    #[inline(always)]
    #[must_use]
    fn ln<T: Float>(x: T) -> T {
        logarithm::ln::<Self, T>(x)
    }
    /// [`math::ln_1p`](super::ln_1p).
    #[inline(always)]
    #[must_use]
    fn ln_1p<T: Float>(x: T) -> T {
        logarithm::ln_1p::<Self, T>(x)
    }
    /// [`math::log2`](super::log2).
    #[inline(always)]
    #[must_use]
    fn log2<T: Float>(x: T) -> T {
        logarithm::log2::<Self, T>(x)
    }
    /// [`math::log10`](super::log10).
    #[inline(always)]
    #[must_use]
    fn log10<T: Float>(x: T) -> T {
        logarithm::log10::<Self, T>(x)
    }
    /// [`math::tanh`](super::tanh).
    #[inline(always)]
    #[must_use]
    fn tanh<T: Float>(x: T) -> T {
        hyperbolic::tanh::<Self, T>(x)
    }
    /// [`math::sigmoid`](super::sigmoid).
    #[inline(always)]
    #[must_use]
    fn sigmoid<T: Float>(x: T) -> T {
        Self::sigmoids(x).0
    }
    /// [`math::sigmoids`](super::sigmoids).
    #[inline(always)]
    #[must_use]
    fn sigmoids<T: Float>(x: T) -> (T, T) {
        hyperbolic::sigmoids::<Self, T>(x)
    }
    /// [`math::gelu`](super::gelu).
    #[inline(always)]
    #[must_use]
    fn gelu<T: Float>(x: T) -> (T, T) {
        normal::gelu::<Self, T>(x)
    }
    /// [`math::sin_cos`](super::sin_cos).
    #[inline(always)]
    #[must_use]
    fn sin_cos<T: Float>(x: T) -> (T, T) {
        trigonometric::sin_cos::<Self, T>(x)
    }
    /// [`math::sin`](super::sin).
    #[inline(always)]
    #[must_use]
    fn sin<T: Float>(x: T) -> T {
        Self::sin_cos(x).0
    }
    /// [`math::cos`](super::cos).
    #[inline(always)]
    #[must_use]
    fn cos<T: Float>(x: T) -> T {
        Self::sin_cos(x).1
    }
    /// [`math::erf`](super::erf).
    #[inline(always)]
    #[must_use]
    fn erf<T: Float>(x: T) -> T {
        error::erf::<Self, T>(x)
    }
    /// [`math::erfc`](super::erfc).
    #[inline(always)]
    #[must_use]
    fn erfc<T: Float>(x: T) -> T {
        error::erfc::<Self, T>(x)
    }
    /// [`math::powf`](super::powf).
    #[inline(always)]
    #[must_use]
    fn powf<T: Float>(x: T, y: T) -> T {
        power::powf::<Self, T>(x, y)
    }
}

/// A multiplication and an addition: two roundings, on every processor.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Separate;

impl Arithmetic for Separate {
    #[inline(always)]
    fn mul_add<T: Float>(x: T, a: T, b: T) -> T {
        x * a + b
    }
}

/// One instruction, rounded once. Only for code that is compiled for processors with that instruction, such as a
/// function with `#[target_feature(enable = "fma")]`: elsewhere every step calls a slow function.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Fused;

#[cfg(feature = "std")]
impl Arithmetic for Fused {
    #[inline(always)]
    fn mul_add<T: Float>(x: T, a: T, b: T) -> T {
        x.fused(a, b)
    }
    #[inline(always)]
    fn lost_of_square<T: Float>(x: T, square: T) -> T {
        x.fused(x, -square)
    }
}

/// The fastest arithmetic on all processors that the program is compiled for: `Fused` if all of them have the
/// instruction (and feature `std` is on), otherwise [`Separate`].
#[cfg(all(feature = "std", any(target_feature = "fma", target_arch = "aarch64")))]
pub type Native = Fused;

/// The fastest arithmetic on all processors that the program is compiled for: `Fused` if all of them have the
/// instruction (and feature `std` is on), otherwise [`Separate`].
#[cfg(not(all(feature = "std", any(target_feature = "fma", target_arch = "aarch64"))))]
pub type Native = Separate;

/// [`polynomial`] by Horner's scheme: one product less, for results that no other step waits for.
#[inline(always)]
pub(super) fn in_a_row<M: Arithmetic, T: Float>(x: T, c: &[T]) -> T {
    let mut i = c.len() - 1;
    let mut sum = c[i];
    while i > 0 {
        i -= 1;
        sum = M::mul_add(sum, x, c[i]);
    }
    sum
}

/// `c[0] + c[1] x + c[2] x² + ..`: in pairs, so that half of the steps need not wait for each other.
#[inline(always)]
pub(super) fn polynomial<M: Arithmetic, T: Float>(x: T, c: &[T]) -> T {
    let square = x * x;
    let pair = |i: usize| if i + 1 < c.len() { M::mul_add(c[i + 1], x, c[i]) } else { c[i] };
    let last = (c.len() - 1) / 2 * 2;
    let mut sum = pair(last);
    let mut i = last;
    while i > 0 {
        i -= 2;
        sum = M::mul_add(sum, square, pair(i));
    }
    sum
}
