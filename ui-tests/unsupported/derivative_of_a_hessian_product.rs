use cotangent::prelude::*;

#[differentiable]
fn well(x: f64) -> f64 {
    x * x * x * x - 2.0 * x * x
}

#[differentiable]
fn curvature(x: f64) -> f64 {
    well::at(x).hvp(1.0) * x
}

fn main() {}
