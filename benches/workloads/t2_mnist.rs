//! T2: a step of a classifier of 784, 128 and 10 units. Two products of 784 by 128 are nearly all of it.

use cotangent::leaves::clear;
use cotangent::ops::softmax_cross_entropy::softmax_cross_entropy;
use cotangent::optim::Sgd;
use cotangent::prelude::*;
use cotangent::rule::Rule2;

use super::{Work, Workload, fill, fill_unit, labels};
use crate::dense::matmul_vjp;
use crate::mlp::{bias_gradient, layer, mask};

/// The parameters.
#[derive(Clone, Debug, Differentiable)]
struct Mlp {
    w1: Matrix<f32, 784, 128>,
    b1: Vector<f32, 128>,
    w2: Matrix<f32, 128, 10>,
    b2: Vector<f32, 10>,
}

#[differentiable]
fn loss<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 784>, labels: &[usize; B]) -> f32 {
    let h = x.linear(&m.w1, &m.b1).relu();
    h.linear(&m.w2, &m.b2).softmax_cross_entropy(labels)
}

const RATE: f32 = 0.1;

/// The loss by hand; its gradient is added to `g`.
fn gradient<const B: usize>(m: &Mlp, x: &Matrix<f32, B, 784>, labels: &[usize; B], g: &mut MlpTangent) -> f32 {
    let mut h = Matrix::ZEROS;
    layer(x, &m.w1, &m.b1, &mut h);
    let mut z = Matrix::<f32, B, 10>::ZEROS;
    h.linear_into(&m.w2, &m.b2, &mut z);
    let (loss, z_bar) = softmax_cross_entropy::forward(&z, labels);
    let mut h_bar = Matrix::<f32, B, 128>::ZEROS;
    matmul_vjp(&h, &m.w2, &z_bar, Out::new(&mut h_bar), Out::new(&mut g.w2));
    bias_gradient(&z_bar, &mut g.b2);
    mask(&mut h_bar, &h);
    bias_gradient(&h_bar, &mut g.b1);
    matmul_vjp(x, &Matrix::ZEROS, &h_bar, NoGrad, Out::new(&mut g.w1));
    loss
}

/// A step by hand. Cotangents are linear in the first of them: scaled by the rate they are added to the parameters themselves, so
/// there is no gradient to set to zero, to write and to read.
fn fused<const B: usize>(m: &mut Mlp, x: &Matrix<f32, B, 784>, labels: &[usize; B]) -> f32 {
    let mut h = Matrix::ZEROS;
    layer(x, &m.w1, &m.b1, &mut h);
    let mut z = Matrix::<f32, B, 10>::ZEROS;
    h.linear_into(&m.w2, &m.b2, &mut z);
    let (loss, mut z_bar) = softmax_cross_entropy::forward(&z, labels);
    z_bar *= -RATE;
    let mut h_bar = Matrix::<f32, B, 128>::ZEROS;
    let w2 = m.w2;
    matmul_vjp(&h, &w2, &z_bar, Out::new(&mut h_bar), Out::new(&mut m.w2));
    bias_gradient(&z_bar, &mut m.b2);
    mask(&mut h_bar, &h);
    bias_gradient(&h_bar, &mut m.b1);
    matmul_vjp(x, &Matrix::ZEROS, &h_bar, NoGrad, Out::new(&mut m.w1));
    loss
}

/// The workload, with a batch of `B`.
pub struct Mnist<const B: usize> {
    x: Box<Matrix<f32, B, 784>>,
    labels: [usize; B],
    first: Box<Mlp>,
    model: Box<Mlp>,
    hand: Box<Mlp>,
    gradient: Box<MlpTangent>,
    optimizer: Sgd,
    tape: GrowableTape,
}

impl<const B: usize> Mnist<B> {
    pub(super) fn new() -> Self {
        let mut x = Matrix::boxed_zeros();
        fill_unit(x.as_mut_slice(), 201);
        let zeros = || Mlp { w1: Matrix::zeros(), b1: Vector::zeros(), w2: Matrix::zeros(), b2: Vector::zeros() };
        let mut first = Box::new(zeros());
        fill(first.w1.as_mut_slice(), 202, -5);
        fill(first.w2.as_mut_slice(), 203, -3);
        Self {
            x,
            labels: labels(204),
            model: first.clone(),
            hand: first.clone(),
            first,
            gradient: Box::new(Mlp::zero_tangent()),
            optimizer: Sgd::new(RATE.into()),
            tape: GrowableTape::new(),
        }
    }
}

impl<const B: usize> Workload for Mnist<B> {
    fn reset(&mut self) {
        self.model.clone_from(&self.first);
        self.hand.clone_from(&self.first);
    }
    fn generated(&mut self) -> f64 {
        clear(&mut *self.gradient);
        let value = loss::value_and_grad_into(&mut self.tape, &self.model, &self.x, &self.labels, &mut self.gradient);
        self.optimizer.step(&mut *self.model, &self.gradient);
        value.into()
    }
    fn by_hand(&mut self) -> f64 {
        clear(&mut *self.gradient);
        let value = gradient(&self.hand, &self.x, &self.labels, &mut self.gradient);
        self.optimizer.step(&mut *self.hand, &self.gradient);
        value.into()
    }
    fn fused(&mut self) -> Option<f64> {
        Some(fused(&mut self.hand, &self.x, &self.labels).into())
    }
    fn primal(&mut self) -> f64 {
        loss(&self.first, &self.x, &self.labels).into()
    }
    fn work(&self) -> Work {
        let products = 2.0 * f64::from_usize(B) * f64::from_usize(2 * 784 * 128 + 3 * 128 * 10);
        Work { operations: products, width: 4.0, traffic: 0.0 }
    }
    fn tape_bytes(&self) -> usize {
        loss::tape_bytes::<B>()
    }
}
