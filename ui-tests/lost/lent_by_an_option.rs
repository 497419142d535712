use cotangent::prelude::*;

#[differentiable]
fn set(place: &mut f64, x: f64) {
    *place = x;
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let mut kept = [1.5, 2.0];
    set(kept.get_mut(0).unwrap(), x);
    kept[0] * y
}

fn main() {}
