use cotangent::prelude::*;

#[differentiable]
fn line(slope: f64) -> Box<dyn Fn(f64) -> f64> {
    Box::new(move |x| slope * x)
}

fn main() {}
