use cotangent::prelude::*;

#[differentiable]
fn area(width: f64, height: f64) -> f64 {
    width * height
}

fn main() {
    area::jvp(2.0, 3.0, 1.0);
}
