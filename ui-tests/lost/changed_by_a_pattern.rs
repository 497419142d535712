use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let mut pair = [x, y];
    if match pair {
        [ref mut first, _] => {
            *first = 2.0;
            true
        }
    } {
        pair[0] * y
    } else {
        x
    }
}

fn main() {}
