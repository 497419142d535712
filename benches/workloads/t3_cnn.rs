//! T3: a step of a convolutional network on 32 images of 28 by 28 pixels: two convolutions of 5 by 5, two poolings, a classifier.

use cotangent::ops::conv::conv2d;
use cotangent::ops::pool::max_pool2d;
use cotangent::ops::softmax_cross_entropy::softmax_cross_entropy;
use cotangent::optim::Sgd;
use cotangent::prelude::*;
use cotangent::rule::{Rule1, Rule2};
use cotangent::tensor::PoolTo;

use super::{Work, Workload, fill, fill_unit, labels, sum_of};
use crate::dense::matmul_vjp;
use crate::mlp::bias_gradient;

const B: usize = 32;
const RATE: f32 = 0.05;

/// The parameters.
#[derive(Clone, Debug, Differentiable)]
struct Model {
    k1: Tensor4<f32, 8, 1, 5, 5>,
    b1: Tensor<f32, (Dim<8>, One, One)>,
    k2: Tensor4<f32, 16, 8, 5, 5>,
    b2: Tensor<f32, (Dim<16>, One, One)>,
    w: Matrix<f32, 256, 10>,
    b: Vector<f32, 10>,
}

type Images = Tensor4<f32, B, 1, 28, 28>;
type Wide1 = Tensor4<f32, B, 8, 24, 24>;
type Pooled1 = Tensor4<f32, B, 8, 12, 12>;
type Wide2 = Tensor4<f32, B, 16, 8, 8>;
type Pooled2 = Tensor4<f32, B, 16, 4, 4>;

#[differentiable]
fn loss(m: &Model, #[constant] x: &Images, labels: &[usize; B]) -> f32 {
    let h: Wide1 = x.conv2d::<1, 0>(&m.k1);
    let h: Pooled1 = (h + m.b1).relu().max_pool2d::<2, 2>();
    let h: Wide2 = h.conv2d::<1, 0>(&m.k2);
    let h: Pooled2 = (h + m.b2).relu().max_pool2d::<2, 2>();
    let z = h.reshape::<(Dim<B>, Dim<256>)>().linear(&m.w, &m.b);
    z.softmax_cross_entropy(labels)
}

type Conv<Out> = conv2d<Steps<1, 0>, Out>;
type Pool<Out> = max_pool2d<Window<2, 2>, Out>;

/// What a step by hand needs room for.
struct Room {
    wide1: Wide1,
    wide2: Wide2,
    pooled1_bar: Pooled1,
}

/// The loss by hand; its gradient is added to `g`. The largest of four sums with the same bias is the bias and the largest, and so it is with the rectifier: both come
/// after the pooling, on a fourth of the numbers.
fn gradient(m: &Model, x: &Images, labels: &[usize; B], room: &mut Room, g: &mut ModelTangent) -> f32 {
    let wide1: Wide1 = x.conv2d::<1, 0>(&m.k1);
    let (mut h1, places1): (Pooled1, _) = Pool::forward(&wide1);
    rectify(&mut h1, &m.b1);
    let wide2: Wide2 = h1.conv2d::<1, 0>(&m.k2);
    let (mut h2, places2): (Pooled2, _) = Pool::forward(&wide2);
    rectify(&mut h2, &m.b2);
    let flat: Matrix<f32, B, 256> = h2.reshape();
    let mut z = Matrix::<f32, B, 10>::ZEROS;
    flat.linear_into(&m.w, &m.b, &mut z);
    let (loss, z_bar) = softmax_cross_entropy::forward(&z, labels);

    let mut flat_bar = Matrix::<f32, B, 256>::ZEROS;
    matmul_vjp(&flat, &m.w, &z_bar, Out::new(&mut flat_bar), Out::new(&mut g.w));
    bias_gradient(&z_bar, &mut g.b);
    let mut h2_bar: Pooled2 = flat_bar.reshape();
    cut(&mut h2_bar, &h2, &mut g.b2);
    room.wide2.fill(0.0);
    pool_vjp(&places2, &h2_bar, &mut room.wide2);
    room.pooled1_bar.fill(0.0);
    Conv::vjp(
        &(),
        Read::live(&h1),
        Read::live(&m.k2),
        Read::absent(),
        &room.wide2,
        Out::new(&mut room.pooled1_bar),
        Out::new(&mut g.k2),
    );
    cut(&mut room.pooled1_bar, &h1, &mut g.b1);
    room.wide1.fill(0.0);
    pool_vjp(&places1, &room.pooled1_bar, &mut room.wide1);
    Conv::vjp(&(), Read::live(x), Read::absent(), Read::absent(), &room.wide1, NoGrad, Out::new(&mut g.k1));
    loss
}

/// `relu(x + b)`, one number of `b` for each channel.
fn rectify<const C: usize, const L: usize>(x: &mut Tensor4<f32, B, C, L, L>, b: &Tensor<f32, (Dim<C>, One, One)>) {
    let planes = x.as_mut_slice().chunks_exact_mut(L * L);
    for (plane, b) in planes.zip(b.as_slice().iter().cycle()) {
        plane.iter_mut().for_each(|x| *x = (*x + b).max(0.0));
    }
}

/// The way back: zero where `y` is, and the sums of the channels.
fn cut<const C: usize, const L: usize>(
    g: &mut Tensor4<f32, B, C, L, L>,
    y: &Tensor4<f32, B, C, L, L>,
    b: &mut Tensor<f32, (Dim<C>, One, One)>,
) {
    let planes = g.as_mut_slice().chunks_exact_mut(L * L).zip(y.as_slice().chunks_exact(L * L));
    for (i, (g, y)) in planes.enumerate() {
        g.iter_mut().zip(y).for_each(|(g, y)| *g = if *y > 0.0 { *g } else { 0.0 });
        b.as_mut_slice()[i % C] += sum_of(g, |g| g);
    }
}

fn pool_vjp<S: PoolTo<2, Y>, Y: Shape>(places: &Tensor<u32, Y>, c: &Tensor<f32, Y>, d: &mut Tensor<f32, S>) {
    <Pool<Y> as Rule1<Tensor<f32, S>>>::vjp(places, Read::absent(), Read::absent(), c, Out::new(d));
}

/// The workload.
pub struct Cnn {
    x: Box<Images>,
    labels: [usize; B],
    first: Model,
    model: Model,
    hand: Model,
    room: Box<Room>,
    optimizer: Sgd,
    tape: GrowableTape,
}

impl Cnn {
    pub(super) fn new() -> Self {
        let mut x = Tensor::boxed_zeros();
        fill_unit(x.as_mut_slice(), 301);
        let mut first = Model {
            k1: Tensor::zeros(),
            b1: Tensor::zeros(),
            k2: Tensor::zeros(),
            b2: Tensor::zeros(),
            w: Matrix::zeros(),
            b: Vector::zeros(),
        };
        fill(first.k1.as_mut_slice(), 302, -2);
        fill(first.k2.as_mut_slice(), 303, -4);
        fill(first.w.as_mut_slice(), 304, -4);
        Self {
            x,
            labels: labels(305),
            model: first.clone(),
            hand: first.clone(),
            first,
            room: Box::new(Room { wide1: Tensor::zeros(), wide2: Tensor::zeros(), pooled1_bar: Tensor::zeros() }),
            optimizer: Sgd::new(RATE.into()),
            tape: GrowableTape::new(),
        }
    }
}

impl Workload for Cnn {
    fn reset(&mut self) {
        self.model = self.first.clone();
        self.hand = self.first.clone();
    }
    fn generated(&mut self) -> f64 {
        let mut gradient = Model::zero_tangent();
        let value = loss::value_and_grad_into(&mut self.tape, &self.model, &self.x, &self.labels, &mut gradient);
        self.optimizer.step(&mut self.model, &gradient);
        value.into()
    }
    fn by_hand(&mut self) -> f64 {
        let mut g = Model::zero_tangent();
        let value = gradient(&self.hand, &self.x, &self.labels, &mut self.room, &mut g);
        self.optimizer.step(&mut self.hand, &g);
        value.into()
    }
    fn primal(&mut self) -> f64 {
        loss(&self.first, &self.x, &self.labels).into()
    }
    fn work(&self) -> Work {
        Work { operations: 54.56e6, width: 4.0, traffic: 0.0 }
    }
    fn tape_bytes(&self) -> usize {
        loss::tape_bytes()
    }
}
