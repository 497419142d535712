use cotangent::prelude::*;

#[differentiable]
fn grow(x: &mut f64, by: f64) {
    *x *= by;
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let mut some = Some(x);
    if let Some(inside) = &mut some {
        grow(inside, y);
    }
    some.unwrap()
}

fn main() {}
