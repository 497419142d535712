use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

impl Line {
    #[differentiable]
    fn at_one(&self) -> f64 {
        self.slope
    }
}

fn main() {}
