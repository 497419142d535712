use cotangent::prelude::*;

#[differentiable]
fn scaled<M>(_model: &M, x: f64) -> f64
where
    M: Differentiable + ?Sized,
{
    x * 2.0
}

fn main() {}
