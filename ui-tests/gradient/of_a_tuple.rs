use cotangent::prelude::*;

#[differentiable]
fn both(x: f64) -> (f64, f64) {
    (x.sin(), x.cos())
}

fn main() {
    let _ = both::value_and_grad(1.0);
}
