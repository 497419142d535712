use cotangent::prelude::*;

#[differentiable(crat = elsewhere)]
fn cost(x: f64) -> f64 {
    x * x
}

fn main() {
    let _ = cost::grad(1.0);
}
