use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule1};

#[derive(Clone, Copy, Default)]
struct Double;

impl Rule for Double {
    type Reads = (No, No);
}

impl Rule1<f64> for Double {
    type Output = f64;
    type Residual = ();
    fn forward(x: &f64) -> (f64, ()) {
        (2.0 * x, ())
    }
    fn vjp((): &(), _: Read<f64>, _: Read<f64>, y_bar: &f64, x_bar: impl Slot<f64>) {
        x_bar.accumulate(|d| *d += 2.0 * y_bar);
    }
}

fn main() {}
