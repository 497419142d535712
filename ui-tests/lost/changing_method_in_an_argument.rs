//! A method that takes `&mut self` and may fail, in an argument of a method of what it changes.

use cotangent::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Part {
    y: f64,
}

#[differentiable]
impl Part {
    fn scaled(self, x: f64) -> f64 {
        self.y * x
    }
    fn grown(&mut self) -> Option<f64> {
        self.y *= 1.2;
        Some(self.y)
    }
}

#[differentiable]
fn square(y: f64) -> Option<f64> {
    let mut part = Part { y };
    Some(part.scaled(part.grown()?))
}

fn main() {}
