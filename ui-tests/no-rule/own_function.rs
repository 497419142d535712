use cotangent::prelude::*;

#[derive(Differentiable)]
struct Line {
    slope: f64,
}

impl Line {
    fn steep(slope: f64) -> Self {
        Self { slope: 2.0 * slope }
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let line = Line::steep(x);
    line.slope * x
}

fn main() {}
