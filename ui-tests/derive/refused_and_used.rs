use cotangent::prelude::*;

#[derive(Differentiable)]
enum Gain {
    Unit,
    By(f64),
}

#[derive(Differentiable)]
struct Net {
    gain: Gain,
    scale: f64,
}

#[differentiable]
fn cost(net: &Net, x: f64) -> f64 {
    net.scale * x
}

fn main() {}
