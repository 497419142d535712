use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let (mut a, mut b) = ([x, 2.0], [x, 1.0]);
    let mut list = &mut a;
    list[0] *= x;
    list = &mut b;
    list[0] *= x;
    a[0] * b[0]
}

fn main() {}
