use cotangent::prelude::*;

#[derive(Differentiable)]
struct Total(f64);

impl Total {
    fn add(&mut self, x: f64) {
        self.0 += x;
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut total = Total(0.0);
    total.add(x * x);
    total.0
}

fn main() {}
