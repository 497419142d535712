use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Steps {
    x: f64,
    n: usize,
}

impl Iterator for Steps {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        self.n = self.n.checked_sub(1)?;
        Some(self.x)
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut sum = 0.0;
    for v in (Steps { x, n: 2 }) {
        sum += v * v;
    }
    sum
}

fn main() {}
