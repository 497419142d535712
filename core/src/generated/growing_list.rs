//! The methods of `Vec` for a variable whose declaration shows another name: `let mut signal = Signal::new();` with `type Signal = Vec<f64>`.
//! Derived code takes them for methods of the user's, and finds them here. Where the declaration shows a `Vec`, they are
//! [steps](super::lists).

use alloc::vec::Vec;

use super::KeptOnTape;
use crate::differentiable;
use crate::differentiable::Differentiable;

/// A list that grows and shrinks.
#[differentiable]
pub trait GrowingList<T: Differentiable + KeptOnTape + Clone + 'static>: Clone {
    /// The method of `Vec`.
    fn push(&mut self, value: T);
    /// The method of `Vec`.
    fn pop(&mut self) -> Option<T>;
    /// The method of `Vec`.
    fn insert(&mut self, at: usize, value: T);
    /// The method of `Vec`.
    fn remove(&mut self, at: usize) -> T;
    /// The method of `Vec`.
    fn swap_remove(&mut self, at: usize) -> T;
    /// The method of `Vec`.
    fn extend_from_slice(&mut self, values: &[T]);
    /// The method of `Vec`.
    fn truncate(&mut self, length: usize);
    /// The method of `Vec`.
    fn clear(&mut self);
}

#[differentiable]
impl<T: Differentiable + KeptOnTape + Clone + 'static> GrowingList<T> for Vec<T> {
    fn push(&mut self, value: T) {
        push::<T>(self, value);
    }
    fn pop(&mut self) -> Option<T> {
        pop::<T>(self)
    }
    fn insert(&mut self, at: usize, value: T) {
        insert::<T>(self, at, value);
    }
    fn remove(&mut self, at: usize) -> T {
        remove::<T>(self, at)
    }
    fn swap_remove(&mut self, at: usize) -> T {
        swap_remove::<T>(self, at)
    }
    fn extend_from_slice(&mut self, values: &[T]) {
        extend_from_slice::<T>(self, values);
    }
    fn truncate(&mut self, length: usize) {
        truncate::<T>(self, length);
    }
    fn clear(&mut self) {
        clear::<T>(self);
    }
}

#[differentiable]
fn push<T: Differentiable + KeptOnTape + Clone + 'static>(list: &mut Vec<T>, value: T) {
    list.push(value);
}

#[differentiable]
fn pop<T: Differentiable + KeptOnTape + Clone + 'static>(list: &mut Vec<T>) -> Option<T> {
    list.pop()
}

#[differentiable]
fn insert<T: Differentiable + KeptOnTape + Clone + 'static>(list: &mut Vec<T>, at: usize, value: T) {
    list.insert(at, value);
}

#[differentiable]
fn remove<T: Differentiable + KeptOnTape + Clone + 'static>(list: &mut Vec<T>, at: usize) -> T {
    list.remove(at)
}

#[differentiable]
fn swap_remove<T: Differentiable + KeptOnTape + Clone + 'static>(list: &mut Vec<T>, at: usize) -> T {
    list.swap_remove(at)
}

#[differentiable]
fn extend_from_slice<T: Differentiable + KeptOnTape + Clone + 'static>(list: &mut Vec<T>, values: &[T]) {
    list.extend_from_slice(values);
}

#[differentiable]
fn truncate<T: Differentiable + KeptOnTape + Clone + 'static>(list: &mut Vec<T>, length: usize) {
    list.truncate(length);
}

#[differentiable]
fn clear<T: Differentiable + KeptOnTape + Clone + 'static>(list: &mut Vec<T>) {
    list.clear();
}
