use cotangent::prelude::*;

trait Half {
    fn sqrt(&self) -> f64;
}

impl Half for f64 {
    fn sqrt(&self) -> f64 {
        0.5 * self
    }
}

#[differentiable]
fn cost(v: &[f64]) -> f64 {
    v.iter().map(|x| x.sqrt()).sum()
}

fn main() {}
