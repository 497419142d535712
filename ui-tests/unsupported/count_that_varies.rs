use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut s = x;
    for _ in 0..x as usize {
        s *= x;
    }
    s
}

fn main() {}
