use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, out: &mut f64) -> f64 {
    let mut a = x;
    let chosen = if x > 1.0 { &mut a } else { out };
    *chosen += x;
    a
}

fn main() {}
