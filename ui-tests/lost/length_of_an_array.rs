use cotangent::prelude::*;

trait Length {
    fn len(&self) -> f64;
}

impl Length for [f64; 2] {
    fn len(&self) -> f64 {
        self[0].hypot(self[1])
    }
}

#[differentiable]
fn cost(x: [f64; 2], y: f64) -> f64 {
    let sides = [x.len(), y];
    sides[0] * sides[1]
}

fn main() {}
