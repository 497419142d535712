use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let y = x;
    for _ in 0..3 {
        let _z = y * y;
    }
    y
}

fn main() {}
