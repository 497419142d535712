//! The methods of `Option` that put something else in its place. Derived code takes them for methods of the user's, and finds them here.

use super::KeptOnTape;
use crate::differentiable;
use crate::differentiable::Differentiable;

/// An `Option` that changes as a whole.
#[differentiable]
pub trait OptionalState<T: Differentiable + KeptOnTape + Clone + 'static>: Clone {
    /// The method of `Option`.
    fn take(&mut self) -> Option<T>;
    /// The method of `Option`.
    fn replace(&mut self, value: T) -> Option<T>;
}

#[differentiable]
impl<T: Differentiable + KeptOnTape + Clone + 'static> OptionalState<T> for Option<T> {
    fn take(&mut self) -> Option<T> {
        taken::<T>(self)
    }
    fn replace(&mut self, value: T) -> Option<T> {
        replaced::<T>(self, value)
    }
}

#[differentiable]
fn taken<T: Differentiable + KeptOnTape + Clone + 'static>(state: &mut Option<T>) -> Option<T> {
    let old = state.clone();
    *state = None;
    old
}

#[differentiable]
fn replaced<T: Differentiable + KeptOnTape + Clone + 'static>(state: &mut Option<T>, value: T) -> Option<T> {
    let old = state.clone();
    *state = Some(value);
    old
}
