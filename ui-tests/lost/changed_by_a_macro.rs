use cotangent::prelude::*;

macro_rules! log {
    ($name:ident = $value:expr) => {
        $name = $value
    };
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut y = x * x;
    log!(y = 2.0);
    y * x
}

fn main() {}
