use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    x * y
}

fn main() {
    cost::at(1.0, 2.0).on().value_and_grad();
}
