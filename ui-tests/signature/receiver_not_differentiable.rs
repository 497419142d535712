use cotangent::prelude::*;

struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
}

fn main() {}
