use cotangent::differentiable;
use num_traits::Float;

trait Leaky {
    fn relu(&self) -> f64;
}

impl Leaky for f64 {
    fn relu(&self) -> f64 {
        if *self > 0.0 { *self } else { 0.1 * *self }
    }
}

#[differentiable]
fn cost<F: Float>(scale: F, x: f64) -> F {
    F::from(x.relu()).unwrap() * scale
}

fn main() {}
