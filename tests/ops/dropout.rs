//! Dropout: the contract, the published stream of its generator, and that it drops what it should.

use cotangent::ops::dropout::dropout;
use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule2, Rule3};

use super::harness::{contract, numbers, same, single_is_double};

/// Dropout with a rate of 0.4, which does not vary.
#[derive(Clone, Copy, Default)]
struct Fixed;

impl Rule for Fixed {
    type Reads = (No, Yes, No);
}

impl<T: Real, S: Shape> Rule2<Tensor<T, S>, u64> for Fixed {
    type Output = Tensor<T, S>;
    type Residual = ();
    fn forward(x: &Tensor<T, S>, seed: &u64) -> (Tensor<T, S>, ()) {
        dropout::forward(x, &0.4, seed)
    }
    fn vjp(
        (): &(),
        x: Read<'_, Tensor<T, S>>,
        seed: Read<'_, u64>,
        y: Read<'_, Tensor<T, S>>,
        c: &Tensor<T, S>,
        x_bar: impl Slot<Tensor<T, S>>,
        _: impl Slot<NoGrad>,
    ) {
        dropout::vjp(&(), x, Read::live(&0.4), seed, y, c, x_bar, NoGrad, NoGrad);
    }
    fn jvp(
        x: &Tensor<T, S>,
        seed: &u64,
        y: &Tensor<T, S>,
        t: Option<&Tensor<T, S>>,
        _: Option<&NoGrad>,
    ) -> Tensor<T, S> {
        dropout::jvp(x, &0.4, seed, y, t, None, None)
    }
    fn vjp_dual(
        x: Read<'_, Tensor<T, S>>,
        t: Option<&Tensor<T, S>>,
        seed: Read<'_, u64>,
        _: Option<&NoGrad>,
        y: Read<'_, Tensor<T, S>>,
        y_dot: Option<&Tensor<T, S>>,
        c: &Tensor<T, S>,
        c_dot: Option<&Tensor<T, S>>,
        d: impl Slot<Tensor<T, S>>,
        d_dot: impl Slot<Tensor<T, S>>,
        _: impl Slot<NoGrad>,
        _: impl Slot<NoGrad>,
    ) {
        let rate = Read::live(&0.4);
        dropout::vjp_dual(x, t, rate, None, seed, None, y, y_dot, c, c_dot, d, d_dot, NoGrad, NoGrad, NoGrad, NoGrad);
    }
}

macro_rules! shapes {
    ($($name:ident: $s:ty;)*) => {$(
        #[test]
        fn $name() {
            contract::<Fixed, _>(&(numbers::<f64, $s>(1), 3));
            let x = numbers::<f32, $s>(1);
            single_is_double::<Fixed, _, _>(&(x, 3), &(x.map(f64::from), 3));
        }
    )*};
}
shapes! {
    number: ();
    vector: (Dim<97>,);
    matrix: (Dim<3>, Dim<5>);
    rank_6: (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
    nothing: (Dim<0>, Dim<3>);
}

/// The first numbers that the reference implementation of `SplitMix64` gives for the seed 1234567.
const PUBLISHED: [u64; 5] = [
    6_457_827_717_110_365_317,
    3_203_168_211_198_807_973,
    9_817_491_932_198_370_423,
    4_593_380_528_125_082_431,
    16_408_922_859_458_223_821,
];

#[test]
fn the_generator_is_the_published_one() {
    for (i, number) in PUBLISHED.into_iter().enumerate() {
        let uniform = number as f64 / 2.0_f64.powi(64);
        let stays = |rate: f64| Vector::<f64, 5>::full(1.0).dropout(rate, 1_234_567)[[i]] != 0.0;
        assert!(stays(uniform - 1e-15) && !stays(uniform + 1e-15));
    }
}

#[test]
fn the_tangent_of_the_rate_is_that_of_the_scale() {
    let x = numbers::<f64, (Dim<7>,)>(1);
    let y = x.dropout(0.5, 1);
    let y_dot = dropout::jvp(&x, &0.5, &1, &y, None, Some(&0.25), None);
    assert_eq!(y_dot, y * 0.5);
    let step = 1e-6;
    let difference = (x.dropout(0.5 + step, 1) - x.dropout(0.5 - step, 1)) / (2.0 * step);
    assert!((difference - y * 2.0).abs().max() < 1e-9);
}

#[test]
fn what_is_left_out_is_zero_whatever_it_is() {
    let x = Vector::<f64, 64>::full(f64::NAN);
    let y = x.dropout(0.5, 5);
    let zeros = y.as_slice().iter().filter(|y| **y == 0.0).count();
    assert!(zeros > 10 && y.as_slice().iter().filter(|y| y.is_nan()).count() == 64 - zeros);
}

#[test]
fn rates_of_zero_and_one() {
    let x = tensor([1.0, -2.0, f64::INFINITY, 0.0]);
    same(x.dropout(0.0, 9).as_slice(), x.as_slice());
    same(x.dropout(1.0, 9).as_slice(), &[0.0; 4]);
}

#[test]
#[should_panic(expected = "dropout: the rate 1.5 is not from 0 to 1")]
fn a_rate_above_one_is_refused() {
    let _ = tensor([1.0]).dropout(1.5, 0);
}

#[test]
#[should_panic(expected = "dropout: the rate NaN is not from 0 to 1")]
fn a_rate_that_is_no_number_is_refused() {
    let _ = tensor([1.0]).dropout(f64::NAN, 0);
}

/// Of `n` numbers a share `p` within four standard deviations.
#[track_caller]
fn share(found: usize, n: usize, p: f64) {
    let (n, found) = (n as f64, found as f64);
    assert!((found - n * p).abs() < 4.0 * (n * p * (1.0 - p)).sqrt(), "{found} of {n}, expected a share of {p}");
}

#[test]
fn as_many_are_left_out_as_the_rate_says_and_seeds_are_independent() {
    type Many = Vector<f32, 10_000>;
    let ones = Many::full(1.0);
    for (rate, seed) in [(0.1, 0), (0.5, 1), (0.9, 2)] {
        let (y, next) = (ones.dropout(rate, seed), ones.dropout(rate, seed + 1));
        let zero = |y: &Many, i| y[[i]] == 0.0;
        share((0..10_000).filter(|&i| zero(&y, i)).count(), 10_000, rate);
        share((0..10_000).filter(|&i| zero(&y, i) && zero(&next, i)).count(), 10_000, rate * rate);
        share((0..9_999).filter(|&i| zero(&y, i) && zero(&y, i + 1)).count(), 9_999, rate * rate);
        let mean = f64::from(y.sum()) / 1e4;
        assert!((mean - 1.0).abs() < 4.0 * (rate / (1.0 - rate) / 1e4).sqrt());
    }
}

#[test]
fn the_reverse_sweep_takes_the_same_and_stores_nothing() {
    #[differentiable]
    fn f(x: &Vector<f64, 1000>, #[constant] rate: f64, seed: u64) -> f64 {
        x.dropout(rate, seed).sum()
    }
    let x = Vector::full(1.0);
    for seed in 0..5 {
        assert_eq!(f::grad(&x, 0.25, seed), x.dropout(0.25, seed));
    }
    assert!(f::tape_words() < 10);
}

#[test]
fn in_functions() {
    #[differentiable]
    fn f(x: &Matrix<f64, 3, 4>, w: &Matrix<f64, 4, 2>, seed: u64) -> f64 {
        let h = x.dropout(0.2, seed).matmul(w).tanh();
        h.dropout(0.5, seed + 1).square().sum()
    }
    cotangent::check::gradient(|(x, w)| f(x, w, 4), |(x, w)| f::value_and_grad(x, w, 4), (numbers(1), numbers(2)))
        .unwrap();
}
