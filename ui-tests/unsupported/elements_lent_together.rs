use cotangent::prelude::*;

#[differentiable]
fn exchange(a: &mut f64, b: &mut f64) {
    *a += *b;
    *b *= *a;
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let mut both = [x, y];
    let [a, b] = &mut both;
    exchange(a, b);
    both[0] * both[1]
}

fn main() {}
