use cotangent::prelude::*;

#[derive(Differentiable)]
struct Net {
    scale: f64,
    #[constant = true]
    rate: f64,
}

fn main() {}
