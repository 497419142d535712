use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let mut t = x;
    t.powf(loop {
        t += y;
        if t > 3.0 {
            break t;
        }
    })
}

fn main() {}
