use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let mut a = [x, y];
    let mut i = 0;
    a[i] += {
        i += 1;
        x * y
    };
    a[0] * a[i]
}

fn main() {}
