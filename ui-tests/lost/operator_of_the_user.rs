use cotangent::prelude::*;

use core::ops::AddAssign;

#[derive(Clone, Copy)]
struct Gain(f64);

impl AddAssign<Gain> for f64 {
    fn add_assign(&mut self, gain: Gain) {
        *self *= gain.0;
    }
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let mut z = x * y;
    z += Gain(3.0);
    z
}

fn main() {}
