use cotangent::prelude::*;

#[derive(Differentiable)]
union Number {
    double: f64,
    single: f32,
}

fn main() {}
