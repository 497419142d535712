use cotangent::prelude::*;

fn total<const N: usize>(x: &Vector<f64, N>) -> f64 {
    x.sum()
}

#[differentiable]
fn cost(x: &Vector<f64, 3>) -> f64 {
    total(x) + 1.0
}

fn main() {}
