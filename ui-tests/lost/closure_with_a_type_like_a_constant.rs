use cotangent::prelude::*;

mod aliases {
    #[allow(non_camel_case_types)]
    pub type usize = f64;
}
use aliases::usize;

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    twice(|t: usize| t * t * y, x)
}

fn main() {}
