use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
}

impl Line {
    fn at_grad(&self) {}
}

fn main() {}
