use cotangent::differentiable;
use cotangent::real::Real;

trait Leaky {
    fn relu(&self) -> f64;
}

impl Leaky for f64 {
    fn relu(&self) -> f64 {
        if *self > 0.0 { *self } else { 0.1 * *self }
    }
}

#[differentiable]
fn cost<F: Real>(scale: F, x: f64) -> (F, f64) {
    (scale * scale, x.relu())
}

fn main() {}
