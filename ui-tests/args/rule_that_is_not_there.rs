use cotangent::prelude::*;

#[differentiable(vjp = root_vjp)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn main() {
    let _ = root::grad(4.0);
}
