//! A crate that allows nothing.
#![deny(warnings, missing_docs, nonstandard_style, future_incompatible, missing_debug_implementations, missing_copy_implementations)]
#![deny(unreachable_pub, trivial_casts, trivial_numeric_casts, unused_qualifications, unused_results, single_use_lifetimes)]
#![deny(elided_lifetimes_in_paths, explicit_outlives_requirements, let_underscore_drop, unused_lifetimes, unused_macro_rules)]
#![forbid(unsafe_code)]

use cotangent::prelude::*;

/// A straight line.
#[derive(Differentiable, Clone, Copy, Debug)]
pub struct Line {
    /// How steep it is.
    pub slope: f64,
    /// Where it starts.
    pub offset: f64,
    #[constant]
    weight: f64,
}

#[differentiable]
impl Line {
    /// The value at `x`.
    pub fn at(&self, x: f64) -> f64 {
        self.slope * x + self.offset
    }

    fn miss(&self, #[constant] x: f64, #[constant] y: f64) -> f64 {
        let gap = self.at(x) - y;
        self.weight * gap * gap
    }
}

/// A dense layer.
#[differentiable]
pub fn dense<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, O>,
) -> Matrix<f32, B, O> {
    let h = x.matmul(w) + b;
    if B > 8 { h.relu() } else { h.tanh() }
}

/// A loss.
#[differentiable]
pub fn loss<const B: usize>(w: &Matrix<f32, 3, 2>, #[constant] x: &Matrix<f32, B, 3>, labels: &[usize; B]) -> f32 {
    assert!(B > 0, "an empty batch");
    let b = Vector::ZEROS;
    dense(x, w, &b).softmax_cross_entropy(labels)
}

#[differentiable]
fn parts((a, b): (f64, f64), _unused: f64, k: usize) -> f64 {
    let pair = [a * b, a - b];
    pair[0] * pair[1] * k as f64
}

fn main() {
    let line = Line { slope: 1.0, offset: 0.0, weight: 1.0 };
    assert_eq!(line.miss_grad(1.0, 0.0).slope, 2.0);
    let mut dw = Matrix::ZEROS;
    let mut tape = TapeBuffer::<{ loss::tape_words::<4>() }>::new();
    let value = loss::value_and_grad_into(&mut tape, &Matrix::ZEROS, &Matrix::ZEROS, &[0; 4], &mut dw);
    assert_eq!(value, 2.0_f32.ln());
    assert_eq!(parts::grad((2.0, 1.0), 0.0, 1), ((3.0, 0.0), 0.0));
}
