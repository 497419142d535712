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
        (x.sum_axis::<1>(), ())
    }
    fn vjp((): &(), _: Read<Matrix<f64, 4, 6>>, _: Read<Vector<f64, 4>>, y_bar: &Vector<f64, 4>, x_bar: impl Slot<Matrix<f64, 4, 6>>) {
        x_bar.accumulate(|d| *d += y_bar.reshape::<(One, Dim<6>)>());
    }
    fn jvp(_: &Matrix<f64, 4, 6>, _: &Vector<f64, 4>, x_dot: Option<&Matrix<f64, 4, 6>>) -> Vector<f64, 4> {
        x_dot.copied().unwrap_or_default().sum_axis::<1>()
    }
}

trait RowSumsOp {
    fn row_sums(&self) -> Vector<f64, 4>;
    fn derivative_of_row_sums(&self) -> cotangent::rule::By1<RowSums> {
        cotangent::rule::By1::new()
    }
}

impl RowSumsOp for Matrix<f64, 4, 6> {
    fn row_sums(&self) -> Vector<f64, 4> {
        self.sum_axis::<1>()
    }
}

#[differentiable]
fn cost(x: &Matrix<f64, 4, 6>) -> f64 {
    x.row_sums().sum()
}

fn main() {
    let _ = cost::grad(&Matrix::ZEROS);
}
