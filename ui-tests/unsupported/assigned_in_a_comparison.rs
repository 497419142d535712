use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut y = x * x;
    let is_large = x > {
        y = 2.0;
        1.0
    };
    if is_large { y * x } else { y }
}

fn main() {}
