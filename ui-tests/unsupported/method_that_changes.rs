use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut a = [x * x, x, 1.0];
    a.sort_by(f64::total_cmp);
    a[0]
}

fn main() {}
