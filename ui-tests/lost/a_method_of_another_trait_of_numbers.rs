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
fn height<T: Angle>(angle: T, length: T) -> T {
    angle.sin() * length
}

fn main() {
    height::grad(30.0, 2.0);
}
