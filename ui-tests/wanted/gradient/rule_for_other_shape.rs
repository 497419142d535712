use cotangent::prelude::*;
use cotangent::rule::{By1, Rule, Rule1};

#[derive(Clone, Copy, Default)]
struct Trace;

impl Rule for Trace {
    type Reads = (No, No);
}

impl<const N: usize> Rule1<Matrix<f64, N, N>> for Trace {
    type Output = f64;
    type Residual = ();
    fn forward(x: &Matrix<f64, N, N>) -> (f64, ()) {
        ((0..N).map(|i| x[[i, i]]).sum(), ())
    }
    fn vjp((): &(), _: Read<Matrix<f64, N, N>>, _: Read<f64>, y_bar: &f64, x_bar: impl Slot<Matrix<f64, N, N>>) {
        x_bar.accumulate(|d| (0..N).for_each(|i| d[[i, i]] += y_bar));
    }
    fn jvp(_: &Matrix<f64, N, N>, _: &f64, x_dot: Option<&Matrix<f64, N, N>>) -> f64 {
        x_dot.map_or(0.0, |x_dot| (0..N).map(|i| x_dot[[i, i]]).sum())
    }
}

trait TraceOf {
    fn trace(&self) -> f64;
    fn derivative_of_trace(&self) -> By1<Trace> {
        By1::new()
    }
}

impl<const M: usize, const N: usize> TraceOf for Matrix<f64, M, N> {
    fn trace(&self) -> f64 {
        (0..M.min(N)).map(|i| self[[i, i]]).sum()
    }
}

#[differentiable]
fn cost(x: &Matrix<f64, 3, 2>) -> f64 {
    x.trace()
}

fn main() {}
