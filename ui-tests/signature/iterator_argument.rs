use cotangent::prelude::*;

#[differentiable]
fn sum(terms: impl Iterator<Item = f64>) -> f64 {
    terms.sum()
}

fn main() {}
