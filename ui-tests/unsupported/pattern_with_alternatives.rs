// errors: 2
use cotangent::prelude::*;

#[differentiable]
fn cost(x: Option<[f64; 3]>) -> f64 {
    match x {
        Some([a, .., c]) => a * c,
        None => 0.0,
    }
}

#[differentiable]
fn inner(x: Option<Result<f64, u8>>, y: (f64, f64)) -> f64 {
    match (x, y) {
        (Some(Ok(a)), (0.0, b) | (b, _)) => a * b,
        _ => 0.0,
    }
}

fn main() {}
