//! One dense layer, `relu(x w + b)`, batch 32, 784 inputs, 128 outputs.

use cotangent::ops::matmul::matmul;
use cotangent::prelude::*;
use cotangent::rule::Rule2;

use crate::mlp::{bias_gradient, layer, mask};

/// The sizes that are measured.
pub const B: usize = 32;
/// Inputs.
pub const I: usize = 784;
/// Outputs.
pub const O: usize = 128;

/// The layer.
#[differentiable]
#[must_use]
pub fn dense<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, O>,
) -> Matrix<f32, B, O> {
    x.linear(w, b).relu()
}

/// The layer whose input needs no gradient.
#[differentiable]
#[must_use]
pub fn first_dense<const B: usize, const I: usize, const O: usize>(
    #[constant] x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, O>,
) -> Matrix<f32, B, O> {
    x.linear(w, b).relu()
}

/// `w_bar += xᵀ g` and, if wanted, `x_bar += g wᵀ`, by the kernels that the generated code uses.
pub fn matmul_vjp<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    g: &Matrix<f32, B, O>,
    x_bar: impl Slot<Matrix<f32, B, I>>,
    w_bar: impl Slot<Matrix<f32, I, O>>,
) {
    <matmul as Rule2<Matrix<f32, B, I>, Matrix<f32, I, O>>>::vjp(
        &(),
        Read::live(x),
        Read::live(w),
        Read::live(g),
        g,
        x_bar,
        w_bar,
    );
}

/// Forward, and backward for the cotangent `seed`, by hand: one activation, in place.
pub fn by_hand<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, O>,
    seed: &Matrix<f32, B, O>,
    x_bar: impl Slot<Matrix<f32, B, I>>,
    w_bar: &mut Matrix<f32, I, O>,
    b_bar: &mut Vector<f32, O>,
) -> Matrix<f32, B, O> {
    let mut y = Matrix::ZEROS;
    layer(x, w, b, &mut y);
    let mut g = *seed;
    mask(&mut g, &y);
    bias_gradient(&g, b_bar);
    matmul_vjp(x, w, &g, x_bar, Out::new(w_bar));
    y
}
