use cotangent::prelude::*;

trait Curve {
    fn height(&self, x: f64) -> f64;
}

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

impl Line {
    fn height(&self, x: f64) -> f64 {
        self.slope * x * x
    }
}

#[differentiable]
impl Curve for Line {
    fn height(&self, x: f64) -> f64 {
        self.slope * x
    }
}

fn main() {}
