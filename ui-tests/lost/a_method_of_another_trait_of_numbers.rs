use cotangent::prelude::*;

trait Angle: Copy + std::ops::Mul<Output = Self> {
    fn sin(self) -> Self;
    fn cos(degrees: Self) -> Self;
}

impl Angle for f64 {
    fn sin(self) -> f64 {
        self.to_radians().sin()
    }
    fn cos(degrees: f64) -> f64 {
        degrees.to_radians().cos()
    }
}

#[differentiable]
fn height<T: Angle>(angle: T, length: T) -> T {
    angle.sin() * length
}

#[differentiable]
fn width<T: Angle>(angle: T, length: T) -> T {
    T::cos(angle) * length
}

fn main() {
    height::grad(30.0, 2.0);
    width::grad(30.0, 2.0);
}
