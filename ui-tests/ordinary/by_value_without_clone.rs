use cotangent::prelude::*;

#[derive(Differentiable)]
struct Line {
    slope: f64,
}

#[differentiable]
fn cost(line: Line, x: f64) -> f64 {
    line.slope * x
}

fn main() {}
