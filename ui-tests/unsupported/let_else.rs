use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, #[constant] k: Option<f64>) -> f64 {
    let Some(k) = k else { panic!("no factor") };
    x * k
}

fn main() {}
