use cotangent::prelude::*;

#[derive(Differentiable)]
union Gain {
    by: f64,
    bits: u64,
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
