use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let mut some = Some(x);
    if let Some(inside) = &mut some {
        *inside *= y;
    }
    some.unwrap()
}

fn main() {}
