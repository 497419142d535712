use cotangent::prelude::*;

#[differentiable(vjp = total_vjp)]
fn total(x: &[f64]) -> f64 {
    x.iter().sum()
}

fn total_vjp(x: &[f64], _: &f64, bar: &f64) -> Vec<f64> {
    vec![*bar; x.len()]
}

fn main() {
    let _ = total::grad(&[4.0]);
}
