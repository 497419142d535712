use cotangent::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Weight(f64);

#[differentiable]
impl Weight {
    fn squared(&self) -> f64 {
        self.0 * self.0
    }
}

trait Squared {
    fn squared(self) -> f64;
}

impl Squared for Weight {
    fn squared(self) -> f64 {
        (self.0 * self.0).sqrt().powi(2)
    }
}

#[differentiable]
fn cost(m: f64) -> f64 {
    let weight = Weight(m);
    weight.squared() * 3.0
}

fn main() {}
