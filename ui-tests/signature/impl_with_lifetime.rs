use cotangent::prelude::*;

struct View<'a> {
    x: &'a [f64; 2],
}

#[differentiable]
impl<'a> View<'a> {
    fn dot(&self, y: &[f64; 2]) -> f64 {
        self.x[0] * y[0] + self.x[1] * y[1]
    }
}

fn main() {}
