use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Celsius(f64);

impl From<f64> for Celsius {
    fn from(t: f64) -> Self {
        Celsius(t)
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let c = Celsius::from(x * x);
    c.0
}

fn main() {}
