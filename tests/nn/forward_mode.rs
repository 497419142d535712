//! Whole networks in forward mode: the value bit by bit, the tangent against the gradient to twelve digits, and against
//! differences.

use cotangent::check::{self, Point};
use cotangent::nn;
use cotangent::prelude::*;

use crate::ops::harness::{numbers, unit};

/// `⟨u, J v⟩ = ⟨Jᵀ u, v⟩` for a network and its loss.
#[track_caller]
fn agree<A: Point, Y: Point + PartialEq + std::fmt::Debug>(
    primal: impl Fn(&A) -> Y,
    vjp: impl FnMut(&A, Ct<Y>) -> (Y, Ct<A>),
    mut jvp: impl FnMut(&A, Ct<A>) -> (Y, Ct<Y>),
    at: A,
) {
    assert_eq!(jvp(&at, Ct::<A>::zero()).0, primal(&at));
    check::jvp(primal, &mut jvp, at.clone()).unwrap();
    let found = check::adjoint(vjp, jvp, at).unwrap();
    assert!(found.error <= 1e-12, "{:e}", found.error);
}

#[derive(Clone, Debug, Differentiable)]
struct Mlp {
    w1: Matrix<f64, 6, 5>,
    b1: Vector<f64, 5>,
    w2: Matrix<f64, 5, 3>,
    b2: Vector<f64, 3>,
}

#[differentiable]
fn mlp<const B: usize>(m: &Mlp, x: &Matrix<f64, B, 6>, labels: &[usize; B]) -> f64 {
    let h = (x.matmul(&m.w1) + &m.b1).relu();
    (h.matmul(&m.w2) + &m.b2).softmax_cross_entropy(labels)
}

#[test]
fn dense_layers() {
    let labels = [2, 0, 1, 1];
    let model = Mlp { w1: numbers(1), b1: numbers(2), w2: numbers(3), b2: numbers(4) };
    agree(
        |(m, x)| mlp(m, x, &labels),
        |(m, x), seed| mlp::vjp(m, x, &labels, seed),
        |(m, x), dot| mlp::jvp(m, x, &labels, dot),
        (model, numbers::<f64, (Dim<4>, Dim<6>)>(5)),
    );
}

#[derive(Clone, Debug, Differentiable)]
struct Cnn {
    w1: Tensor4<f64, 3, 1, 3, 3>,
    b1: Tensor<f64, (Dim<3>, One, One)>,
    w2: Tensor4<f64, 2, 3, 3, 3>,
    scale: Tensor<f64, (Dim<2>, One, One)>,
    shift: Tensor<f64, (Dim<2>, One, One)>,
    w3: Matrix<f64, 8, 3>,
}

#[differentiable]
fn cnn<const B: usize>(m: &Cnn, x: &Tensor4<f64, B, 1, 8, 8>, labels: &[usize; B]) -> f64 {
    let h: Tensor4<f64, B, 3, 8, 8> = x.conv2d::<1, 1>(&m.w1);
    let h: Tensor4<f64, B, 3, 4, 4> = (h + m.b1).relu().max_pool2d::<2, 2>();
    let h: Tensor4<f64, B, 2, 4, 4> = h.conv2d::<1, 1>(&m.w2);
    let h = nn::group_norm::<1, _, _>(&h, &m.scale, &m.shift, 1e-5);
    let h: Tensor4<f64, B, 2, 2, 2> = h.gelu().avg_pool2d::<2, 2>();
    h.reshape::<(Dim<B>, Dim<8>)>().matmul(&m.w3).softmax_cross_entropy(labels)
}

#[test]
fn convolutions_and_pools() {
    let labels = [2, 0];
    let model =
        Cnn { w1: numbers(1), b1: numbers(2), w2: numbers(3), scale: numbers(4), shift: numbers(5), w3: numbers(6) };
    agree(
        |(m, x)| cnn(m, x, &labels),
        |(m, x), seed| cnn::vjp(m, x, &labels, seed),
        |(m, x), dot| cnn::jvp(m, x, &labels, dot),
        (model, numbers::<f64, (Dim<2>, Dim<1>, Dim<8>, Dim<8>)>(7)),
    );
}

type Sequences = Tensor3<f64, 2, 5, 6>;

#[derive(Clone, Debug, Differentiable)]
struct Block {
    scale: Vector<f64, 6>,
    shift: Vector<f64, 6>,
    query: Tensor3<f64, 2, 6, 3>,
    key: Tensor3<f64, 2, 6, 3>,
    value: Tensor3<f64, 2, 6, 3>,
    output: Tensor3<f64, 2, 3, 6>,
    up: Matrix<f64, 6, 4>,
    down: Matrix<f64, 4, 6>,
}

#[differentiable]
fn block(m: &Block, x: &Sequences, #[constant] mask: &Matrix<f64, 5, 5>) -> Sequences {
    let Block { query, key, value, output, .. } = m;
    let normed = nn::layer_norm(x, &m.scale, &m.shift, 1e-5);
    let x = x + nn::multi_head(&normed, query, key, value, output, mask);
    let hidden = nn::rms_norm(&x, &m.scale, 1e-5).matmul(&m.up).gelu_tanh();
    x + hidden.matmul(&m.down)
}

#[test]
fn a_block_of_a_transformer() {
    let mask = nn::causal();
    let model = Block {
        scale: unit(1),
        shift: unit(2),
        query: unit(3),
        key: unit(4),
        value: unit(5),
        output: unit(6),
        up: unit(7),
        down: unit(8),
    };
    agree(
        |(m, x)| block(m, x, &mask),
        |(m, x), seed| block::vjp(m, x, &mask, seed),
        |(m, x), dot| block::jvp(m, x, &mask, dot),
        (model, unit::<f64, (Dim<2>, Dim<5>, Dim<6>)>(9)),
    );
}
