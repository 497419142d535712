use cotangent::prelude::*;

#[differentiable]
fn applied(f: &Box<dyn Fn(f64) -> f64>, x: f64) -> f64 {
    f(x) * x
}

fn main() {}
