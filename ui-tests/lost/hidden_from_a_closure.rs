use cotangent::prelude::*;

const RATE: f64 = 3.0;

#[differentiable]
fn cost(x: f64) -> f64 {
    let scaled = |x: f64| x * RATE;
    let y = {
        const RATE: f64 = 5.0;
        scaled(x) * RATE
    };
    y * x
}

fn main() {}
