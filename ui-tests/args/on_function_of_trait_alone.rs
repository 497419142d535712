use cotangent::prelude::*;

#[differentiable]
trait Easing {
    #[differentiable]
    fn ease(x: f64) -> Option<f64>;
}

struct Quad;

#[differentiable]
impl Easing for Quad {
    fn ease(x: f64) -> Option<f64> {
        Some(x * x)
    }
}

fn main() {}
