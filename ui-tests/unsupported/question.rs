// errors: 2
use cotangent::prelude::*;

fn checked(x: f64) -> Option<f64> {
    Some(x)
}

#[differentiable]
fn cost(x: f64) -> Option<f64> {
    let y = checked(x)?;
    Some(y * y)
}

fn main() {}
