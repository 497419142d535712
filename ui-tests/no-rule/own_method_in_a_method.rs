use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

impl Line {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
}

#[differentiable]
impl Line {
    fn cost(&self, x: f64) -> f64 {
        self.at(x) + 1.0
    }
}

fn main() {}
