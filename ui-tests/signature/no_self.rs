use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    fn new(slope: f64) -> Self {
        Self { slope }
    }
}

fn main() {}
