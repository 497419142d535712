//! The traits of numbers: [`Element`], plain data that a tensor can store, and [`Real`], a floating-point scalar.
//!
//! `Real` supplies the elementary functions in `no_std` too (from `libm`); with feature `std` they are the platform's.
//! Code that is generic over it is differentiated like any other:
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn softplus<T: Real>(x: T) -> T {
//!     (T::ONE + x.exp()).ln()
//! }
//! assert_eq!(softplus::grad(0.0_f32), 0.5);
//! assert_eq!(softplus::grad(0.0_f64), 0.5);
//! ```

mod fast;
#[cfg(feature = "half")]
mod half;
mod strong_zero;

use core::fmt::{Debug, Display};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, Sub, SubAssign};

use bytemuck::Pod;

pub use strong_zero::StrongZero;

pub(crate) use fast::Fast;
pub(crate) use strong_zero::{ScalarFunction, logistic, times_normal};

use crate::differentiable::{Differentiable, Tangent};
use crate::tape::{Taped, Yes};

/// Plain old data that a [`Tensor`](crate::tensor::Tensor) stores: a number without padding, pointers or destructor.
///
/// Integers are elements too; a tensor of integers is stored, indexed and printed, and has no derivative.
///
/// ```
/// use cotangent::prelude::*;
///
/// let mut counts = Matrix::<usize, 2, 2>::zeros();
/// counts[[0, 1]] += 1;
/// assert_eq!(counts, tensor([[0, 1], [0, 0]]));
/// ```
pub trait Element: Pod + Debug + Display + PartialEq + PartialOrd + Send + Sync {
    /// The zero of the type.
    const ZERO: Self;
    /// The one of the type.
    const ONE: Self;
    /// The type in which sums and functions of such numbers are computed: `f32` for `f16` and `bf16`, the type itself
    /// for all others; any other type must be larger. A result is rounded once, at the end.
    type Accumulator: Element<Accumulator = Self::Accumulator>
        + Add<Output = Self::Accumulator>
        + Mul<Output = Self::Accumulator>;
    /// The same number in the accumulator type.
    fn widen(self) -> Self::Accumulator;
    /// The nearest number of this type.
    fn rounded(wide: Self::Accumulator) -> Self;
    /// Each number [widened](Self::widen); both slices are equally long.
    #[doc(hidden)]
    #[inline(always)]
    fn widen_all(numbers: &[Self], wide: &mut [Self::Accumulator]) {
        for (wide, x) in wide.iter_mut().zip(numbers) {
            *wide = x.widen();
        }
    }
    /// Each number [rounded](Self::rounded); both slices are equally long.
    #[doc(hidden)]
    #[inline(always)]
    fn round_all(wide: &[Self::Accumulator], numbers: &mut [Self]) {
        for (x, wide) in numbers.iter_mut().zip(wide) {
            *x = Self::rounded(*wide);
        }
    }
}

macro_rules! element {
    ($zero:literal, $one:literal: $($t:ty)*) => {$(
        impl Element for $t {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            type Accumulator = Self;
            #[inline(always)]
            fn widen(self) -> Self { self }
            #[inline(always)]
            fn rounded(wide: Self) -> Self { wide }
        }
    )*};
}
element!(0.0, 1.0: f32 f64);
element!(0, 1: u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

macro_rules! real {
    (
        $(#[$meta:meta])* trait $name:ident;
        consts { $($(#[$cmeta:meta])* $konst:ident;)* }
        functions { $($(#[$fmeta:meta])* $f:ident($($arg:ident: $ty:ty),*) -> $out:ty;)* }
    ) => {
        $(#[$meta])*
        pub trait $name:
            Element<Accumulator = <Self as $name>::Wide> + Default + Differentiable<Tangent = Self> + Tangent + Taped<Recompute = Yes, Stored = Yes>
            + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Rem<Output = Self> + Neg<Output = Self>
            + AddAssign + SubAssign + MulAssign + DivAssign + StrongZero + Fast
        {
            /// The [accumulator](Element::Accumulator), which is also a `Real`.
            type Wide: $name<Wide = Self::Wide> + Element<Accumulator = Self::Wide>;
            $($(#[$cmeta])* const $konst: Self;)*
            /// Converts a constant of the program; exact for `f64`, rounded to nearest for all others.
            fn lit(value: f64) -> Self;
            /// Converts a count; rounded to nearest if the type has too few digits.
            fn from_usize(value: usize) -> Self;
            /// The value as `f64`, exactly.
            fn to_f64(self) -> f64;
            $($(#[$fmeta])* #[must_use] fn $f(self $(, $arg: $ty)*) -> $out;)*
            /// The number, limited to the range from `low` to `high`.
            ///
            /// # Panics
            /// If `low > high`, or one of them is NaN.
            #[must_use]
            fn clamp(self, low: Self, high: Self) -> Self;
            /// The remainder of the Euclidean division: from 0 to less than `|other|`, up to rounding.
            #[must_use]
            #[inline(always)]
            fn rem_euclid(self, other: Self) -> Self {
                let r = self % other;
                if r < Self::ZERO { r + other.abs() } else { r }
            }
            /// The quotient of the Euclidean division: the integer that leaves [`rem_euclid`](Self::rem_euclid).
            #[must_use]
            #[inline(always)]
            fn div_euclid(self, other: Self) -> Self {
                let q = (self / other).trunc();
                if self % other >= Self::ZERO {
                    q
                } else if other > Self::ZERO {
                    q - Self::ONE
                } else {
                    q + Self::ONE
                }
            }
            /// The error function, `2/√π ∫ exp(-t²) dt` from 0 to `self`.
            #[must_use]
            fn erf(self) -> Self;
            /// `1 - erf(self)`, accurate where the result is tiny.
            #[must_use]
            fn erfc(self) -> Self;
        }
        real!(@impl $name f32 erff erfcf { $($konst)* } { $($f($($arg: $ty),*) -> $out;)* });
        real!(@impl $name f64 erf erfc { $($konst)* } { $($f($($arg: $ty),*) -> $out;)* });
    };
    (@impl $name:ident $t:ident $erf:ident $erfc:ident { $($konst:ident)* } { $($f:ident($($arg:ident: $ty:ty),*) -> $out:ty;)* }) => {
        impl $name for $t {
            type Wide = Self;
            $(const $konst: Self = $t::$konst;)*
            #[inline(always)]
            #[allow(clippy::cast_possible_truncation)]
            fn lit(value: f64) -> Self { value as $t }
            #[inline(always)]
            #[allow(clippy::cast_precision_loss)]
            fn from_usize(value: usize) -> Self { value as $t }
            #[inline(always)]
            fn to_f64(self) -> f64 { f64::from(self) }
            $(#[inline(always)] fn $f(self $(, $arg: $ty)*) -> $out { num_traits::Float::$f(self $(, $arg)*) })*
            #[inline(always)]
            fn clamp(self, low: Self, high: Self) -> Self { $t::clamp(self, low, high) }
            #[inline(always)]
            fn erf(self) -> Self { libm::$erf(self) }
            #[inline(always)]
            fn erfc(self) -> Self { libm::$erfc(self) }
        }
    };
}

real! {
    /// A floating-point scalar: `f32` or `f64`; with feature `half` also `f16` and `bf16`, whose functions are computed in `f32`;
    /// and a [`Dual`](crate::dual::Dual) of one of them, which carries a derivative along. No other type implements it: the trait is
    /// sealed.
    ///
    /// Write generic numerical code over it: `fn norm2<T: Real>(x: T, y: T) -> T`. Write literals as `T::lit(0.5)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// fn logistic<T: Real>(x: T) -> T {
    ///     T::ONE / (T::ONE + (-x).exp())
    /// }
    /// assert_eq!(logistic(0.0_f32), 0.5);
    /// assert_eq!(logistic(0.0_f64), 0.5);
    /// ```
    trait Real;
    consts {
        /// Positive infinity.
        INFINITY;
        /// Negative infinity.
        NEG_INFINITY;
        /// Not a number.
        NAN;
        /// The distance from 1 to the next larger number.
        EPSILON;
        /// The smallest positive normal number. Smaller numbers are subnormal, with fewer digits and slow arithmetic.
        MIN_POSITIVE;
    }
    functions {
        /// Absolute value.
        abs() -> Self;
        /// `e` to the power of `self`.
        exp() -> Self;
        /// Natural logarithm.
        ln() -> Self;
        /// `ln(1 + self)`, accurate near 0.
        ln_1p() -> Self;
        /// `exp(self) - 1`, accurate near 0.
        exp_m1() -> Self;
        /// Square root.
        sqrt() -> Self;
        /// Integer power.
        powi(n: i32) -> Self;
        /// Real power.
        powf(p: Self) -> Self;
        /// Sine of an angle in radians.
        sin() -> Self;
        /// Cosine of an angle in radians.
        cos() -> Self;
        /// Sine and cosine at once.
        sin_cos() -> (Self, Self);
        /// Tangent of an angle in radians.
        tan() -> Self;
        /// The angle between -π/2 and π/2 that has this sine.
        asin() -> Self;
        /// The angle between 0 and π that has this cosine.
        acos() -> Self;
        /// Arctangent, between -π/2 and π/2.
        atan() -> Self;
        /// The angle of the point `(x, self)`, between -π and π.
        atan2(x: Self) -> Self;
        /// Hyperbolic sine.
        sinh() -> Self;
        /// Hyperbolic cosine.
        cosh() -> Self;
        /// Hyperbolic tangent.
        tanh() -> Self;
        /// Inverse hyperbolic sine.
        asinh() -> Self;
        /// Inverse of the hyperbolic cosine.
        acosh() -> Self;
        /// Inverse of the hyperbolic tangent.
        atanh() -> Self;
        /// 2 to the power of `self`.
        exp2() -> Self;
        /// Logarithm to base 2.
        log2() -> Self;
        /// Logarithm to base 10.
        log10() -> Self;
        /// Cube root.
        cbrt() -> Self;
        /// `1 / self`.
        recip() -> Self;
        /// `√(self² + other²)`, without intermediate overflow.
        hypot(other: Self) -> Self;
        /// `self * a + b`, rounded once.
        mul_add(a: Self, b: Self) -> Self;
        /// The absolute value with the sign of another number.
        copysign(sign: Self) -> Self;
        /// The sign: 1 or -1, also for the zeros; NaN for a NaN.
        signum() -> Self;
        /// The largest integer that is not above.
        floor() -> Self;
        /// The smallest integer that is not below.
        ceil() -> Self;
        /// The nearest integer, halves away from zero.
        round() -> Self;
        /// The integer part.
        trunc() -> Self;
        /// The fractional part, with the sign of the number.
        fract() -> Self;
        /// An angle in degrees, from radians.
        to_degrees() -> Self;
        /// An angle in radians, from degrees.
        to_radians() -> Self;
        /// The larger of the two; a NaN loses against a number.
        max(other: Self) -> Self;
        /// The smaller of the two; a NaN loses against a number.
        min(other: Self) -> Self;
        /// Whether this is a NaN.
        is_nan() -> bool;
        /// Whether this is neither infinite nor a NaN.
        is_finite() -> bool;
    }
}
