use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, k: f64) -> f64 {
    let (mut a, mut b) = (x, x * x);
    let larger = if x > k { &mut a } else { &mut b };
    *larger *= k;
    a * b
}

fn main() {}
