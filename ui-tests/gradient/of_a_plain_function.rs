#[allow(unused_imports)]
use cotangent::prelude::*;

fn cost(x: f64) -> f64 {
    x * x
}

fn main() {
    let _ = cost::grad(1.0);
}
