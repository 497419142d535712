use cotangent::prelude::*;

#[derive(Differentiable)]
struct Net {
    scale: f64,
    activation: fn(f64) -> f64,
}

fn main() {}
