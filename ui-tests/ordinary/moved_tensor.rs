use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn norm(p: Point) -> f64 {
    p.x * p.x + p.y * p.y
}

#[differentiable]
fn twice(p: Point) -> f64 {
    norm(p) + norm(p)
}

fn main() {}
