use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule2};

/// Adds a bias to every row.
#[derive(Clone, Copy, Default)]
struct Shift;

impl Rule for Shift {
    type Reads = (No, No, No);
}

impl<const B: usize, const O: usize> Rule2<Matrix<f64, B, O>, Vector<f64, O>> for Shift {
    type Output = Matrix<f64, B, O>;
    type Residual = ();
    fn forward(x: &Matrix<f64, B, O>, b: &Vector<f64, O>) -> (Matrix<f64, B, O>, ()) {
        (x + b, ())
    }
    fn vjp(
        (): &(),
        _: Read<Matrix<f64, B, O>>,
        _: Read<Vector<f64, O>>,
        _: Read<Matrix<f64, B, O>>,
        y_bar: &Matrix<f64, B, O>,
        x_bar: impl Slot<Matrix<f64, B, O>>,
        b_bar: impl Slot<Vector<f64, O>>,
    ) {
        x_bar.accumulate(|d| *d += y_bar);
        b_bar.accumulate(|d| *d += y_bar.sum_axis::<1>());
    }
    fn jvp(
        _: &Matrix<f64, B, O>,
        _: &Vector<f64, O>,
        _: &Matrix<f64, B, O>,
        x_dot: Option<&Matrix<f64, B, O>>,
        b_dot: Option<&Vector<f64, O>>,
    ) -> Matrix<f64, B, O> {
        x_dot.copied().unwrap_or_default() + b_dot.copied().unwrap_or_default()
    }
}

fn main() {}
