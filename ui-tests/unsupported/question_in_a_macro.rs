use cotangent::prelude::*;

#[differentiable]
fn root(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.sqrt()) } else { None }
}

#[differentiable]
fn cost(x: f64) -> Option<f64> {
    assert!(root(x)? < 9.0);
    Some(x * x)
}

fn main() {}
