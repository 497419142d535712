use cotangent::prelude::*;

#[derive(Differentiable)]
struct Net {
    scale: f64,
    steps: Vector<u32, 3>,
}

fn main() {}
