use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut a = [x, 1.0];
    *a.iter_mut().next().unwrap() = x * x;
    a[0]
}

fn main() {}
