use cotangent::prelude::*;

#[differentiable]
fn halve(x: &mut f64) -> f64 {
    *x *= 0.5;
    *x * *x
}

#[differentiable]
fn slope(x: f64) -> f64 {
    let (mut y, mut y_dot) = (x, 1.0);
    let (_, slope) = halve::jvp(&mut y, &mut y_dot);
    slope * y
}

fn main() {}
