use cotangent::prelude::*;

#[differentiable]
fn largest(x: &[f64]) -> f64 {
    let mut best: Option<&f64> = None;
    for v in x {
        if best.is_none_or(|b| v > b) {
            best = Some(v);
        }
    }
    *best.unwrap()
}

fn main() {}
