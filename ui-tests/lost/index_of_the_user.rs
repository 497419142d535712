//! Two indices of a list of the user's may lead to one element, so what a loop read may change afterwards.
use cotangent::prelude::*;
use std::ops::{Index, IndexMut};

#[derive(Clone, Copy, Differentiable)]
pub struct Ring {
    last: [f64; 3],
}

#[differentiable]
impl Index<usize> for Ring {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.last[i % 3]
    }
}

#[differentiable]
impl IndexMut<usize> for Ring {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.last[i % 3]
    }
}

#[differentiable]
pub fn recurrence(first: &Ring, k: f64) -> f64 {
    let mut x = *first;
    for i in 2..9 {
        x[i] = x[i - 1] * k + x[i - 2] * x[i - 1];
    }
    x[8]
}

fn main() {}
