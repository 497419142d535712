use cotangent::prelude::*;

trait Length {
    fn length(&self) -> f64;
}

impl<const N: usize> Length for Vector<f64, N> {
    fn length(&self) -> f64 {
        (self * self).sum().sqrt()
    }
}

#[differentiable]
fn cost(x: &Vector<f64, 3>) -> f64 {
    x.length() + 1.0
}

fn main() {}
