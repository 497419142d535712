use cotangent::prelude::*;

#[derive(Clone)]
struct Line {
    slope: f64,
}

#[differentiable]
fn at(line: Line, x: f64) -> f64 {
    line.slope * x
}

fn main() {}
