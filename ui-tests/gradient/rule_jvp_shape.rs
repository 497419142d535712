use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule1};

#[derive(Clone, Copy, Default)]
struct RowSums;

impl Rule for RowSums {
    type Reads = (No, No);
}

impl<const B: usize, const N: usize> Rule1<Matrix<f64, B, N>> for RowSums {
    type Output = Vector<f64, B>;
    type Residual = ();
    fn forward(x: &Matrix<f64, B, N>) -> (Vector<f64, B>, ()) {
        (x.sum_axis::<1>(), ())
    }
    fn vjp(
        (): &(),
        _: Read<Matrix<f64, B, N>>,
        _: Read<Vector<f64, B>>,
        y_bar: &Vector<f64, B>,
        x_bar: impl Slot<Matrix<f64, B, N>>,
    ) {
        x_bar.accumulate(|d| *d += y_bar.reshape::<(Dim<B>, One)>());
    }
    fn jvp(_: &Matrix<f64, B, N>, _: &Vector<f64, B>, x_dot: Option<&Matrix<f64, B, N>>) -> Vector<f64, B> {
        x_dot.copied().unwrap_or_default().sum_axis::<0>()
    }
}

fn main() {}
