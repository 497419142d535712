use cotangent::prelude::*;

macro_rules! warn {
    () => {
        break
    };
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut y = x;
    for i in 0..5 {
        y *= x;
        if i == 2 {
            warn!();
        }
    }
    y
}

fn main() {}
