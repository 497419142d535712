use cotangent::prelude::*;

/// A line.
#[differentiable]
pub struct Line {
    slope: f64,
}

fn main() {}
