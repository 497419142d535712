use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Celsius(f64);

impl From<Celsius> for f64 {
    fn from(c: Celsius) -> Self {
        c.0
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let t: f64 = Celsius(x).into();
    t * t
}

fn main() {}
