use cotangent::prelude::*;

#[derive(Differentiable)]
#[differentiable]
struct Line {
    slope: f64,
}

fn main() {}
