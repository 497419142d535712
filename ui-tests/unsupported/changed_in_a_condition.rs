// errors: 2
use cotangent::prelude::*;

struct Total(f64);

impl Total {
    fn add(&mut self, x: f64) -> bool {
        self.0 += x;
        true
    }
}

fn set(place: &mut f64, x: f64) -> bool {
    *place = x;
    true
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut place = 0.0;
    if set(&mut place, x) {
        place += 1.0;
    }
    place
}

#[differentiable]
fn other(x: f64) -> f64 {
    let mut total = Total(0.0);
    let added = total.add(x) || total.0 > 1.0;
    if added { x } else { total.0 }
}

fn main() {}
