use cotangent::prelude::*;

#[differentiable]
fn twice(mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
    f(x) + f(2.0 * x)
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut sum = 0.0;
    let value = twice(
        |y| {
            sum += y * x;
            sum
        },
        x,
    );
    value * sum
}

fn main() {}
