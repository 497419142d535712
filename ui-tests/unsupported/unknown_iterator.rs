use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 4]) -> f64 {
    x.iter().try_fold(1.0, |y, x| if *x > 0.0 { Some(y * x) } else { None }).unwrap_or(0.0)
}

fn main() {}
