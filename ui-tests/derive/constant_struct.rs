use cotangent::prelude::*;

#[derive(Differentiable)]
#[constant]
struct Net {
    scale: f64,
}

fn main() {}
