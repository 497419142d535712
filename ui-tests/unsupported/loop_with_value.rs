use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let y = loop {
        break x * x;
    };
    y + 1.0
}

fn main() {}
