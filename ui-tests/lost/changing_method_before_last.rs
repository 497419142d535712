//! A method that takes `&mut self` in a closure that may run for an item twice.

use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Mean {
    y: f64,
    gain: f64,
}

#[differentiable]
impl Mean {
    fn step(&mut self, x: f64) -> f64 {
        self.y += self.gain * (x - self.y);
        self.y
    }
}

#[differentiable]
fn last(x: &[f64], gain: f64) -> f64 {
    let mut mean = Mean { y: 0.0, gain };
    x.iter().map(|&x| mean.step(x)).last().unwrap()
}

fn main() {}
