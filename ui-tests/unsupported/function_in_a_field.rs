use cotangent::prelude::*;

struct Layer {
    activation: fn(f64) -> f64,
}

#[differentiable]
fn cost(x: f64, #[constant] layer: &Layer) -> f64 {
    (layer.activation)(x)
}

fn main() {}
