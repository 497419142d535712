use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule1};

#[derive(Clone, Copy, Default)]
struct Sum;

impl Rule for Sum {
    type Reads = (No, No);
}

impl Rule1<Vector<f64, 3>> for Sum {
    type Output = f64;
    type Residual = ();
    fn forward(x: &Vector<f64, 3>) -> (f64, ()) {
        (x.sum(), ())
    }
    fn vjp((): &(), _: Read<Vector<f64, 3>>, _: Read<f64>, y_bar: &f64, x_bar: impl Slot<Vector<f64, 4>>) {
        x_bar.accumulate(|d| *d += *y_bar);
    }
    fn jvp(_: &Vector<f64, 3>, _: &f64, x_dot: Option<&Vector<f64, 3>>) -> f64 {
        x_dot.copied().unwrap_or_default().sum()
    }
}

fn main() {}
