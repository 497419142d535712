use cotangent::prelude::*;

struct Line {
    slope: f64,
}

#[differentiable(vjp = height_vjp)]
fn height(line: &Line, x: f64) -> f64 {
    line.slope * x
}

fn height_vjp(line: &Line, x: f64, _: &f64, bar: &f64) -> (f64, f64) {
    (x * bar, line.slope * bar)
}

fn main() {
    let _ = height::grad(&Line { slope: 1.0 }, 1.0);
}
