//! The requirements of the functions on a number type: a few operations on its bits, and its coefficients.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::{Arithmetic, coefficients as c, trigonometric};

/// `f32` or `f64`; no other type can implement it.
pub trait Float:
    Sealed
    + Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + 'static
{
}
impl Float for f32 {}
impl Float for f64 {}

/// The private part of [`Float`].
pub trait Sealed: Copy + 'static {
    const ZERO: Self;
    const ONE: Self;
    const INFINITY: Self;
    const NAN: Self;
    const MIN_POSITIVE: Self;
    /// `1.5 · 2^p`, with `p` digits behind the point: the sum with a smaller number is rounded to a whole one.
    const ROUND: Self;
    /// [`ROUND`](Self::ROUND) and the bias: the lowest bits of the sum with a whole number are its exponent.
    const EXPONENT: Self;
    /// The same with twice the bias, for two powers.
    const TWO_EXPONENTS: Self;
    /// Digits of the type, and the largest exponent: also the bias.
    const DIGITS: Self;
    const BIAS: Self;
    /// Beyond these `eˣ` is 0 or infinite, and `eˣ - 1` is -1.
    const EXP_LOW: Self;
    const EXP_HIGH: Self;
    const EXP_M1_LOW: Self;
    /// Beyond this the logistic function is 1, and the digits of its scale, which is 15/16 of a power of 2.
    const SIGMOID_HIGH: Self;
    const SIGMOID_DIGITS: Self;
    const SIGMOID_SCALE: Self;
    /// Beyond this `erfc x` is 0, and the middle of its argument.
    const ERFC_HIGH: Self;
    const ERFC_MIDDLE: Self;
    /// Beyond this the normal density is 0.
    const NORMAL_HIGH: Self;
    /// Beyond this exponent powers are 0, 1 or infinite.
    const POWER_HIGH: Self;
    /// Beyond this `tanh x` is 1.
    const TANH_HIGH: Self;
    /// Up to this angle the reduction is exact enough.
    const ANGLE: Self;
    const EXP: &'static [Self];
    const LN: &'static [Self];
    const TANH: &'static [Self];
    const SIN: &'static [Self];
    const COS: &'static [Self];
    const ERF: &'static [Self];
    const ERFC: &'static [Self];
    const NORMAL: (&'static [Self], &'static [Self]);
    const POWER: &'static [Self];
    /// ln 2, 1 / ln 2, 1 / ln 10, log10 2, 2 / (3 ln 2), each as the sum of a number with few digits and the rest.
    const LN_2: [Self; 2];
    const LOG2_E: [Self; 2];
    const LOG10_E: [Self; 2];
    const LOG10_2: [Self; 2];
    const POWER_FACTOR: [Self; 2];

    /// The nearest number to a constant.
    fn lit(value: f64) -> Self;
    fn is_nan(self) -> bool;
    fn abs(self) -> Self;
    fn copysign(self, sign: Self) -> Self;
    /// `self · a + b`, rounded once: a function call where the processor has no instruction for it.
    #[cfg(feature = "std")]
    fn fused(self, a: Self, b: Self) -> Self;
    /// `2^n` of the sum of a whole number `n` with [`EXPONENT`](Self::EXPONENT), if that is a normal number.
    fn exp2_of_shifted(self) -> Self;
    /// Two numbers whose product is `2^n`, of the sum of `n` with [`TWO_EXPONENTS`](Self::TWO_EXPONENTS): they are normal ones also
    /// where the product is none.
    fn exp2_in_two(self) -> (Self, Self);
    /// [`decompose`](Self::decompose), also of a subnormal number.
    #[inline(always)]
    fn normalised(self) -> (Self, Self)
    where
        Self: Float,
    {
        let is_small = self < Self::MIN_POSITIVE;
        let shift = Self::DIGITS + Self::ONE;
        let (e, m) = (if is_small { self * (shift + Self::EXPONENT).exp2_of_shifted() } else { self }).decompose();
        (if is_small { e - shift } else { e }, m)
    }
    /// The exponent `e` and `m`, between `√½` and `√2`, with `self = m · 2^e`, of a positive normal number.
    fn decompose(self) -> (Self, Self);
    /// The angle in `[-π/4, π/4]` that is `k` right angles smaller, what its rounding has lost, and `k`, in the lowest bits.
    fn reduce<M: Arithmetic>(self) -> (Self, Self, Self);
    /// Without the lower half of its digits.
    fn upper(self) -> Self;
    /// `-self` if this bit of `k` is set.
    fn negated_by(self, k: Self, bit: u32) -> Self;
    /// Whether the whole number in the lowest bits is odd.
    fn is_odd(k: Self) -> bool;
}

macro_rules! float {
    ($t:ident $bits:ident: mantissa $mantissa:literal, upper $upper:literal; $($consts:tt)*) => {
        #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "powers of 2 and small numbers; lowest bits")]
        impl Sealed for $t {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const INFINITY: Self = $t::INFINITY;
            const NAN: Self = $t::NAN;
            const MIN_POSITIVE: Self = $t::MIN_POSITIVE;
            const ROUND: Self = 1.5 * (1_u64 << $mantissa) as $t;
            const DIGITS: Self = $t::MANTISSA_DIGITS as $t;
            const BIAS: Self = ($t::MAX_EXP - 1) as $t;
            const EXPONENT: Self = Self::ROUND + Self::BIAS;
            const TWO_EXPONENTS: Self = Self::ROUND + Self::BIAS + Self::BIAS;
            const EXP: &'static [Self] = &c::$t::EXP;
            const LN: &'static [Self] = &c::$t::LN;
            const TANH: &'static [Self] = &c::$t::TANH;
            const SIN: &'static [Self] = &c::$t::SIN;
            const COS: &'static [Self] = &c::$t::COS;
            const ERF: &'static [Self] = &c::$t::ERF;
            const ERFC: &'static [Self] = &c::$t::ERFC;
            const NORMAL: (&'static [Self], &'static [Self]) = (&c::$t::NORMAL.0, &c::$t::NORMAL.1);
            const POWER: &'static [Self] = &c::$t::POWER;
            $($consts)*

            #[inline(always)]
            fn lit(value: f64) -> Self {
                value as $t
            }
            #[inline(always)]
            fn is_nan(self) -> bool {
                $t::is_nan(self)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $t::abs(self)
            }
            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                $t::copysign(self, sign)
            }
            #[cfg(feature = "std")]
            #[inline(always)]
            fn fused(self, a: Self, b: Self) -> Self {
                $t::mul_add(self, a, b)
            }
            #[inline(always)]
            fn exp2_of_shifted(self) -> Self {
                $t::from_bits(self.to_bits() << $mantissa)
            }
            #[inline(always)]
            fn exp2_in_two(self) -> (Self, Self) {
                let half = self.to_bits() >> 1;
                ($t::from_bits(half << $mantissa), $t::from_bits((self.to_bits() - half) << $mantissa))
            }
            #[inline(always)]
            fn decompose(self) -> (Self, Self) {
                const ONE: $bits = (1.0 as $t).to_bits();
                const ROOT: $bits = core::$t::consts::FRAC_1_SQRT_2.to_bits();
                // The exponent, biased, of the multiple of √½ below, and the same as digits of a number with a known exponent.
                let exponent = self.to_bits().wrapping_add(ONE - ROOT) >> $mantissa;
                let whole = (1_u64 << $mantissa) as $t;
                let e = $t::from_bits(exponent | whole.to_bits()) - (whole + Self::BIAS);
                (e, $t::from_bits(self.to_bits().wrapping_sub(exponent << $mantissa).wrapping_add(ONE)))
            }
            #[inline(always)]
            fn upper(self) -> Self {
                $t::from_bits(self.to_bits() & ($bits::MAX << $upper))
            }
            #[inline(always)]
            fn negated_by(self, k: Self, bit: u32) -> Self {
                let sign = (k.to_bits() >> bit) << ($bits::BITS - 1);
                $t::from_bits(self.to_bits() ^ sign)
            }
            #[inline(always)]
            fn is_odd(k: Self) -> bool {
                k.to_bits() & 1 == 1
            }
        }
    };
}
float! {
    f32 u32: mantissa 23, upper 12;
    const EXP_LOW: Self = -104.0;
    const EXP_HIGH: Self = 89.0;
    const EXP_M1_LOW: Self = -20.0;
    const TANH_HIGH: Self = 10.0;
    const SIGMOID_HIGH: Self = 60.0;
    const SIGMOID_DIGITS: Self = 26.0;
    const SIGMOID_SCALE: Self = 0.9375 / (1_u64 << 26) as f32;
    const ERFC_HIGH: Self = 10.1;
    const ERFC_MIDDLE: Self = 2.0;
    const NORMAL_HIGH: Self = 14.5;
    const POWER_HIGH: Self = 1e12;
    const ANGLE: Self = c::f32::ANGLE;
    const LN_2: [Self; 2] = c::f32::LN_2;
    const LOG2_E: [Self; 2] = c::f32::LOG2_E;
    const LOG10_E: [Self; 2] = c::f32::LOG10_E;
    const LOG10_2: [Self; 2] = c::f32::LOG10_2;
    const POWER_FACTOR: [Self; 2] = c::f32::POWER_FACTOR;
    #[inline(always)]
    fn reduce<M: Arithmetic>(self) -> (Self, Self, Self) {
        let (r, low, k) = trigonometric::reduced::<M>(f64::from(self));
        (r as f32, (low + (r - f64::from(r as f32))) as f32, f32::from_bits(k.to_bits() as u32))
    }
}
float! {
    f64 u64: mantissa 52, upper 32;
    const EXP_LOW: Self = -746.0;
    const EXP_HIGH: Self = 710.0;
    const EXP_M1_LOW: Self = -40.0;
    const TANH_HIGH: Self = 22.0;
    const SIGMOID_HIGH: Self = 660.0;
    const SIGMOID_DIGITS: Self = 56.0;
    const SIGMOID_SCALE: Self = 0.9375 / (1_u64 << 56) as f64;
    const ERFC_HIGH: Self = 27.3;
    const ERFC_MIDDLE: Self = 3.5;
    const NORMAL_HIGH: Self = 38.7;
    const POWER_HIGH: Self = 1e20;
    const ANGLE: Self = c::f64::ANGLE;
    const LN_2: [Self; 2] = c::f64::LN_2;
    const LOG2_E: [Self; 2] = c::f64::LOG2_E;
    const LOG10_E: [Self; 2] = c::f64::LOG10_E;
    const LOG10_2: [Self; 2] = c::f64::LOG10_2;
    const POWER_FACTOR: [Self; 2] = c::f64::POWER_FACTOR;
    #[inline(always)]
    fn reduce<M: Arithmetic>(self) -> (Self, Self, Self) {
        trigonometric::reduced::<M>(self)
    }
}
