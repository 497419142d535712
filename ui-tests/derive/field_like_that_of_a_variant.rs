use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Circle {
    radius: f64,
    circle_radius: f64,
}

fn main() {}
