use cotangent::prelude::*;

trait Curve {
    fn height(&self, x: f64) -> f64;
}

#[differentiable]
fn of_an_object(curve: &dyn Curve, x: f64) -> f64 {
    curve.height(x) * x
}

fn main() {}
