use cotangent::prelude::*;

#[derive(Differentiable)]
struct Line {
    slope: f64,
    #[constant]
    name: &'static str,
}

#[differentiable]
fn cost(line: Line, x: f64) -> f64 {
    assert!(!line.name.is_empty());
    line.slope * x
}

fn main() {}
