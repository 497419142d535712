//! T4: a step of a transformer block, 4 sequences of 64 positions, width 128, 4 heads, hidden width 512.

use cotangent::leaves::clear;
use cotangent::nn;
use cotangent::ops::elementwise::gelu_tanh;
use cotangent::ops::matmul::matmul;
use cotangent::ops::normalisation::layer_norm;
use cotangent::ops::softmax::softmax;
use cotangent::optim::Sgd;
use cotangent::prelude::*;
use cotangent::rule::{Rule1, Rule2};

use super::{Work, Workload, fill, sum_of};
use crate::dense::matmul_vjp;
use crate::mlp::bias_gradient;

const RATE: f32 = 0.01;
const EPS: f32 = 1e-5;

/// The parameters.
#[derive(Clone, Debug, Differentiable)]
struct Model {
    g1: Vector<f32, 128>,
    c1: Vector<f32, 128>,
    wqkv: Matrix<f32, 128, 384>,
    bqkv: Vector<f32, 384>,
    wo: Matrix<f32, 128, 128>,
    bo: Vector<f32, 128>,
    g2: Vector<f32, 128>,
    c2: Vector<f32, 128>,
    w1: Matrix<f32, 128, 512>,
    b1: Vector<f32, 512>,
    w2: Matrix<f32, 512, 128>,
    b2: Vector<f32, 128>,
}

/// Numbers for each position of each sequence.
type Rows<const W: usize> = Matrix<f32, 256, W>;
/// The same for each head: sequences, heads, positions, width.
type Heads = Tensor4<f32, 4, 4, 64, 32>;

#[differentiable]
fn heads(x: &Rows<128>) -> Heads {
    x.reshape::<(Dim<4>, Dim<64>, Dim<4>, Dim<32>)>().swap_axes::<1, 2>()
}

#[differentiable]
fn loss(m: &Model, #[constant] x: &Rows<128>) -> f32 {
    let qkv = nn::layer_norm(x, &m.g1, &m.c1, EPS).linear(&m.wqkv, &m.bqkv);
    let [q, k, v] = qkv.split::<1, 128, 3>();
    let o = nn::attention(&heads(&q), &heads(&k), &heads(&v)).swap_axes::<1, 2>();
    let h = x + o.reshape::<(Dim<256>, Dim<128>)>().linear(&m.wo, &m.bo);
    let f = nn::layer_norm(&h, &m.g2, &m.c2, EPS).linear(&m.w1, &m.b1).gelu_tanh();
    let y = h + f.linear(&m.w2, &m.b2);
    y.square().mean()
}

type Scores = Tensor4<f32, 4, 4, 64, 64>;
/// The keys, transposed.
type Keys = Tensor4<f32, 4, 4, 32, 64>;

/// What a step by hand needs room for. What is `_bar` is a cotangent.
struct Room {
    wide: Rows<384>,
    a: Rows<128>,
    o: Rows<128>,
    q: Heads,
    k: Keys,
    v: Heads,
    hidden: Rows<512>,
    rows_bar: Rows<128>,
    hidden_bar: Rows<512>,
    scores_bar: Scores,
    p_bar: Scores,
    q_bar: Heads,
    k_bar: Keys,
    v_bar: Heads,
}

/// The loss by hand; its gradient is added to `g`. One pass makes queries, keys and values of the rows, scaled and transposed as they are needed.
fn gradient(m: &Model, x: &Rows<128>, room: &mut Room, g: &mut ModelTangent) -> f32 {
    let scale = 32.0_f32.sqrt().recip();
    let (n1, _) = layer_norm::forward(x, &EPS);
    affine(&n1, &m.g1, &m.c1, &mut room.a);
    room.a.linear_into(&m.wqkv, &m.bqkv, &mut room.wide);
    let (q, k, v) = (room.q.as_mut_slice(), room.k.as_mut_slice(), room.v.as_mut_slice());
    each_head(|head, position, at| {
        let row = &room.wide.as_slice()[at..];
        for i in 0..32 {
            q[head * 2048 + position * 32 + i] = row[i] * scale;
            k[head * 2048 + i * 64 + position] = row[128 + i];
            v[head * 2048 + position * 32 + i] = row[256 + i];
        }
    });
    let p = room.q.matmul(&room.k).softmax::<-1>();
    let taken: Heads = p.matmul(&room.v);
    each_head(|head, position, at| {
        let row = (at / 384) * 128 + at % 384;
        room.o.as_mut_slice()[row..][..32].copy_from_slice(&taken.as_slice()[head * 2048 + position * 32..][..32]);
    });
    let mut h = Rows::<128>::ZEROS;
    room.o.linear_into(&m.wo, &m.bo, &mut h);
    h += x;
    let (n2, r2) = layer_norm::forward(&h, &EPS);
    let mut a2 = Rows::<128>::ZEROS;
    affine(&n2, &m.g2, &m.c2, &mut a2);
    a2.linear_into(&m.w1, &m.b1, &mut room.hidden);
    let (f, slope) = <gelu_tanh as Rule1<_>>::forward(&room.hidden);
    let mut y = Rows::<128>::ZEROS;
    f.linear_into(&m.w2, &m.b2, &mut y);
    y += h;
    let loss = sum_of(y.as_slice(), |y| y * y) / 32768.0;

    y *= 2.0 / 32768.0;
    bias_gradient(&y, &mut g.b2);
    room.hidden_bar.fill(0.0);
    matmul_vjp(&f, &m.w2, &y, Out::new(&mut room.hidden_bar), NoGrad);
    matmul_vjp(&f, &Matrix::ZEROS, &y, NoGrad, Out::new(&mut g.w2));
    room.hidden_bar.as_mut_slice().iter_mut().zip(slope.as_slice()).for_each(|(d, slope)| *d *= slope);
    bias_gradient(&room.hidden_bar, &mut g.b1);
    room.rows_bar.fill(0.0);
    matmul_vjp(&a2, &m.w1, &room.hidden_bar, Out::new(&mut room.rows_bar), NoGrad);
    matmul_vjp(&a2, &Matrix::ZEROS, &room.hidden_bar, NoGrad, Out::new(&mut g.w1));
    affine_vjp(&mut room.rows_bar, &n2, &m.g2, &mut g.g2, &mut g.c2);
    let mut h_bar = y;
    normalise_vjp(&n2, &r2, &room.rows_bar, &mut h_bar);

    bias_gradient(&h_bar, &mut g.bo);
    room.rows_bar.fill(0.0);
    matmul_vjp(&room.o, &m.wo, &h_bar, Out::new(&mut room.rows_bar), NoGrad);
    matmul_vjp(&room.o, &Matrix::ZEROS, &h_bar, NoGrad, Out::new(&mut g.wo));
    let mut taken_bar = Heads::ZEROS;
    each_head(|head, position, at| {
        let row = (at / 384) * 128 + at % 384;
        taken_bar.as_mut_slice()[head * 2048 + position * 32..][..32]
            .copy_from_slice(&room.rows_bar.as_slice()[row..][..32]);
    });
    room.p_bar.fill(0.0);
    room.v_bar.fill(0.0);
    product_vjp(&p, &room.v, &taken_bar, &mut room.p_bar, &mut room.v_bar);
    room.scores_bar.fill(0.0);
    softmax::<-1>::vjp(&(), Read::absent(), Read::live(&p), &room.p_bar, Out::new(&mut room.scores_bar));
    room.q_bar.fill(0.0);
    room.k_bar.fill(0.0);
    product_vjp(&room.q, &room.k, &room.scores_bar, &mut room.q_bar, &mut room.k_bar);
    let (q, k, v) = (room.q_bar.as_slice(), room.k_bar.as_slice(), room.v_bar.as_slice());
    each_head(|head, position, at| {
        let row = &mut room.wide.as_mut_slice()[at..];
        for i in 0..32 {
            row[i] = q[head * 2048 + position * 32 + i] * scale;
            row[128 + i] = k[head * 2048 + i * 64 + position];
            row[256 + i] = v[head * 2048 + position * 32 + i];
        }
    });
    bias_gradient(&room.wide, &mut g.bqkv);
    room.rows_bar.fill(0.0);
    matmul_vjp(&room.a, &m.wqkv, &room.wide, Out::new(&mut room.rows_bar), NoGrad);
    matmul_vjp(&room.a, &Matrix::ZEROS, &room.wide, NoGrad, Out::new(&mut g.wqkv));
    affine_vjp(&mut room.rows_bar, &n1, &m.g1, &mut g.g1, &mut g.c1);
    loss
}

/// Visits the 32 numbers of every position of every head of every sequence: head, position, and where they are in rows of 384.
fn each_head(mut visit: impl FnMut(usize, usize, usize)) {
    for sequence in 0..4 {
        for position in 0..64 {
            for head in 0..4 {
                visit(sequence * 4 + head, position, (sequence * 64 + position) * 384 + head * 32);
            }
        }
    }
}

/// `y = scale x + shift`
fn affine(x: &Rows<128>, scale: &Vector<f32, 128>, shift: &Vector<f32, 128>, y: &mut Rows<128>) {
    for (x, y) in x.as_slice().chunks_exact(128).zip(y.as_mut_slice().chunks_exact_mut(128)) {
        for (((y, x), scale), shift) in y.iter_mut().zip(x).zip(scale.as_slice()).zip(shift.as_slice()) {
            *y = scale * x + shift;
        }
    }
}

/// The way back: the cotangent in place, and what comes to scale and shift.
fn affine_vjp(
    c: &mut Rows<128>,
    x: &Rows<128>,
    scale: &Vector<f32, 128>,
    scale_bar: &mut Vector<f32, 128>,
    shift_bar: &mut Vector<f32, 128>,
) {
    for (c, x) in c.as_mut_slice().chunks_exact_mut(128).zip(x.as_slice().chunks_exact(128)) {
        for i in 0..128 {
            scale_bar.as_mut_slice()[i] += c[i] * x[i];
            shift_bar.as_mut_slice()[i] += c[i];
            c[i] *= scale.as_slice()[i];
        }
    }
}

fn normalise_vjp(y: &Rows<128>, r: &Vector<f32, 256>, c: &Rows<128>, d: &mut Rows<128>) {
    layer_norm::vjp(r, Read::absent(), Read::absent(), Read::live(y), c, Out::new(d), NoGrad);
}

/// Both gradients of a stack of products.
fn product_vjp<A: Shape + MatMul<R>, R: Shape>(
    a: &Tensor<f32, A>,
    b: &Tensor<f32, R>,
    c: &Tensor<f32, A::Product>,
    a_bar: &mut Tensor<f32, A>,
    b_bar: &mut Tensor<f32, R>,
) {
    matmul::vjp(&(), Read::live(a), Read::live(b), Read::absent(), c, Out::new(a_bar), Out::new(b_bar));
}

/// The workload.
pub struct Transformer {
    x: Box<Rows<128>>,
    first: Box<Model>,
    model: Box<Model>,
    hand: Box<Model>,
    gradient: Box<ModelTangent>,
    room: Box<Room>,
    optimizer: Sgd,
    tape: GrowableTape,
}

impl Transformer {
    pub(super) fn new() -> Self {
        let mut x = Matrix::boxed_zeros();
        fill(x.as_mut_slice(), 401, 0);
        let mut first = Box::new(Model {
            g1: Vector::full(1.0),
            c1: Vector::zeros(),
            wqkv: Matrix::zeros(),
            bqkv: Vector::zeros(),
            wo: Matrix::zeros(),
            bo: Vector::zeros(),
            g2: Vector::full(1.0),
            c2: Vector::zeros(),
            w1: Matrix::zeros(),
            b1: Vector::zeros(),
            w2: Matrix::zeros(),
            b2: Vector::zeros(),
        });
        fill(first.wqkv.as_mut_slice(), 402, -3);
        fill(first.wo.as_mut_slice(), 405, -3);
        fill(first.w1.as_mut_slice(), 406, -3);
        fill(first.w2.as_mut_slice(), 407, -4);
        let room = Room {
            wide: Matrix::zeros(),
            a: Matrix::zeros(),
            o: Matrix::zeros(),
            q: Tensor::zeros(),
            k: Tensor::zeros(),
            v: Tensor::zeros(),
            hidden: Matrix::zeros(),
            rows_bar: Matrix::zeros(),
            hidden_bar: Matrix::zeros(),
            scores_bar: Tensor::zeros(),
            p_bar: Tensor::zeros(),
            q_bar: Tensor::zeros(),
            k_bar: Tensor::zeros(),
            v_bar: Tensor::zeros(),
        };
        Self {
            x,
            model: first.clone(),
            hand: first.clone(),
            first,
            gradient: Box::new(Model::zero_tangent()),
            room: Box::new(room),
            optimizer: Sgd::new(RATE.into()),
            tape: GrowableTape::new(),
        }
    }
}

impl Workload for Transformer {
    fn reset(&mut self) {
        self.model.clone_from(&self.first);
        self.hand.clone_from(&self.first);
    }
    fn generated(&mut self) -> f64 {
        clear(&mut *self.gradient);
        let value = loss::value_and_grad_into(&mut self.tape, &self.model, &self.x, &mut self.gradient);
        self.optimizer.step(&mut *self.model, &self.gradient);
        value.into()
    }
    fn by_hand(&mut self) -> f64 {
        clear(&mut *self.gradient);
        let value = gradient(&self.hand, &self.x, &mut self.room, &mut self.gradient);
        self.optimizer.step(&mut *self.hand, &self.gradient);
        value.into()
    }
    fn primal(&mut self) -> f64 {
        loss(&self.first, &self.x).into()
    }
    fn work(&self) -> Work {
        Work { operations: 327.2e6, width: 4.0, traffic: 0.0 }
    }
    fn tape_bytes(&self) -> usize {
        loss::tape_bytes()
    }
}
