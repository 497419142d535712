use cotangent::prelude::*;

#[differentiable]
fn set(place: &mut f64, x: f64) {
    *place = x;
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut a = [0.0; 2];
    if let Some(last) = a.last_mut() {
        set(last, x);
    }
    a[1]
}

fn main() {}
