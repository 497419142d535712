use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule1};

#[derive(Clone, Copy, Default)]
struct RowSums;

impl Rule for RowSums {
    type Reads = (No, No);
}

impl Rule1<Matrix<f64, 4, 6>> for RowSums {
    type Output = Vector<f64, 4>;
    type Residual = ();
    fn forward(x: &Matrix<f64, 4, 6>) -> (Vector<f64, 4>, ()) {
        (x.sum_axis::<0>(), ())
    }
    fn vjp((): &(), _: Read<Matrix<f64, 4, 6>>, _: Read<Vector<f64, 4>>, y_bar: &Vector<f64, 4>, x_bar: impl Slot<Matrix<f64, 4, 6>>) {
        x_bar.accumulate(|d| *d += y_bar.reshape::<(Dim<4>, One)>());
    }
    fn jvp(_: &Matrix<f64, 4, 6>, _: &Vector<f64, 4>, x_dot: Option<&Matrix<f64, 4, 6>>) -> Vector<f64, 4> {
        x_dot.copied().unwrap_or_default().sum_axis::<1>()
    }
}

fn main() {}
