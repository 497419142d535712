//! Half precision (feature `half`): `f16`, the 16-bit format of IEEE 754, and `bf16`, the upper half of an `f32`.
//!
//! | | digits in base 2 | largest | smallest normal | smallest |
//! |---|---|---|---|---|
//! | `f16` | 11 | 65,504 | 6.1e-5 | 6.0e-8 |
//! | `bf16` | 8 | 3.4e38 | 1.2e-38 | 9.2e-41 |
//!
//! They are for storage, not for computation: functions and sums are computed in `f32` and rounded once.

use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};

use super::{Dictionary, Functions, Real, Scalar};

/// An `f32` to be rounded again to fewer digits: next to the value, and odd in its last digit unless it is exact.
/// Rounding it again gives the same result as rounding the value directly, because it is never by accident halfway
/// between two numbers (Boldo and Melquiond 2008).
#[allow(clippy::cast_possible_truncation, reason = "what is lost is seen to")]
fn odd(value: f64) -> f32 {
    let near = value as f32;
    let (bits, back) = (near.to_bits(), f64::from(near));
    if back == value || value.is_nan() || bits & 1 == 1 {
        near
    } else if back.abs() < value.abs() {
        f32::from_bits(bits + 1)
    } else {
        f32::from_bits(bits - 1)
    }
}

macro_rules! half {
    (
        $t:ident;
        consts { $($konst:ident)* }
        one { $($one:ident)* }
        two { $($two:ident)* }
    ) => {
        #[diagnostic::do_not_recommend]
        impl Scalar for $t {
            type Itself = Self;
        }

        impl Functions for Dictionary<$t> {
            type Number = $t;
            type Wide = f32;
            const ZERO: $t = $t::ZERO;
            const ONE: $t = $t::ONE;
            $(const $konst: $t = $t::$konst;)*
            #[inline(always)]
            fn widen(x: $t) -> f32 {
                x.to_f32()
            }
            #[inline(always)]
            fn rounded(wide: f32) -> $t {
                $t::from_f32(wide)
            }
            #[inline]
            fn widen_all(numbers: &[$t], wide: &mut [f32]) {
                numbers.convert_to_f32_slice(wide);
            }
            #[inline]
            fn round_all(wide: &[f32], numbers: &mut [$t]) {
                numbers.convert_from_f32_slice(wide);
            }
            #[inline(always)]
            fn neutral() -> $t {
                -$t::ZERO
            }
            #[inline(always)]
            fn scale(x: &mut $t, factor: f64) {
                *x = Self::rounded(x.to_f32() * f32::lit(factor));
            }
            #[inline(always)]
            fn inner(x: &$t, other: &$t) -> f64 {
                Self::to_f64(*x) * Self::to_f64(*other)
            }
            #[inline(always)]
            fn is_nothing(x: &$t) -> bool {
                *x == $t::ZERO
            }
            #[inline]
            fn lit(value: f64) -> $t {
                $t::from_f32(odd(value))
            }
            #[inline]
            #[allow(clippy::cast_precision_loss, reason = "far more digits stay than are needed")]
            fn from_usize(value: usize) -> $t {
                Self::lit(value as f64)
            }
            #[inline]
            fn to_f64(x: $t) -> f64 {
                f64::from(x.to_f32())
            }
            $(#[inline] fn $one(x: $t) -> $t { Self::rounded(Real::$one(x.to_f32())) })*
            $(#[inline] fn $two(x: $t, other: $t) -> $t { Self::rounded(Real::$two(x.to_f32(), other.to_f32())) })*
            #[inline]
            fn powi(x: $t, n: i32) -> $t {
                Self::rounded(Real::powi(x.to_f32(), n))
            }
            #[inline]
            fn sin_cos(x: $t) -> ($t, $t) {
                let (sin, cos) = Real::sin_cos(x.to_f32());
                (Self::rounded(sin), Self::rounded(cos))
            }
            #[inline]
            fn mul_add(x: $t, a: $t, b: $t) -> $t {
                // The product is exact.
                Self::lit(Self::to_f64(x) * Self::to_f64(a) + Self::to_f64(b))
            }
            #[inline]
            fn clamp(x: $t, low: $t, high: $t) -> $t {
                Self::rounded(x.to_f32().clamp(low.to_f32(), high.to_f32()))
            }
            #[inline(always)]
            fn is_nan(x: $t) -> bool {
                $t::is_nan(x)
            }
            #[inline(always)]
            fn is_finite(x: $t) -> bool {
                $t::is_finite(x)
            }
        }
    };
}

macro_rules! halves {
    ($($t:ident)*) => {$(
        half! {
            $t;
            consts { INFINITY NEG_INFINITY NAN EPSILON MIN_POSITIVE }
            one {
                abs exp ln ln_1p exp_m1 sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp2 log2 log10 cbrt
                recip signum floor ceil round trunc fract to_degrees to_radians erf erfc
            }
            two { powf atan2 hypot copysign max min rem_euclid div_euclid }
        }
    )*};
}
halves!(f16 bf16);
