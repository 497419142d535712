use cotangent::prelude::*;

#[differentiable]
trait Curve<'a> {
    fn at(&self, x: &'a [f64]) -> f64;
}

fn main() {}
