use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut y = x * x;
    let place = &mut y;
    let is_small = !{
        let other = place;
        *other = 2.0;
        x > 1.0
    };
    if is_small { y * x } else { y }
}

fn main() {}
