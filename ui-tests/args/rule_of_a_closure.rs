use cotangent::prelude::*;

#[differentiable(vjp = |_, y, bar| bar / (2.0 * y))]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn main() {
    let _ = root::grad(4.0);
}
