use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut a = [x * x, x, 1.0];
    a.select_nth_unstable_by(1, f64::total_cmp);
    a[0]
}

fn main() {}
