use cotangent::prelude::*;

#[differentiable]
fn wave(x: f64, #[constant] k: f64) -> f64 {
    (k * x).sin()
}

fn main() {
    let (_dx, _dk) = wave::grad(1.0, 2.0);
}
