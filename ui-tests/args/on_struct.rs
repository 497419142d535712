use cotangent::prelude::*;

#[differentiable]
struct Line {
    slope: f64,
}

fn main() {}
