use cotangent::prelude::*;

struct Total(f64);

impl Total {
    fn add(&mut self, x: f64) {
        self.0 += x;
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut totals = [Total(0.0), Total(1.0)];
    if let Some(last) = totals.last_mut() {
        last.add(x * x);
    }
    totals[1].0
}

fn main() {}
