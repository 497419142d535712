use cotangent::prelude::*;

#[differentiable]
fn well(x: f64) -> f64 {
    x * x * x * x - 2.0 * x * x
}

#[differentiable]
fn force(x: f64) -> f64 {
    well::grad(x) * x
}

fn main() {
    let _ = force::at(1.0).hvp(1.0);
}
