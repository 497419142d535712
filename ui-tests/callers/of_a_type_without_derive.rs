use cotangent::prelude::*;

struct Line {
    slope: f64,
}

#[differentiable]
fn at(line: &Line, x: f64) -> f64 {
    line.slope * x
}

fn main() {
    let line = Line { slope: 1.0 };
    let _ = at::grad(&line, 1.0);
    let (_, (_, _)) = at::value_and_grad(&line, 1.0);
}
