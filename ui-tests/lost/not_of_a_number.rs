use std::ops::Not;

use cotangent::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Angle(f64);

impl Not for Angle {
    type Output = f64;

    fn not(self) -> f64 {
        self.0.sin()
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let angle = Angle(x * x);
    let sine = !angle;
    sine * x
}

fn main() {}
