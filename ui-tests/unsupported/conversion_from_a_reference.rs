use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Celsius(f64);

#[differentiable]
impl From<&Celsius> for f64 {
    fn from(c: &Celsius) -> Self {
        c.0
    }
}

fn main() {}
