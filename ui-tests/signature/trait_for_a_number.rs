use cotangent::prelude::*;

trait Curve {
    fn height(&self, x: f64) -> f64;
}

#[differentiable]
impl Curve for f64 {
    fn height(&self, x: f64) -> f64 {
        *self * x
    }
}

fn main() {}
