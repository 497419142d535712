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

mod dictionary;
mod fast;
#[cfg(feature = "half")]
mod half;
mod strong_zero;

use core::fmt::{Debug, Display};
use core::ops::{Add, Mul};

use bytemuck::Pod;

#[doc(hidden)]
pub use dictionary::{Dictionary, Scalar};
pub use strong_zero::StrongZero;

pub(crate) use dictionary::each;
pub(crate) use fast::Fast;
pub(crate) use strong_zero::{ScalarFunction, logistic, times_normal};

use crate::differentiable::Tangent;

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
    ($($t:ty)*) => {$(
        impl Element for $t {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            type Accumulator = Self;
            #[inline(always)]
            fn widen(self) -> Self { self }
            #[inline(always)]
            fn rounded(wide: Self) -> Self { wide }
        }
    )*};
}
element!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// The type of an argument or a result of a function of numbers of type `$number`.
macro_rules! type_of {
    (number $number:ty) => {
        $number
    };
    (pair $number:ty) => {
        ($number, $number)
    };
    (bool $number:ty) => {
        bool
    };
    (i32 $number:ty) => {
        i32
    };
}

macro_rules! real {
    (
        $(#[$meta:meta])* trait $name:ident;
        consts { $($(#[$cmeta:meta])* $konst:ident;)* }
        functions { $($(#[$fmeta:meta])* $f:ident($($arg:ident: $ty:ident),*) -> $out:ident;)* }
        beyond { $($(#[$bmeta:meta])* $b:ident($($barg:ident),*);)* }
    ) => {
        $(#[$meta])*
        pub trait $name: Scalar + Element<Accumulator = <Self as $name>::Wide> + Tangent {
            /// The [accumulator](Element::Accumulator), which is also a `Real`.
            type Wide: $name<Wide = Self::Wide> + Element<Accumulator = Self::Wide>;
            $($(#[$cmeta])* const $konst: Self;)*
            /// Converts a constant of the program; exact for `f64`, rounded to nearest for all others.
            fn lit(value: f64) -> Self;
            /// Converts a count; rounded to nearest if the type has too few digits.
            fn from_usize(value: usize) -> Self;
            /// The value as `f64`, exactly.
            fn to_f64(self) -> f64;
            $($(#[$fmeta])* #[must_use] fn $f(self $(, $arg: type_of!($ty Self))*) -> type_of!($out Self);)*
            $($(#[$bmeta])* #[must_use] fn $b(self $(, $barg: Self)*) -> Self;)*
        }

        /// What the functions of a number type are, apart from the type: see [`Scalar`].
        #[doc(hidden)]
        pub trait Functions {
            /// The number type.
            type Number;
            /// See [`Real::Wide`].
            type Wide: $name<Wide = Self::Wide> + Element<Accumulator = Self::Wide>;
            /// See [`Element::ZERO`].
            const ZERO: Self::Number;
            /// See [`Element::ONE`].
            const ONE: Self::Number;
            $(/// See [`Real`].
            const $konst: Self::Number;)*
            /// See [`Tangent::PLAIN`].
            const PLAIN: bool = true;
            /// See [`Element::widen`].
            fn widen(x: Self::Number) -> Self::Wide;
            /// See [`Element::rounded`].
            fn rounded(wide: Self::Wide) -> Self::Number;
            /// See [`Element::widen_all`].
            fn widen_all(numbers: &[Self::Number], wide: &mut [Self::Wide]);
            /// See [`Element::round_all`].
            fn round_all(wide: &[Self::Wide], numbers: &mut [Self::Number]);
            /// See [`Tangent::neutral`].
            fn neutral() -> Self::Number;
            /// See [`Tangent::scale`].
            fn scale(x: &mut Self::Number, factor: f64);
            /// See [`Tangent::inner`].
            fn inner(x: &Self::Number, other: &Self::Number) -> f64;
            /// See [`Tangent::is_nothing`].
            fn is_nothing(x: &Self::Number) -> bool;
            /// See [`Real::lit`].
            fn lit(value: f64) -> Self::Number;
            /// See [`Real::from_usize`].
            fn from_usize(value: usize) -> Self::Number;
            /// See [`Real::to_f64`].
            fn to_f64(x: Self::Number) -> f64;
            $(/// See [`Real`].
            fn $f(x: Self::Number $(, $arg: type_of!($ty Self::Number))*) -> type_of!($out Self::Number);)*
            $(/// See [`Real`].
            fn $b(x: Self::Number $(, $barg: Self::Number)*) -> Self::Number;)*
        }

        #[diagnostic::do_not_recommend]
        impl<T: Scalar> $name for T
        where
            Dictionary<T>: Functions<Number = T>,
        {
            type Wide = <Dictionary<T> as Functions>::Wide;
            $(const $konst: Self = <Dictionary<T> as Functions>::$konst;)*
            #[inline(always)]
            fn lit(value: f64) -> Self { Dictionary::<T>::lit(value) }
            #[inline(always)]
            fn from_usize(value: usize) -> Self { Dictionary::<T>::from_usize(value) }
            #[inline(always)]
            fn to_f64(self) -> f64 { Dictionary::<T>::to_f64(self) }
            $(#[inline(always)] fn $f(self $(, $arg: type_of!($ty Self))*) -> type_of!($out Self) { Dictionary::<T>::$f(self $(, $arg)*) })*
            $(#[inline(always)] fn $b(self $(, $barg: Self)*) -> Self { Dictionary::<T>::$b(self $(, $barg)*) })*
        }

        real!(@impl f32 erff erfcf { $($konst)* } { $($f($($arg: $ty),*) -> $out;)* });
        real!(@impl f64 erf erfc { $($konst)* } { $($f($($arg: $ty),*) -> $out;)* });
    };
    (@impl $t:ident $erf:ident $erfc:ident { $($konst:ident)* } { $($f:ident($($arg:ident: $ty:ident),*) -> $out:ident;)* }) => {
        #[diagnostic::do_not_recommend]
        impl Scalar for $t {
            type Itself = Self;
        }
        impl Functions for Dictionary<$t> {
            type Number = $t;
            type Wide = $t;
            const ZERO: $t = 0.0;
            const ONE: $t = 1.0;
            $(const $konst: $t = $t::$konst;)*
            #[inline(always)]
            fn widen(x: $t) -> $t { x }
            #[inline(always)]
            fn rounded(wide: $t) -> $t { wide }
            #[inline(always)]
            fn widen_all(numbers: &[$t], wide: &mut [$t]) { each(numbers, wide, |x| x); }
            #[inline(always)]
            fn round_all(wide: &[$t], numbers: &mut [$t]) { each(wide, numbers, |x| x); }
            #[inline(always)]
            fn neutral() -> $t { -0.0 }
            #[inline(always)]
            fn scale(x: &mut $t, factor: f64) { *x *= Self::lit(factor); }
            #[inline(always)]
            fn inner(x: &$t, other: &$t) -> f64 { f64::from(*x) * f64::from(*other) }
            #[inline(always)]
            fn is_nothing(x: &$t) -> bool { *x == 0.0 }
            #[inline(always)]
            #[allow(clippy::cast_possible_truncation)]
            fn lit(value: f64) -> $t { value as $t }
            #[inline(always)]
            #[allow(clippy::cast_precision_loss)]
            fn from_usize(value: usize) -> $t { value as $t }
            #[inline(always)]
            fn to_f64(x: $t) -> f64 { f64::from(x) }
            $(#[inline(always)] fn $f(x: $t $(, $arg: type_of!($ty $t))*) -> type_of!($out $t) { num_traits::Float::$f(x $(, $arg)*) })*
            #[inline(always)]
            fn clamp(x: $t, low: $t, high: $t) -> $t { $t::clamp(x, low, high) }
            #[inline(always)]
            fn rem_euclid(x: $t, other: $t) -> $t { rem_euclid(x, other) }
            #[inline(always)]
            fn div_euclid(x: $t, other: $t) -> $t { div_euclid(x, other) }
            #[inline(always)]
            fn erf(x: $t) -> $t { libm::$erf(x) }
            #[inline(always)]
            fn erfc(x: $t) -> $t { libm::$erfc(x) }
        }
    };
}

/// [`Real::rem_euclid`] of a type with a remainder.
#[inline(always)]
pub(crate) fn rem_euclid<T: Real>(x: T, other: T) -> T {
    let r = x % other;
    if r < T::ZERO { r + other.abs() } else { r }
}

/// [`Real::div_euclid`] of a type with a remainder.
#[inline(always)]
pub(crate) fn div_euclid<T: Real>(x: T, other: T) -> T {
    let q = (x / other).trunc();
    if x % other >= T::ZERO {
        q
    } else if other > T::ZERO {
        q - T::ONE
    } else {
        q + T::ONE
    }
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
        abs() -> number;
        /// `e` to the power of `self`.
        exp() -> number;
        /// Natural logarithm.
        ln() -> number;
        /// `ln(1 + self)`, accurate near 0.
        ln_1p() -> number;
        /// `exp(self) - 1`, accurate near 0.
        exp_m1() -> number;
        /// Square root.
        sqrt() -> number;
        /// Integer power.
        powi(n: i32) -> number;
        /// Real power.
        powf(p: number) -> number;
        /// Sine of an angle in radians.
        sin() -> number;
        /// Cosine of an angle in radians.
        cos() -> number;
        /// Sine and cosine at once.
        sin_cos() -> pair;
        /// Tangent of an angle in radians.
        tan() -> number;
        /// The angle between -π/2 and π/2 that has this sine.
        asin() -> number;
        /// The angle between 0 and π that has this cosine.
        acos() -> number;
        /// Arctangent, between -π/2 and π/2.
        atan() -> number;
        /// The angle of the point `(x, self)`, between -π and π.
        atan2(x: number) -> number;
        /// Hyperbolic sine.
        sinh() -> number;
        /// Hyperbolic cosine.
        cosh() -> number;
        /// Hyperbolic tangent.
        tanh() -> number;
        /// Inverse hyperbolic sine.
        asinh() -> number;
        /// Inverse of the hyperbolic cosine.
        acosh() -> number;
        /// Inverse of the hyperbolic tangent.
        atanh() -> number;
        /// 2 to the power of `self`.
        exp2() -> number;
        /// Logarithm to base 2.
        log2() -> number;
        /// Logarithm to base 10.
        log10() -> number;
        /// Cube root.
        cbrt() -> number;
        /// `1 / self`.
        recip() -> number;
        /// `√(self² + other²)`, without intermediate overflow.
        hypot(other: number) -> number;
        /// `self * a + b`, rounded once.
        mul_add(a: number, b: number) -> number;
        /// The absolute value with the sign of another number.
        copysign(sign: number) -> number;
        /// The sign: 1 or -1, also for the zeros; NaN for a NaN.
        signum() -> number;
        /// The largest integer that is not above.
        floor() -> number;
        /// The smallest integer that is not below.
        ceil() -> number;
        /// The nearest integer, halves away from zero.
        round() -> number;
        /// The integer part.
        trunc() -> number;
        /// The fractional part, with the sign of the number.
        fract() -> number;
        /// An angle in degrees, from radians.
        to_degrees() -> number;
        /// An angle in radians, from degrees.
        to_radians() -> number;
        /// The larger of the two; a NaN loses against a number.
        max(other: number) -> number;
        /// The smaller of the two; a NaN loses against a number.
        min(other: number) -> number;
        /// Whether this is a NaN.
        is_nan() -> bool;
        /// Whether this is neither infinite nor a NaN.
        is_finite() -> bool;
    }
    beyond {
        /// The number, limited to the range from `low` to `high`.
        ///
        /// # Panics
        /// If `low > high`, or one of them is NaN.
        clamp(low, high);
        /// The remainder of the Euclidean division: from 0 to less than `|other|`, up to rounding.
        rem_euclid(other);
        /// The quotient of the Euclidean division: the integer that leaves [`rem_euclid`](Self::rem_euclid).
        div_euclid(other);
        /// The error function, `2/√π ∫ exp(-t²) dt` from 0 to `self`.
        erf();
        /// `1 - erf(self)`, accurate where the result is tiny.
        erfc();
    }
}
