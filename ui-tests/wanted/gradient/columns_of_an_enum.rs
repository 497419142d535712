use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
enum Shape {
    Circle(f64),
    Square(f64),
}

#[differentiable]
fn area(shape: &Shape, scale: f64) -> f64 {
    match shape {
        Shape::Circle(radius) => 3.0 * radius * radius * scale,
        Shape::Square(side) => side * side * scale,
    }
}

fn main() {
    area::at(&Shape::Circle(1.0), 2.0).jacobian_fwd();
}
