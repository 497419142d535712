use cotangent::prelude::*;

trait Angle: Copy + std::ops::Mul<Output = Self> {
    fn cos(degrees: Self) -> Self;
}

impl Angle for f64 {
    fn cos(degrees: f64) -> f64 {
        degrees.to_radians().cos()
    }
}

#[differentiable]
fn width<T: Angle>(angle: T, length: T) -> T {
    T::cos(angle) * length
}

fn main() {
    width::grad(30.0, 2.0);
}
