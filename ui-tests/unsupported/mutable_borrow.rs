use cotangent::prelude::*;

fn bump(x: &mut f64) -> f64 {
    *x
}

#[differentiable]
fn cost(x: f64) -> f64 {
    bump(&mut 1.0) * x
}

fn main() {}
