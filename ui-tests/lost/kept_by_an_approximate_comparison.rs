use std::cell::Cell;

use cotangent::prelude::*;

macro_rules! ulps_eq {
    ($x:expr, $kept:expr) => {{
        $kept.set($x);
        $x == 1.0
    }};
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let kept = Cell::new(0.0);
    if ulps_eq!(x, kept) { x } else { kept.get() * x }
}

fn main() {}
