use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    while x > 1.0 {
        println!("{x}");
    }
    x * x
}

fn main() {}
