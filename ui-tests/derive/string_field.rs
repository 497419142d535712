use cotangent::prelude::*;

#[derive(Differentiable)]
struct Net {
    scale: f64,
    name: String,
}

fn main() {}
