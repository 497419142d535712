//! The network of 64, 32 and 10 neurons: what it computes, and how wrong that is.
#![allow(dead_code, reason = "each program uses a part")]

use cotangent::prelude::*;

use crate::data::{CLASSES, HIDDEN, PIXELS};

/// The parameters.
#[derive(Differentiable)]
pub struct Network {
    pub w1: Matrix<f32, PIXELS, HIDDEN>,
    pub b1: Vector<f32, HIDDEN>,
    pub w2: Matrix<f32, HIDDEN, CLASSES>,
    pub b2: Vector<f32, CLASSES>,
}

impl Network {
    pub const ZERO: Self = Self { w1: Matrix::ZEROS, b1: Vector::ZEROS, w2: Matrix::ZEROS, b2: Vector::ZEROS };
}

/// A score for each class.
#[differentiable]
pub fn scores<const B: usize>(
    network: &Network,
    #[constant] images: &Matrix<f32, B, PIXELS>,
) -> Matrix<f32, B, CLASSES> {
    let hidden = images.linear(&network.w1, &network.b1).relu();
    hidden.linear(&network.w2, &network.b2)
}

/// The mean cross-entropy of a minibatch.
#[differentiable]
pub fn loss<const B: usize>(
    network: &Network,
    #[constant] images: &Matrix<f32, B, PIXELS>,
    labels: &[usize; B],
) -> f32 {
    scores(network, images).softmax_cross_entropy(labels)
}
