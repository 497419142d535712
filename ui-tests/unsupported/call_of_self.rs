//! A closure that is called as `self`.

use cotangent::prelude::*;

#[differentiable]
trait Rate {
    fn twice(&self, x: f64) -> f64;
}

#[differentiable]
impl<F: Fn(f64) -> f64> Rate for F {
    fn twice(&self, x: f64) -> f64 {
        self(self(x))
    }
}

fn main() {
    println!("{}", (|x: f64| x * x).twice(2.0));
}
