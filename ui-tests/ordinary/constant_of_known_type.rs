use cotangent::prelude::*;

const K: Vector<f64, 2> = Vector::ZEROS;

#[differentiable]
fn cost(x: &Vector<f64, 3>) -> f64 {
    (x * K).sum()
}

fn main() {}
