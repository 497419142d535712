use cotangent::prelude::*;

trait Angle: Copy + std::ops::Mul<Output = Self> {
    fn sin(self) -> Self;
}

impl Angle for f64 {
    fn sin(self) -> f64 {
        self.to_radians().sin()
    }
}

#[differentiable]
fn scaled<T: Angle>(f: impl Fn(T) -> T, x: T) -> T {
    f(x) * x
}

#[differentiable]
fn height<T: Angle>(angle: T, length: T) -> T {
    scaled(|t: T| t.sin() * length, angle)
}

fn main() {}
