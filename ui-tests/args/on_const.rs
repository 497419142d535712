use cotangent::prelude::*;

#[differentiable]
const FACTOR: f64 = 2.0;

fn main() {}
