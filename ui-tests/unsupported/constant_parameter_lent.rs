use cotangent::prelude::*;

#[differentiable]
fn set(place: &mut f64, x: f64) {
    *place = x;
}

#[differentiable]
fn cost(x: f64, #[constant] scratch: &mut f64) -> f64 {
    set(scratch, x);
    *scratch
}

fn main() {}
