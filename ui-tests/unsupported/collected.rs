use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 3]) -> f64 {
    let squares: Vec<f64> = x.iter().map(|x| x * x).collect();
    squares[0]
}

fn main() {}
