use cotangent::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Layer {
    weight: f64,
    #[constant]
    activation: fn(f64) -> f64,
}

#[differentiable]
fn cost(x: f64, layer: Layer) -> f64 {
    if (layer.activation)(2.0) > 1.0 { x * layer.weight } else { x }
}

fn main() {}
