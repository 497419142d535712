use cotangent::prelude::*;

#[differentiable]
fn residual(prediction: &Matrix<f64, 32, 1>, target: &Vector<f64, 32>) -> f64 {
    let r = prediction - target;
    (&r * &r).mean()
}

fn main() {}
