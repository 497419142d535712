use cotangent::prelude::*;

#[differentiable]
fn shift(x: &Vector<f64, 3>, by: f64) -> Vector<f64, 3> {
    x + by
}

#[differentiable]
fn cost(x: &Vector<f64, 3>, b: &Vector<f64, 3>) -> f64 {
    shift(x, *b).sum()
}

fn main() {}
