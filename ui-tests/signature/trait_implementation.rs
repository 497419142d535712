use cotangent::prelude::*;

trait Curve {
    fn at(&self, x: f64) -> f64;
}

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Curve for Line {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
}

fn main() {}
