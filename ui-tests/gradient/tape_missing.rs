use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    x * y
}

fn main() {
    cost::value_and_grad_in(1.0, 2.0);
}
