use cotangent::prelude::*;

#[differentiable]
fn shifted(x: &Vector<f64, 3>) -> Vector<f64, 3> {
    x.sin() + x
}

#[differentiable]
fn slope(x: &Vector<f64, 3>) -> f64 {
    shifted::grad(x).sum()
}

fn main() {}
