use cotangent::prelude::*;

fn doubled(a: &mut [f64; 2]) -> bool {
    a[0] *= 2.0;
    true
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut a = [x, 1.0];
    let whole = &mut a;
    if doubled(whole) {
        whole[1] *= x;
    }
    a[0] * a[1]
}

fn main() {}
