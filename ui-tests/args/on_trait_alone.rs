use cotangent::prelude::*;

#[differentiable]
trait Model {
    fn predict(&self, x: f64) -> f64;
}

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

impl Model for Line {
    fn predict(&self, x: f64) -> f64 {
        self.slope * x
    }
}

fn main() {}
