use cotangent::prelude::*;

#[differentiable]
fn set(place: &mut f64, x: f64) {
    *place = x;
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let mut kept = [1.5, 2.0];
    let all = kept.iter_mut().all(|place| {
        set(place, x);
        true
    });
    if all { kept[1] * y } else { y }
}

fn main() {}
