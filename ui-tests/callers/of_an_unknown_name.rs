use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    x * slope
}

fn main() {
    let _: f64 = cost::grad(1.0);
}
