use cotangent::prelude::*;

trait Norm {
    fn norm(&self) -> f64;
}

impl<const N: usize> Norm for Vector<f64, N> {
    fn norm(&self) -> f64 {
        (self * self).sum().sqrt()
    }
}

#[differentiable]
fn cost(x: &Vector<f64, 3>) -> f64 {
    x.norm() + 1.0
}

fn main() {}
