use cotangent::prelude::*;
use cotangent::rule::{By1, Rule, Rule1};

#[derive(Clone, Copy, Default)]
struct Square;

impl Rule for Square {
    type Reads = (Yes, No);
}

impl Rule1<f64> for Square {
    type Output = f64;
    type Residual = ();
    fn forward(x: &f64) -> (f64, ()) {
        (x * x, ())
    }
    fn vjp((): &(), x: Read<f64>, _: Read<f64>, y_bar: &f64, x_bar: impl Slot<f64>) {
        x_bar.accumulate(|d| *d += 2.0 * x.get() * y_bar);
    }
    fn jvp(x: &f64, _: &f64, x_dot: Option<&f64>) -> f64 {
        2.0 * x * x_dot.unwrap_or(&0.0)
    }
}

trait SquareOp {
    fn squared(&self) -> Self;
    fn derivative_of_squared(&self) -> By1<Square> {
        By1::new()
    }
}

impl SquareOp for f64 {
    fn squared(&self) -> f64 {
        self * self
    }
}

impl SquareOp for f32 {
    fn squared(&self) -> f32 {
        self * self
    }
}

#[differentiable]
fn cost(x: f32) -> f32 {
    x.squared() + 1.0
}

fn main() {}
