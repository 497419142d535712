use cotangent::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Line {
    a: f64,
}

#[differentiable]
impl Line {
    fn len(&self) -> f64 {
        self.a * self.a
    }
}

#[differentiable]
fn cost(line: Line) -> f64 {
    let double = 2.0 * line.len();
    double * line.a
}

fn main() {}
