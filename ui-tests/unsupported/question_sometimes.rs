use cotangent::prelude::*;

#[differentiable]
fn root(x: f64) -> Option<f64> {
    if x < 0.0 { None } else { Some(x.sqrt()) }
}

#[differentiable]
fn cost(x: f64) -> Option<f64> {
    if x > 1.0 && root(x)? > 2.0 {
        return Some(x);
    }
    Some(x * x)
}

fn main() {}
