use cotangent::prelude::*;

#[differentiable]
fn scores(x: &Vector<f64, 3>, scale: f64) -> f64 {
    x.sum() * scale
}

fn main() {
    scores::jacobian_fwd(&Vector::zeros(), 2.0);
}
