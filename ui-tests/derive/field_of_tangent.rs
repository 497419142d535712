use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
    #[constant]
    rate: f64,
}

#[differentiable]
fn cost(line: &Line) -> f64 {
    line.slope * line.rate
}

fn main() {
    let grad = cost::grad(&Line { slope: 1.0, rate: 2.0 });
    let _: f64 = grad.rate;
}
