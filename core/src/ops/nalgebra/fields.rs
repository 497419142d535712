//! Dual numbers, and several numbers at once, as scalars of nalgebra. What nalgebra computes of dual numbers has tangents.
//!
//! `RealField` asks for what simba calls a field, a lane, a set and a real number. The functions are those of [`Real`].

use ::nalgebra::{ComplexField, Field, RealField, SimdValue};
use approx::{AbsDiffEq, RelativeEq, UlpsEq};
use num_traits::{FromPrimitive, Num, One, Signed, Zero};
use simba::scalar::SubsetOf;

use super::Number;
use crate::scalar::Dual;
#[cfg(feature = "simd")]
use crate::scalar::lanes::{F32x8, F64x4};
use crate::scalar::{Element, Real, StrongZero};

macro_rules! complex_field {
    ([$($g:tt)*] $t:ty; same { $($same:ident)* } plain { $($plain:ident)* } two { $($two:ident)* }) => {
        impl<$($g)*> ComplexField for $t {
            type RealField = Self;
            $(
                #[inline]
                fn $same(self) -> Self {
                    self
                }
            )*
            $(
                #[inline]
                fn $plain(self) -> Self {
                    Real::$plain(self)
                }
            )*
            $(
                #[inline]
                fn $two(self, other: Self) -> Self {
                    Real::$two(self, other)
                }
            )*
            #[inline]
            fn from_real(number: Self) -> Self {
                number
            }
            #[inline]
            fn imaginary(self) -> Self {
                Self::ZERO
            }
            #[inline]
            fn modulus(self) -> Self {
                Real::abs(self)
            }
            #[inline]
            fn norm1(self) -> Self {
                Real::abs(self)
            }
            #[inline]
            fn modulus_squared(self) -> Self {
                self * self
            }
            #[inline]
            fn argument(self) -> Self {
                Self::constant(self.value().argument())
            }
            #[inline]
            fn to_exp(self) -> (Self, Self) {
                if self >= Self::ZERO { (self, Self::ONE) } else { (-self, -Self::ONE) }
            }
            #[inline]
            fn signum(self) -> Self {
                Signed::signum(&self)
            }
            #[inline]
            fn scale(self, factor: Self) -> Self {
                self * factor
            }
            #[inline]
            fn unscale(self, factor: Self) -> Self {
                self / factor
            }
            #[inline]
            fn mul_add(self, a: Self, b: Self) -> Self {
                Real::mul_add(self, a, b)
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                Real::sin_cos(self)
            }
            #[inline]
            fn sinh_cosh(self) -> (Self, Self) {
                (Real::sinh(self), Real::cosh(self))
            }
            #[inline]
            fn log(self, base: Self) -> Self {
                Real::ln(self) / Real::ln(base)
            }
            #[inline]
            fn powi(self, n: i32) -> Self {
                Real::powi(self, n)
            }
            #[inline]
            fn powc(self, power: Self) -> Self {
                Real::powf(self, power)
            }
            #[inline]
            fn is_finite(&self) -> bool {
                Real::is_finite(*self)
            }
            #[inline]
            fn try_sqrt(self) -> Option<Self> {
                (self >= Self::ZERO).then(|| Real::sqrt(self))
            }
        }
    };
}
macro_rules! subset {
    ([$($g:tt)*] $t:ty, $number:ty) => {
        impl<$($g)*> SubsetOf<$t> for $number {
            #[inline]
            fn to_superset(&self) -> $t {
                <$t>::constant(nalgebra::convert(*self))
            }
            #[inline]
            fn from_superset_unchecked(number: &$t) -> Self {
                nalgebra::convert_unchecked(number.value())
            }
            #[inline]
            fn is_in_subset(_: &$t) -> bool {
                true
            }
        }
    };
}
macro_rules! real_field {
    ([$($g:tt)*] $t:ty, $of:ty; $($constant:ident)*) => {
        impl<$($g)*> RealField for $t {
            $(
                #[inline]
                fn $constant() -> Self {
                    Self::constant(<$of>::$constant())
                }
            )*
            #[inline]
            fn is_sign_positive(&self) -> bool {
                self.value().is_sign_positive()
            }
            #[inline]
            fn is_sign_negative(&self) -> bool {
                self.value().is_sign_negative()
            }
            #[inline]
            fn copysign(self, sign: Self) -> Self {
                Real::copysign(self, sign)
            }
            #[inline]
            fn max(self, other: Self) -> Self {
                Real::max(self, other)
            }
            #[inline]
            fn min(self, other: Self) -> Self {
                Real::min(self, other)
            }
            #[inline]
            fn clamp(self, low: Self, high: Self) -> Self {
                Real::clamp(self, low, high)
            }
            #[inline]
            fn atan2(self, other: Self) -> Self {
                Real::atan2(self, other)
            }
            #[inline]
            fn min_value() -> Option<Self> {
                <$of>::min_value().map(Self::constant)
            }
            #[inline]
            fn max_value() -> Option<Self> {
                <$of>::max_value().map(Self::constant)
            }
        }
    };
}
/// A type `t` of numbers `of`, which has functions `constant` and `value`.
macro_rules! field {
    ([$($g:tt)*] $t:ty, $of:ty) => {
        impl<$($g)*> Zero for $t {
            #[inline]
            fn zero() -> Self {
                Self::ZERO
            }
            /// A zero with a nonzero tangent is not zero: nalgebra skips products with zero.
            #[inline]
            fn is_zero(&self) -> bool {
                self.vanishes()
            }
        }

        impl<$($g)*> One for $t {
            #[inline]
            fn one() -> Self {
                Self::ONE
            }
        }

        impl<$($g)*> Num for $t {
            type FromStrRadixErr = <$of as Num>::FromStrRadixErr;
            fn from_str_radix(text: &str, radix: u32) -> Result<Self, Self::FromStrRadixErr> {
                <$of>::from_str_radix(text, radix).map(Self::constant)
            }
        }

        impl<$($g)*> Signed for $t {
            #[inline]
            fn abs(&self) -> Self {
                Real::abs(*self)
            }
            #[inline]
            fn abs_sub(&self, other: &Self) -> Self {
                Real::max(*self - *other, Self::ZERO)
            }
            #[inline]
            fn signum(&self) -> Self {
                Self::constant(Signed::signum(&self.value()))
            }
            #[inline]
            fn is_positive(&self) -> bool {
                Signed::is_positive(&self.value())
            }
            #[inline]
            fn is_negative(&self) -> bool {
                Signed::is_negative(&self.value())
            }
        }

        impl<$($g)*> FromPrimitive for $t {
            #[inline]
            fn from_i64(n: i64) -> Option<Self> {
                <$of>::from_i64(n).map(Self::constant)
            }
            #[inline]
            fn from_u64(n: u64) -> Option<Self> {
                <$of>::from_u64(n).map(Self::constant)
            }
            #[inline]
            fn from_f64(n: f64) -> Option<Self> {
                <$of>::from_f64(n).map(Self::constant)
            }
        }

        impl<$($g)*> SimdValue for $t {
            const LANES: usize = 1;
            type Element = Self;
            type SimdBool = bool;
            #[inline]
            fn splat(value: Self) -> Self {
                value
            }
            #[inline]
            fn extract(&self, _: usize) -> Self {
                *self
            }
            #[inline]
            unsafe fn extract_unchecked(&self, _: usize) -> Self {
                *self
            }
            #[inline]
            fn replace(&mut self, _: usize, value: Self) {
                *self = value;
            }
            #[inline]
            unsafe fn replace_unchecked(&mut self, _: usize, value: Self) {
                *self = value;
            }
            #[inline]
            fn select(self, condition: bool, other: Self) -> Self {
                if condition { self } else { other }
            }
        }

        impl<$($g)*> Field for $t {}

        impl<$($g)*> AbsDiffEq for $t {
            type Epsilon = Self;
            #[inline]
            fn default_epsilon() -> Self {
                Self::constant(<$of>::default_epsilon())
            }
            #[inline]
            fn abs_diff_eq(&self, other: &Self, epsilon: Self) -> bool {
                self.value().abs_diff_eq(&other.value(), epsilon.value())
            }
        }

        impl<$($g)*> RelativeEq for $t {
            #[inline]
            fn default_max_relative() -> Self {
                Self::constant(<$of>::default_max_relative())
            }
            #[inline]
            fn relative_eq(&self, other: &Self, epsilon: Self, max_relative: Self) -> bool {
                self.value().relative_eq(&other.value(), epsilon.value(), max_relative.value())
            }
        }

        impl<$($g)*> UlpsEq for $t {
            #[inline]
            fn default_max_ulps() -> u32 {
                <$of>::default_max_ulps()
            }
            #[inline]
            fn ulps_eq(&self, other: &Self, epsilon: Self, max_ulps: u32) -> bool {
                self.value().ulps_eq(&other.value(), epsilon.value(), max_ulps)
            }
        }

        impl<$($g)*> SubsetOf<Self> for $t {
            #[inline]
            fn to_superset(&self) -> Self {
                *self
            }
            #[inline]
            fn from_superset_unchecked(number: &Self) -> Self {
                *number
            }
            #[inline]
            fn is_in_subset(_: &Self) -> bool {
                true
            }
        }
        subset! { [$($g)*] $t, f32 }
        subset! { [$($g)*] $t, f64 }
        complex_field! {
            [$($g)*] $t;
            same { real conjugate }
            plain {
                floor ceil round trunc fract abs recip sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
                log2 log10 ln ln_1p sqrt exp exp2 exp_m1 cbrt
            }
            two { hypot powf }
        }

        real_field! {
            [$($g)*] $t, $of;
            pi two_pi frac_pi_2 frac_pi_3 frac_pi_4 frac_pi_6 frac_pi_8 frac_1_pi frac_2_pi frac_2_sqrt_pi
            e log2_e log10_e ln_2 ln_10
        }
    };
}
field!([T: Number] Dual<T>, T);
#[cfg(feature = "simd")]
field!([] F64x4, f64);
#[cfg(feature = "simd")]
field!([] F32x8, f32);
