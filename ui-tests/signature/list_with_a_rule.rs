use cotangent::prelude::*;

#[differentiable(vjp = total_vjp)]
fn total(x: &[f64]) -> f64 {
    x.iter().sum()
}

fn total_vjp(_: &[f64], _: &f64, bar: &f64) -> [f64; 1] {
    [*bar]
}

fn main() {
    let _ = total::grad(&[4.0]);
}
