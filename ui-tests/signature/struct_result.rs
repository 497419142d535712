use cotangent::prelude::*;

struct Pair {
    a: f64,
    b: f64,
}

#[differentiable]
fn both(x: f64) -> Pair {
    Pair { a: x * x, b: x.sin() }
}

fn main() {}
