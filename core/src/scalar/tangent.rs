//! Numbers are their own tangents.

use super::Real;
use crate::differentiable::{Difference, Differentiable, accepts_itself};

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
    )*};
}

real!(f32 f64);
#[cfg(feature = "half")]
real!(half::f16 half::bf16);
