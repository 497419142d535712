use cotangent::prelude::*;

struct Line {
    slope: f64,
    offset: f64,
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let line = Line { slope: x * x, offset: x };
    line.slope * line.offset
}

fn main() {}
