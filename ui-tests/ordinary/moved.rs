use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

fn consume(line: Line) -> f64 {
    line.slope
}

#[differentiable]
fn cost(#[constant] line: Line, x: f64) -> f64 {
    let a = consume(line);
    let b = consume(line);
    a * b * x
}

fn main() {}
