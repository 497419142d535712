use cotangent::prelude::*;

#[differentiable]
fn line(slope: f64) -> impl Fn(f64) -> f64 {
    move |x| slope * x
}

fn main() {}
