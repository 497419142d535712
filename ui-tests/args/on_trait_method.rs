use cotangent::prelude::*;

trait Curve {
    #[differentiable]
    fn at(&self, x: f64) -> f64;
}

fn main() {}
