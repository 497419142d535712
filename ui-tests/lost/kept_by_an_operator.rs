use std::ops::Add;

use cotangent::prelude::*;

struct Into<'a>(&'a mut f64);

impl Add<f64> for Into<'_> {
    type Output = f64;

    fn add(self, x: f64) -> f64 {
        *self.0 = x;
        1.0
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut kept = 1.0;
    if Into(&mut kept) + x > 0.5 { kept * x } else { x }
}

fn main() {}
