use cotangent::prelude::*;

struct Layer {
    w: Matrix<f64, 2, 2>,
}

#[derive(Differentiable)]
struct Net {
    layer: Layer,
    scale: f64,
}

fn main() {}
