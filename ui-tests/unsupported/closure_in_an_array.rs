use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let scale = |a: f64| a * x;
    [scale, scale][0](x)
}

fn main() {}
