use cotangent::prelude::*;

fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let scale = |y: f64| y * x;
    twice(scale, 2.0) * x
}

fn main() {}
