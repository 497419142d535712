use std::ops::Mul;

use cotangent::prelude::*;

#[differentiable]
trait Curve<T> {
    fn point(&self, t: T) -> T;
}

#[derive(Differentiable)]
struct Line<T> {
    slope: T,
}

#[differentiable]
impl<T: Copy + Mul<Output = T>> Curve<T> for Line<T> {
    fn point(&self, t: T) -> T {
        self.slope * t
    }
}

#[differentiable]
fn of_any<C: Curve<f64>>(curve: &C, t: f64) -> f64 {
    curve.point(t)
}

fn main() {
    let (_, _) = of_any::grad(&Line { slope: 2.0 }, 3.0);
}
