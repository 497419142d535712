use cotangent::prelude::*;

#[differentiable]
fn root(x: f64) -> Result<f64, f64> {
    if x < 0.0 {
        return Err(x);
    }
    Ok(x.sqrt())
}

#[differentiable]
fn cost(x: f64) -> f64 {
    match root(x) {
        Ok(y) => y,
        Err(y) => y * y,
    }
}

fn main() {}
