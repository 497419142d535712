use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

#[differentiable]
fn at(line: &Line, x: f64) -> f64 {
    line.slope * x + line.offset
}

fn main() {}
