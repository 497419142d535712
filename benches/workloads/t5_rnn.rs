//! T5: a step of a recurrent network of 64 units over 50 positions, batch 16, gradient through all of them.

use cotangent::optim::Sgd;
use cotangent::prelude::*;

use super::{Work, Workload, fill, sum_of};
use crate::dense::matmul_vjp;
use crate::mlp::bias_gradient;

const LENGTH: usize = 50;
const RATE: f32 = 0.01;

/// The parameters.
#[derive(Clone, Debug, Differentiable)]
struct Model {
    wx: Matrix<f32, 32, 64>,
    wh: Matrix<f32, 64, 64>,
    b: Vector<f32, 64>,
}

type State = Matrix<f32, 16, 64>;

#[differentiable]
fn loss(m: &Model, #[constant] xs: &[Matrix<f32, 16, 32>; LENGTH]) -> f32 {
    let mut h = State::ZEROS;
    for x in xs {
        h = (x.linear(&m.wx, &m.b) + h.matmul(&m.wh)).tanh();
    }
    h.square().mean()
}

/// What a step by hand needs room for. The matrices of all positions are one tall one.
struct Room {
    h: Vec<State>,
    z: Matrix<f32, 800, 64>,
    z_bar: Matrix<f32, 800, 64>,
    before: Matrix<f32, 800, 64>,
}

/// The loss by hand; its gradient is added to `g`. What does not depend on the state is one tall product, and so are both gradients of weights.
fn gradient(m: &Model, x: &Matrix<f32, 800, 32>, room: &mut Room, g: &mut ModelTangent) -> f32 {
    let Room { h, z, z_bar, before } = room;
    x.linear_into(&m.wx, &m.b, z);
    for (t, z) in z.as_slice().chunks_exact(16 * 64).enumerate() {
        let mut next = State::ZEROS;
        h[t].matmul_into(&m.wh, &mut next);
        next.as_mut_slice().iter_mut().zip(z).for_each(|(next, z)| *next += z);
        before.as_mut_slice()[t * 16 * 64..][..16 * 64].copy_from_slice(h[t].as_slice());
        h[t + 1] = next.tanh();
    }
    let last = h[LENGTH].as_slice();
    let loss = sum_of(last, |h| h * h) / 1024.0;
    let mut state_bar = State::ZEROS;
    state_bar.as_mut_slice().iter_mut().zip(last).for_each(|(d, h)| *d = h * (2.0 / 1024.0));
    for (t, z_bar) in z_bar.as_mut_slice().chunks_exact_mut(16 * 64).enumerate().rev() {
        let mut c = state_bar;
        c.as_mut_slice().iter_mut().zip(h[t + 1].as_slice()).for_each(|(g, h)| *g *= 1.0 - h * h);
        z_bar.copy_from_slice(c.as_slice());
        state_bar.fill(0.0);
        matmul_vjp(&h[t], &m.wh, &c, Out::new(&mut state_bar), NoGrad);
    }
    matmul_vjp(before, &Matrix::ZEROS, z_bar, NoGrad, Out::new(&mut g.wh));
    matmul_vjp(x, &Matrix::ZEROS, z_bar, NoGrad, Out::new(&mut g.wx));
    bias_gradient(z_bar, &mut g.b);
    loss
}

/// The workload.
pub struct Rnn {
    xs: Box<[Matrix<f32, 16, 32>; LENGTH]>,
    x: Box<Matrix<f32, 800, 32>>,
    first: Model,
    model: Model,
    hand: Model,
    room: Box<Room>,
    optimizer: Sgd,
    tape: GrowableTape,
}

impl Rnn {
    pub(super) fn new() -> Self {
        let mut x = Matrix::<f32, 800, 32>::boxed_zeros();
        fill(x.as_mut_slice(), 501, 0);
        let positions = x.as_slice().chunks_exact(16 * 32).map(|x| Matrix::from_slice(x).expect("16 rows of 32"));
        let xs: Vec<_> = positions.collect();
        let mut first = Model { wx: Matrix::zeros(), wh: Matrix::zeros(), b: Vector::zeros() };
        fill(first.wx.as_mut_slice(), 502, -2);
        fill(first.wh.as_mut_slice(), 503, -3);
        let tall = Matrix::zeros;
        Self {
            xs: xs.try_into().expect("50 positions"),
            x,
            model: first.clone(),
            hand: first.clone(),
            first,
            room: Box::new(Room { h: vec![State::zeros(); LENGTH + 1], z: tall(), z_bar: tall(), before: tall() }),
            optimizer: Sgd::new(RATE.into()),
            tape: GrowableTape::new(),
        }
    }
}

impl Workload for Rnn {
    fn reset(&mut self) {
        self.model = self.first.clone();
        self.hand = self.first.clone();
    }
    fn generated(&mut self) -> f64 {
        let mut gradient = Model::zero_tangent();
        let value = loss::value_and_grad_into(&mut self.tape, &self.model, &self.xs, &mut gradient);
        self.optimizer.step(&mut self.model, &gradient);
        value.into()
    }
    fn by_hand(&mut self) -> f64 {
        let mut g = Model::zero_tangent();
        let value = gradient(&self.hand, &self.x, &mut self.room, &mut g);
        self.optimizer.step(&mut self.hand, &g);
        value.into()
    }
    fn primal(&mut self) -> f64 {
        loss(&self.first, &self.xs).into()
    }
    fn work(&self) -> Work {
        Work { operations: 26.21e6, width: 4.0, traffic: 0.0 }
    }
    fn tape_bytes(&self) -> usize {
        loss::tape_bytes()
    }
}
