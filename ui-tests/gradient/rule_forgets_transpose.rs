use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule2};

/// The matrix product.
#[derive(Clone, Copy, Default)]
struct Product;

impl Rule for Product {
    type Reads = (Yes, Yes, No);
}

impl<const B: usize, const I: usize, const O: usize> Rule2<Matrix<f64, B, I>, Matrix<f64, I, O>> for Product {
    type Output = Matrix<f64, B, O>;
    type Residual = ();
    fn forward(x: &Matrix<f64, B, I>, w: &Matrix<f64, I, O>) -> (Matrix<f64, B, O>, ()) {
        (x.matmul(w), ())
    }
    fn vjp(
        (): &(),
        x: Read<Matrix<f64, B, I>>,
        w: Read<Matrix<f64, I, O>>,
        _: Read<Matrix<f64, B, O>>,
        y_bar: &Matrix<f64, B, O>,
        x_bar: impl Slot<Matrix<f64, B, I>>,
        w_bar: impl Slot<Matrix<f64, I, O>>,
    ) {
        x_bar.accumulate(|d| *d += y_bar.matmul(w.get()));
        w_bar.accumulate(|d| *d += x.get().transpose().matmul(y_bar));
    }
    fn jvp(
        x: &Matrix<f64, B, I>,
        w: &Matrix<f64, I, O>,
        _: &Matrix<f64, B, O>,
        x_dot: Option<&Matrix<f64, B, I>>,
        w_dot: Option<&Matrix<f64, I, O>>,
    ) -> Matrix<f64, B, O> {
        x_dot.copied().unwrap_or_default().matmul(w) + x.matmul(&w_dot.copied().unwrap_or_default())
    }
}

fn main() {}
