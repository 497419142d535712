// errors: 2
use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut a = [0.0; 3];
    if let Some(last) = a.last_mut() {
        *last += x;
    }
    let (left, _) = a.split_at_mut(1);
    left[0] = x * x;
    a[0] + a[2]
}

fn main() {}
