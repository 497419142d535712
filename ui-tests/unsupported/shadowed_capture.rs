use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let k = x * x;
    let f = |v: f64| v * k;
    let k = 2.0;
    f(x) * k
}

fn main() {}
