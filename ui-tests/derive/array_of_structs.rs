use cotangent::prelude::*;

struct Layer {
    w: Matrix<f64, 2, 2>,
}

#[derive(Differentiable)]
struct Net {
    layers: [Layer; 3],
}

fn main() {}
