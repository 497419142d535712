use cotangent::prelude::*;

/// Refused for its signature: what the calls return counts as anything.
#[differentiable]
pub fn cost(ref x: f64) -> f64 {
    x * x
}

#[differentiable]
fn twice(x: f64) -> f64 {
    cost(x).sin() * 2.0
}

mod training {
    use super::cost;

    pub fn step(x: f64) -> f64 {
        let (value, gradient) = cost::value_and_grad(x);
        value - 0.1 * gradient
    }
}

fn main() {
    let _: f64 = cost(1.0);
    let _: f64 = cost::grad(1.0) + training::step(1.0) + twice::grad(1.0);
}
