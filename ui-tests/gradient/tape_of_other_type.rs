use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    x * y
}

fn main() {
    let mut tape = [0_u8; 64];
    cost::at(1.0, 2.0).on(&mut tape).value_and_grad();
}
