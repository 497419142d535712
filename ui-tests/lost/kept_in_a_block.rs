use std::sync::Mutex;

use cotangent::prelude::*;

static KEPT: Mutex<f64> = Mutex::new(1.0);

fn put(x: f64) -> bool {
    *KEPT.lock().unwrap() = x;
    true
}

fn take() -> f64 {
    *KEPT.lock().unwrap()
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let is_put = !{
        let y = x;
        put(y)
    };
    if is_put { x } else { take() * x }
}

fn main() {}
