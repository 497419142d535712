//! Constructors that take what becomes a number, `P: Into<f64>`, need no attribute of their own.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Distance(f64);

#[differentiable]
impl Distance {
    fn from_meters<P: Into<f64>>(meters: P) -> Self {
        Distance(meters.into())
    }
    fn of_sides(a: impl Into<f64>, b: impl Into<f64>) -> Self {
        let a: f64 = a.into();
        Distance(a * b.into())
    }
    fn meters(&self) -> f64 {
        self.0
    }
    fn twice(&self) -> Self {
        Self::from_meters(self.0 * 2.0)
    }
}

#[differentiable]
fn of_numbers(a: f64) -> f64 {
    let sum = Distance::from_meters(a * a).meters() + Distance::from_meters(2i32).meters() * a;
    sum + Distance::of_sides(a, 3.0f32).twice().meters() * Distance::from_meters(a).twice().0
}

#[test]
fn their_gradients_are_those_of_differences() {
    of_numbers::at(0.7).check().unwrap();
    of_numbers::at(0.7).check_jvp().unwrap();
    of_numbers::at(0.7).check_hvp().unwrap();
}
