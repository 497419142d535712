use cotangent::prelude::*;

#[derive(Differentiable)]
struct Net {
    scale: f64,
    #[constant]
    #[constant]
    rate: f64,
}

fn main() {}
