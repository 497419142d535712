use cotangent::prelude::*;

#[differentiable]
fn well(x: f64) -> f64 {
    x * x * x * x - 2.0 * x * x
}

#[differentiable]
fn force(x: f64) -> f64 {
    let mut tape = [0; 100];
    well::at(x).on(&mut tape).grad() * x
}

fn main() {}
