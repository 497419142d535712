//! A tensor of whole numbers has no derivative; its tangent is `NoGrad`.
use cotangent::prelude::*;

#[derive(Differentiable)]
struct Net {
    scale: f64,
    steps: Vector<u32, 3>,
}

#[differentiable]
fn output(x: f64, net: &Net) -> f64 {
    x * net.scale * f64::from(net.steps[[1]])
}

fn main() {
    let net = Net { scale: 2.0, steps: tensor([1, 3, 5]) };
    let (_, (dx, d)) = output::value_and_grad(0.5, &net);
    assert_eq!((dx, d), (6.0, NetTangent { scale: 1.5, steps: NoGrad }));
}
