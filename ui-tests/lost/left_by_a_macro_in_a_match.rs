use cotangent::prelude::*;

macro_rules! info {
    ($text:literal, $x:expr) => {
        break
    };
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut y = x;
    for i in 0..5 {
        y *= x;
        let shown = match i {
            2 => info!("{}", x),
            _ => (),
        };
    }
    y
}

fn main() {}
