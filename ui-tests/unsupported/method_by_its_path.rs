use cotangent::prelude::*;

#[differentiable]
fn cost(x: &Vector<f64, 3>) -> f64 {
    Vector::sum(x)
}

fn main() {}
