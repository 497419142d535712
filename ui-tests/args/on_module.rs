use cotangent::prelude::*;

#[differentiable]
mod model {
    pub fn cost(x: f64) -> f64 {
        x * x
    }
}

fn main() {}
