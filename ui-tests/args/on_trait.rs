use cotangent::prelude::*;

#[differentiable]
trait Curve {
    fn at(&self, x: f64) -> f64;
}

fn main() {}
