use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    fn half(x: f64) -> f64 {
        unsafe { 0.5 * x }
    }
    x * half(x)
}

fn main() {}
