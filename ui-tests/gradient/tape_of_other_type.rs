use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    x * y
}

fn main() {
    let mut tape = [0_u8; 64];
    cost::value_and_grad_in(&mut tape, 1.0, 2.0);
}
