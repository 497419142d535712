use cotangent::prelude::differentiable;

#[differentiable]
fn stop_gradient(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn cost(x: f64) -> f64 {
    stop_gradient(x) * x
}

fn main() {}
