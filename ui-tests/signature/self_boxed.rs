use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    fn at(self: Box<Self>, x: f64) -> f64 {
        self.slope * x
    }
}

fn main() {}
