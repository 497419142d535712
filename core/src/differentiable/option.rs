//! `Option` and `Result`: their tangent is the tangent of their value.

use super::{Difference, Differentiable, Zero, form};

impl<T: Differentiable> Differentiable for Option<T> {
    type Tangent = T::Tangent;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        match (found, expected) {
            (Some(found), Some(expected)) => T::agrees(found, expected),
            (None, None) => Ok(()),
            _ => Err(Difference::Variants),
        }
    }
    fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
        tell(usize::from(self.is_some()));
        if let Some(value) = self {
            form::tell(value, tell);
        }
    }
    fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> Self::Tangent {
        if lengths.next() == Some(1) { form::zero::<T>(zero, lengths) } else { zero.of() }
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
    fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
        tell(usize::from(self.is_ok()));
        if let Ok(value) = self {
            form::tell(value, tell);
        }
    }
    fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> Self::Tangent {
        if lengths.next() == Some(1) { form::zero::<T>(zero, lengths) } else { zero.of() }
    }
}
