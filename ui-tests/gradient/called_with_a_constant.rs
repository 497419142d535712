use cotangent::prelude::*;

#[differentiable]
fn well(x: f64, #[constant] depth: f64) -> f64 {
    x * x * x * x - depth * x * x
}

#[differentiable]
fn force(x: f64) -> f64 {
    let depth = 2.0 * x;
    well::grad(x, depth) * x
}

fn main() {}
