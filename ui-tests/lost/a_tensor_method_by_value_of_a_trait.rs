use cotangent::prelude::*;

trait Sum {
    fn sum(self) -> f64;
}

impl Sum for Vector<f64, 3> {
    fn sum(self) -> f64 {
        1.0
    }
}

#[differentiable]
fn cost(x: Vector<f64, 3>) -> f64 {
    let y = &x * 2.0;
    y.sum()
}

fn main() {}
