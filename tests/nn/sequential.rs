//! Layers as tuples: the numbers of the same layers called by hand, to the bit.

use cotangent::nn::{FeedForward, Gelu, GroupNorm, Layer, LayerNorm, Linear, Relu, RmsNorm, Sigmoid, Silu, Tanh};
use cotangent::prelude::*;

use crate::ops::harness::numbers;

fn dense<const I: usize, const O: usize>(seed: usize) -> Linear<f64, I, O> {
    Linear { weight: numbers(seed), bias: numbers(seed + 1) }
}

type Net =
    ((Linear<f64, 3, 4>, LayerNorm<f64, 4>, Relu), (Linear<f64, 4, 5>, Tanh), RmsNorm<f64, 5>, Linear<f64, 5, 2>);

fn net() -> Net {
    ((dense(1), LayerNorm::new(), Relu), (dense(3), Tanh), RmsNorm::new(), dense(5))
}

#[differentiable]
fn by_hand(((a, b, _), (c, _), d, e): &Net, x: &Matrix<f64, 6, 3>) -> Matrix<f64, 6, 2> {
    e.apply(&d.apply(&c.apply(&b.apply(&a.apply(x)).relu()).tanh()))
}

#[differentiable]
fn as_tuple(net: &Net, x: &Matrix<f64, 6, 3>) -> Matrix<f64, 6, 2> {
    net.forward(x)
}

#[test]
fn a_tuple_is_its_layers_one_after_the_other() {
    let (net, x, seed) = (net(), numbers(7), numbers(8));
    let (y, (by_net, by_x)) = as_tuple::vjp(&net, &x, seed);
    let (expected, (expected_by_net, expected_by_x)) = by_hand::vjp(&net, &x, seed);
    assert_eq!((y, by_x), (expected, expected_by_x));
    for i in 0..by_net.leaf_count() {
        assert_eq!(by_net.leaf(i), expected_by_net.leaf(i));
    }
    assert_eq!(by_net.leaf_count(), 9);
    assert_eq!(by_net.leaf_name(4).to_string(), "1.0.weight");
    as_tuple::at(&net, &x).check_jvp().unwrap();
}

#[test]
fn tuples_take_batches() {
    #[differentiable]
    fn f(net: &Net, x: &Batch<f64, 3>) -> Batch<f64, 4> {
        (net.0).0.forward(x)
    }
    let (net, x) = (net(), numbers::<f64, (Dim<6>, Dim<3>)>(7));
    let rows = Batch::of_numbers(x.as_slice().to_vec()).unwrap();
    assert_eq!(f(&net, &rows).as_slice(), net.0.0.apply(&x).as_slice());
}

#[test]
fn every_layer_in_a_tuple() {
    type All = ((GroupNorm<f64, 2, 4>, Gelu), (Silu, FeedForward<f64, 4, 3>, Sigmoid));
    #[differentiable]
    fn f(net: &All, x: &Matrix<f64, 3, 4>) -> f64 {
        let y: Matrix<f64, 3, 4> = net.forward(x);
        y.powi(2).sum()
    }
    let net = ((GroupNorm::new(), Gelu), (Silu, FeedForward { up: dense(1), down: dense(3) }, Sigmoid));
    f::at(&net, &numbers(9)).check().unwrap();
}
