use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    fn half() -> f64 {
        0.5
    }
    x * half()
}

fn main() {}
