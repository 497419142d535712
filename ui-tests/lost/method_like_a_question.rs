use cotangent::prelude::*;

#[derive(Differentiable)]
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
fn cost(line: &Line) -> f64 {
    let length = line.len();
    length * line.a
}

fn main() {}
