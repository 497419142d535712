use cotangent::prelude::*;

#[differentiable]
fn set(place: &mut f64, x: f64) {
    *place = x;
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let mut kept = 1.5;
    let pair = (&mut kept, 1);
    set(pair.0, x);
    kept * y
}

fn main() {}
