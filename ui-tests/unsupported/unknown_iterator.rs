use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 4]) -> f64 {
    x.iter().scan(0.0, |s, v| { *s += v; Some(*s) }).sum()
}

fn main() {}
