use cotangent::prelude::*;

enum Shape {
    Circle(f64),
    Point,
}

#[differentiable]
fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle(r) => r * r,
        Shape::Point => 0.0,
    }
}

fn main() {}
