use cotangent::prelude::*;

#[differentiable]
fn text(x: f64) -> String {
    x.to_string()
}

fn main() {}
