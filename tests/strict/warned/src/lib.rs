//! Mistakes that the compiler warns of. `.ci/run strict` compares the warnings with `warnings.txt`: each is there, once.

use cotangent::prelude::*;

/// Variables.
#[differentiable]
#[must_use]
pub fn variables(x: f64) -> f64 {
    let unused = x * 2.0;
    let mut never_changed = x * x;
    let mut changed = x;
    changed *= 3.0;
    never_changed + changed
}

/// In blocks of every kind.
#[differentiable]
#[must_use]
pub fn blocks(x: f64, xs: &[f64; 3], n: usize) -> f64 {
    let mut y = x;
    for (place, value) in xs.iter().enumerate() {
        y += value;
    }
    if n > 1 {
        let nothing = y.sin();
    }
    let square = |unasked: f64| x * x;
    match n {
        0 => y,
        many => y * square(y),
    }
}

/// In a method, with a constant that no derivative flows through.
#[derive(Differentiable, Debug)]
pub struct Line {
    /// How steep it is.
    pub slope: f64,
}

#[differentiable]
impl Line {
    /// The value at `x`.
    #[must_use]
    pub fn at(&self, x: f64, late: f64) -> f64 {
        let constant = 3 + 4;
        let mut counter = 1;
        self.slope * x
    }
}

/// What is written is never read.
#[differentiable]
#[must_use]
pub fn overwritten(x: f64) -> f64 {
    let mut y = x * 2.0;
    y = x * 3.0;
    y
}
