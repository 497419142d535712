//! T1: a step of a network of 4, 16 and 3 units on one sample. All of it is overhead, or `tanh`.

use cotangent::optim::Sgd;
use cotangent::prelude::*;

use super::{Work, Workload, fill};

/// The parameters.
#[derive(Clone, Debug, Differentiable)]
struct Mlp {
    w1: Matrix<f32, 4, 16>,
    b1: Vector<f32, 16>,
    w2: Matrix<f32, 16, 3>,
    b2: Vector<f32, 3>,
}

#[differentiable]
fn loss(m: &Mlp, #[constant] x: &Matrix<f32, 1, 4>, #[constant] t: &Matrix<f32, 1, 3>) -> f32 {
    x.linear(&m.w1, &m.b1).tanh().linear(&m.w2, &m.b2).mse(t)
}

const RATE: f32 = 0.05;

/// The loss by hand; its gradient becomes `g`.
fn gradient(m: &Mlp, x: &[f32; 4], t: &[f32; 3], g: &mut MlpTangent) -> f32 {
    let mut h = m.b1;
    for (x, row) in x.iter().zip(m.w1.as_array()) {
        h.as_mut_slice().iter_mut().zip(row).for_each(|(h, w)| *h += x * w);
    }
    let h = h.tanh();
    let mut y = *m.b2.as_array();
    for (h, row) in h.as_slice().iter().zip(m.w2.as_array()) {
        y.iter_mut().zip(row).for_each(|(y, w)| *y += h * w);
    }
    let mut loss = 0.0;
    for (y, t) in y.iter_mut().zip(t) {
        *y -= t;
        loss += *y * *y;
        *y *= 2.0 / 3.0;
    }
    g.b2 = y.into();
    let rows = g.w2.as_mut_slice().as_chunks_mut::<3>().0.iter_mut().zip(m.w2.as_array());
    for ((h_bar, h), (row_bar, row)) in g.b1.as_mut_slice().iter_mut().zip(h.as_slice()).zip(rows) {
        *h_bar = row.iter().zip(&y).map(|(w, y)| w * y).sum::<f32>() * (1.0 - h * h);
        *row_bar = y.map(|y| y * h);
    }
    for (x, row) in x.iter().zip(g.w1.as_mut_slice().as_chunks_mut::<16>().0) {
        *row = g.b1.as_array().map(|h_bar| x * h_bar);
    }
    loss / 3.0
}

/// A step by hand: the gradient is never stored, each contribution is subtracted where it belongs.
fn fused(m: &mut Mlp, x: &[f32; 4], t: &[f32; 3]) -> f32 {
    let mut h = m.b1;
    for (x, row) in x.iter().zip(m.w1.as_array()) {
        h.as_mut_slice().iter_mut().zip(row).for_each(|(h, w)| *h += x * w);
    }
    let h = h.tanh();
    let mut y = *m.b2.as_array();
    for (h, row) in h.as_slice().iter().zip(m.w2.as_array()) {
        y.iter_mut().zip(row).for_each(|(y, w)| *y += h * w);
    }
    let mut loss = 0.0;
    for (y, t) in y.iter_mut().zip(t) {
        *y -= t;
        loss += *y * *y;
        *y *= 2.0 / 3.0;
    }
    let mut h_bar = [0.0; 16];
    for ((h_bar, h), row) in h_bar.iter_mut().zip(h.as_slice()).zip(m.w2.as_mut_slice().as_chunks_mut::<3>().0) {
        let sum: f32 = row.iter().zip(&y).map(|(w, y)| w * y).sum();
        row.iter_mut().zip(&y).for_each(|(w, y)| *w -= RATE * y * h);
        *h_bar = sum * (1.0 - h * h) * RATE;
    }
    m.b2.as_mut_slice().iter_mut().zip(&y).for_each(|(b, y)| *b -= RATE * y);
    for (x, row) in x.iter().zip(m.w1.as_mut_slice().as_chunks_mut::<16>().0) {
        row.iter_mut().zip(&h_bar).for_each(|(w, h_bar)| *w -= x * h_bar);
    }
    m.b1.as_mut_slice().iter_mut().zip(&h_bar).for_each(|(b, h_bar)| *b -= h_bar);
    loss / 3.0
}

/// The workload.
pub struct Tiny {
    x: Matrix<f32, 1, 4>,
    t: Matrix<f32, 1, 3>,
    first: Mlp,
    model: Mlp,
    hand: Mlp,
    optimizer: Sgd,
    tape: TapeBuffer<{ loss::tape_words() }>,
}

impl Tiny {
    pub(super) fn new() -> Self {
        let (mut x, mut t) = (Matrix::zeros(), Matrix::zeros());
        fill(x.as_mut_slice(), 101, 0);
        fill(t.as_mut_slice(), 102, 0);
        let mut first = Mlp { w1: Matrix::zeros(), b1: Vector::zeros(), w2: Matrix::zeros(), b2: Vector::zeros() };
        fill(first.w1.as_mut_slice(), 103, -1);
        fill(first.b1.as_mut_slice(), 104, -3);
        fill(first.w2.as_mut_slice(), 105, -2);
        let (model, hand) = (first.clone(), first.clone());
        Self { x, t, first, model, hand, optimizer: Sgd::new(RATE.into()), tape: TapeBuffer::new() }
    }
}

impl Workload for Tiny {
    fn reset(&mut self) {
        self.model = self.first.clone();
        self.hand = self.first.clone();
    }
    fn generated(&mut self) -> f64 {
        let mut gradient = Mlp::zero_tangent();
        let value = loss::value_and_grad_into(&mut self.tape, &self.model, &self.x, &self.t, &mut gradient);
        self.optimizer.step(&mut self.model, &gradient);
        value.into()
    }
    fn by_hand(&mut self) -> f64 {
        let mut g = Mlp::zero_tangent();
        let value = gradient(&self.hand, &self.x.as_array()[0], &self.t.as_array()[0], &mut g);
        self.optimizer.step(&mut self.hand, &g);
        value.into()
    }
    fn fused(&mut self) -> Option<f64> {
        Some(fused(&mut self.hand, &self.x.as_array()[0], &self.t.as_array()[0]).into())
    }
    fn primal(&mut self) -> f64 {
        loss(&self.first, &self.x, &self.t).into()
    }
    fn work(&self) -> Work {
        Work { operations: 544.0, width: 4.0, traffic: 0.0 }
    }
    fn tape_bytes(&self) -> usize {
        loss::tape_bytes()
    }
}
