//! What a number is: [`Element`], plain data a tensor may store, and [`Real`], a floating-point scalar.
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

use core::fmt::{Debug, Display};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, Sub, SubAssign};

use bytemuck::Pod;

use crate::differentiable::{Differentiable, Tangent};
use crate::tape::{Taped, Yes};

/// Plain old data that a [`Tensor`](crate::tensor::Tensor) stores: a number without padding, pointers or destructor.
///
/// Whole numbers are elements too; a tensor of them is stored, indexed and printed, and has no derivative.
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
}

macro_rules! element {
    ($zero:literal, $one:literal: $($t:ty)*) => {$(
        impl Element for $t {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
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
            Element + Default + Differentiable<Tangent = Self> + Tangent + Taped<Again = Yes>
            + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Rem<Output = Self> + Neg<Output = Self>
            + AddAssign + SubAssign + MulAssign + DivAssign
        {
            $($(#[$cmeta])* const $konst: Self;)*
            /// Converts a constant of the program; exact for `f64`, rounded to nearest for `f32`.
            fn lit(value: f64) -> Self;
            /// Converts a count; rounded to nearest when it has more digits than the type.
            fn from_usize(value: usize) -> Self;
            /// The value as `f64`, exactly.
            fn to_f64(self) -> f64;
            $($(#[$fmeta])* #[must_use] fn $f(self $(, $arg: $ty)*) -> $out;)*
        }
        real!(@impl $name f32 { $($konst)* } { $($f($($arg: $ty),*) -> $out;)* });
        real!(@impl $name f64 { $($konst)* } { $($f($($arg: $ty),*) -> $out;)* });
    };
    (@impl $name:ident $t:ident { $($konst:ident)* } { $($f:ident($($arg:ident: $ty:ty),*) -> $out:ty;)* }) => {
        impl $name for $t {
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
        }
    };
}

real! {
    /// A floating-point scalar: `f32` or `f64`.
    ///
    /// Generic numerical code is written over it: `fn norm2<T: Real>(x: T, y: T) -> T`. Literals become `T::lit(0.5)`.
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
        /// The smallest positive normal number. Below it lie the subnormal ones, with fewer digits and slow arithmetic.
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
        /// Hyperbolic tangent.
        tanh() -> Self;
        /// The integer part.
        trunc() -> Self;
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
