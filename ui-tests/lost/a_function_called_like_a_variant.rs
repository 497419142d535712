use cotangent::prelude::*;

#[allow(non_snake_case)]
fn Some(x: f64) -> Option<f64> {
    Option::Some(x * x)
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    match Some(x * y) {
        Option::Some(z) => z * x,
        None => 0.0,
    }
}

fn main() {}
