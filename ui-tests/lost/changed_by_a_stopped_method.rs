use cotangent::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Total(f64);

impl Total {
    fn doubled(&mut self) -> f64 {
        self.0 *= 2.0;
        self.0
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut total = Total(x);
    total.0 += x;
    let now = stop_gradient(total.doubled());
    total.0 * now
}

fn main() {}
