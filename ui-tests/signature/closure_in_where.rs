use cotangent::prelude::*;

#[differentiable]
fn cost<F>(x: f64, #[constant] f: &F) -> f64
where
    F: Fn(f64) -> f64,
{
    f(x) * 2.0
}

fn main() {}
