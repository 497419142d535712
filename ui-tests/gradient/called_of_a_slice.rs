use cotangent::prelude::*;

#[differentiable]
fn energy(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

#[differentiable]
fn force(x: &[f64; 3]) -> f64 {
    energy::grad(x)[0]
}

fn main() {}
