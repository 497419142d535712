use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

impl Line {
    #[differentiable]
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
}

fn main() {}
