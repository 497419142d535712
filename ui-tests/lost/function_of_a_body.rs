use cotangent::prelude::*;

#[differentiable]
fn is_inside(x: f64) -> bool {
    x > 0.0
}

#[differentiable]
fn cost(x: f64) -> f64 {
    fn is_inside(x: f64) -> bool {
        x > -100.0
    }
    if is_inside(x) { x * x } else { x }
}

fn main() {
    is_inside(1.0);
}
