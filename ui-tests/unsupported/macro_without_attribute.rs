use cotangent::prelude::*;

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

#[differentiable(macros(square))]
fn cost(x: f64) -> f64 {
    square!(x) + 1.0
}

fn main() {}
