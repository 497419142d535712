use cotangent::prelude::*;

#[differentiable]
trait Easing {
    #[differentiable]
    fn ease(x: f64) -> (f64, f64);
}

struct Quad;

#[differentiable]
impl Easing for Quad {
    fn ease(x: f64) -> (f64, f64) {
        (x * x, x)
    }
}

fn main() {}
