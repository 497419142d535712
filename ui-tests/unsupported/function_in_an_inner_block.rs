use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    if x > 0.0 {
        #[differentiable]
        fn half(x: f64) -> f64 {
            0.5 * x
        }
        half(x)
    } else {
        x
    }
}

fn main() {}
