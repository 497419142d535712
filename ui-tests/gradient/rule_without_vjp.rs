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
    fn jvp(_: &f64, _: &f64, x_dot: Option<&f64>) -> f64 {
        2.0 * x_dot.unwrap_or(&0.0)
    }
}

fn main() {}
