use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> Result<f64, String> {
    Ok(x * x)
}

fn main() {}
