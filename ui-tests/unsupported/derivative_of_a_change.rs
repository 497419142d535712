use cotangent::prelude::*;

#[differentiable]
fn first(xs: &mut [f64; 2]) -> f64 {
    xs[0] *= xs[1];
    xs[0]
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let (z, slope) = first::jvp(&mut [x, y], &mut [1.0, 0.0]);
    z * slope
}

fn main() {}
