//! `Option` and `Result`: their tangent is the tangent of their value.

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
