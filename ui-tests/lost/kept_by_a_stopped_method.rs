use cotangent::prelude::*;

struct Total(f64);

impl Total {
    fn add(&mut self, x: f64) -> f64 {
        self.0 += x;
        self.0
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut total = Total(0.0);
    let now = stop_gradient(total.add(x));
    total.0 * now * x
}

fn main() {}
