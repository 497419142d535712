//! Values that may be missing: `Option` and `Result`.
//!
//! Their derivative is that of the value: where there is none, nothing flows. What an `Err` carries has no derivative.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn root(x: f64) -> Option<f64> {
//!     if x < 0.0 { None } else { Some(x.sqrt()) }
//! }
//!
//! #[differentiable]
//! fn half_root(x: f64) -> Option<f64> {
//!     Some(0.5 * root(x)?)
//! }
//! assert_eq!(half_root::value_and_grad(4.0), (Some(1.0), 0.125));
//! assert_eq!(half_root::value_and_grad(-4.0), (None, 0.0));
//! ```

use super::{Difference, Differentiable};

impl<T: Differentiable> Differentiable for Option<T> {
    type Tangent = T::Tangent;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        match (found, expected) {
            (Some(found), Some(expected)) => T::agrees(found, expected),
            (None, None) => Ok(()),
            _ => Err(Difference::Variants),
        }
    }
}

impl<T: Differentiable, E> Differentiable for Result<T, E> {
    type Tangent = T::Tangent;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        match (found, expected) {
            (Ok(found), Ok(expected)) => T::agrees(found, expected),
            (Err(_), Err(_)) => Ok(()),
            _ => Err(Difference::Variants),
        }
    }
}
