use cotangent::prelude::*;

struct View<'a> {
    x: &'a [f64; 2],
}

#[differentiable]
impl<'a> View<'a> {
    fn dot(#[constant] &self, #[constant] y: &'a [f64; 2], k: f64) -> f64 {
        k * self.x[0] * y[0] + self.x[1] * y[1]
    }
}

fn main() {}
