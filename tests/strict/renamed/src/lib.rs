//! The library under another name, which the macros are told.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

use autodiff::prelude::*;

/// A straight line.
#[derive(Differentiable, Clone, Copy, Debug)]
#[differentiable(crate = autodiff)]
pub struct Line {
    /// How steep it is.
    pub slope: f64,
    /// Where it starts.
    pub offset: f64,
}

#[autodiff::differentiable(crate = autodiff)]
impl Line {
    /// The value at `x`.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        self.slope * x + self.offset
    }
}

/// The square of the value at 1.
#[differentiable(crate = autodiff)]
#[must_use]
pub fn square(line: &Line) -> f64 {
    line.at(1.0).powi(2)
}
