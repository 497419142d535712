use cotangent::prelude::*;

const LIMIT: f64 = 2.0;

#[differentiable]
fn cost(x: f64) -> f64 {
    match x {
        LIMIT => LIMIT * x,
        y => y * y,
    }
}

fn main() {}
