//! Rules that are wrong on purpose: programs that use them must be found.

use cotangent::prelude::*;
use cotangent::rule::{By1, Rule, Rule1};

cotangent::elementwise! {
    /// Where the wrong rule is a method.
    pub trait Planted;

    /// `sin x`. The derivative has the wrong sign.
    planted(x) = x.sin(), x => -x.cos();
}

/// `sin x`. The derivative is right in reverse mode and has the wrong sign in forward mode.
#[derive(Clone, Copy, Debug, Default)]
pub struct WrongForward;

impl Rule for WrongForward {
    type Reads = (Yes, No);
}

impl Rule1<f64> for WrongForward {
    type Output = f64;
    type Residual = ();
    fn forward(x: &f64) -> (f64, ()) {
        (x.sin(), ())
    }
    fn vjp((): &(), x: Read<f64>, _: Read<f64>, y_bar: &f64, x_bar: impl Slot<f64>) {
        x_bar.accumulate(|d| *d += x.get().cos() * y_bar);
    }
    fn jvp(x: &f64, _: &f64, x_dot: Option<&f64>) -> f64 {
        x_dot.map_or(0.0, |x_dot| -x.cos() * x_dot)
    }
}

/// Where that is a method.
pub trait PlantedForward {
    /// `sin x`
    fn planted_forward(&self) -> f64;
    /// The way to its rule.
    fn derivative_of_planted_forward(&self) -> By1<WrongForward> {
        By1::new()
    }
}

impl PlantedForward for f64 {
    fn planted_forward(&self) -> f64 {
        self.sin()
    }
}
