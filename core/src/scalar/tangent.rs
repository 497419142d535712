//! Numbers are their own tangents.

use super::{Element, Real};
use crate::differentiable::{Difference, Differentiable, Tangent, accepts_itself};

macro_rules! real {
    ($($t:ty)*) => {$(
        impl Differentiable for $t {
            type Tangent = $t;
            fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
                if found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan() {
                    return Ok(());
                }
                Err(Difference::Numbers(Real::to_f64(*found), Real::to_f64(*expected)))
            }
        }
        accepts_itself!(impl[] for $t);
        impl Tangent for $t {
            #[inline(always)]
            fn zero() -> Self {
                <$t as Element>::ZERO
            }
            #[inline(always)]
            fn neutral() -> Self {
                -<$t as Element>::ZERO
            }
            #[inline(always)]
            fn accumulate(&mut self, other: &Self) {
                *self += *other;
            }
            #[inline(always)]
            fn scale(&mut self, factor: f64) {
                *self = <$t>::rounded(self.widen() * <$t as Real>::Wide::lit(factor));
            }
            #[inline(always)]
            fn inner(&self, other: &Self) -> f64 {
                Real::to_f64(*self) * Real::to_f64(*other)
            }
            #[inline(always)]
            fn is_nothing(&self) -> bool {
                *self == <$t as Element>::ZERO
            }
        }
    )*};
}

real!(f32 f64);
#[cfg(feature = "half")]
real!(half::f16 half::bf16);
