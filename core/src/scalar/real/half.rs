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

use super::{Element, Real};

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
        impl Element for $t {
            const ZERO: Self = $t::ZERO;
            const ONE: Self = $t::ONE;
            type Accumulator = f32;
            #[inline(always)]
            fn widen(self) -> f32 {
                self.to_f32()
            }
            #[inline(always)]
            fn rounded(wide: f32) -> Self {
                $t::from_f32(wide)
            }
            #[inline]
            fn widen_all(numbers: &[Self], wide: &mut [f32]) {
                numbers.convert_to_f32_slice(wide);
            }
            #[inline]
            fn round_all(wide: &[f32], numbers: &mut [Self]) {
                numbers.convert_from_f32_slice(wide);
            }
        }

        impl Real for $t {
            type Wide = f32;
            $(const $konst: Self = $t::$konst;)*
            #[inline]
            fn lit(value: f64) -> Self {
                $t::from_f32(odd(value))
            }
            #[inline]
            #[allow(clippy::cast_precision_loss, reason = "far more digits stay than are needed")]
            fn from_usize(value: usize) -> Self {
                Self::lit(value as f64)
            }
            #[inline]
            fn to_f64(self) -> f64 {
                f64::from(self.to_f32())
            }
            $(#[inline] fn $one(self) -> Self { Self::rounded(Real::$one(self.widen())) })*
            $(#[inline] fn $two(self, other: Self) -> Self { Self::rounded(Real::$two(self.widen(), other.widen())) })*
            #[inline]
            fn powi(self, n: i32) -> Self {
                Self::rounded(Real::powi(self.widen(), n))
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                let (sin, cos) = Real::sin_cos(self.widen());
                (Self::rounded(sin), Self::rounded(cos))
            }
            #[inline]
            fn mul_add(self, a: Self, b: Self) -> Self {
                // The product is exact.
                Self::lit(Real::to_f64(self) * Real::to_f64(a) + Real::to_f64(b))
            }
            #[inline]
            fn clamp(self, low: Self, high: Self) -> Self {
                Self::rounded(self.widen().clamp(low.widen(), high.widen()))
            }
            #[inline(always)]
            fn is_nan(self) -> bool {
                $t::is_nan(self)
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $t::is_finite(self)
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
