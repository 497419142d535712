use cotangent::prelude::*;

#[differentiable]
fn put(place: &mut f64, x: f64) -> bool {
    *place = x;
    true
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut kept = 2.0;
    let place = &mut kept;
    if put((place, x).0, x) { kept * x } else { x }
}

fn main() {}
