//! The elementwise table, row by row, and what is published for kinks, zeros, infinities and NaN.

use cotangent::ops::elementwise::{abs, cos, exp, ln, relu, sigmoid, sin, sqrt, tanh};
use cotangent::prelude::*;
use cotangent::rule::Elementwise;

use super::harness::{contract, jvp1, laws, rule1, same, vjp1};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

macro_rules! rows {
    ($values:ident: $($op:ident)*) => {$(
        mod $op {
            use cotangent::ops::elementwise::$op as op;

            use super::*;

            rule1! {
                of $values(1);
                vector: op, (Dim<67>,);
                rank_6: op, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
            }

            #[test]
            fn number() {
                contract::<op, _>(&(0.7,));
                laws::<op, _>(&(0.75_f32,));
            }
        }
    )*};
}
mod contract_of {
    use super::*;

    rows!(numbers: exp sin cos tanh abs sigmoid relu);
    rows!(positive: ln sqrt);
}

/// The derivative at each point, in both modes, for numbers and for tensors: all must be as published.
#[track_caller]
fn derivatives<R: Elementwise, const N: usize>(at: [f64; N], expected: [f64; N]) {
    let (x, ones) = (tensor(at), Tensor::full(1.0));
    same(vjp1::<R, _>(&x, &ones).as_slice(), &expected);
    same(jvp1::<R, _>(&x, &ones).as_slice(), &expected);
    for (x, expected) in at.iter().zip(expected) {
        same(&[vjp1::<R, _>(x, &1.0), jvp1::<R, _>(x, &1.0)], &[expected; 2]);
        let single = *x as f32;
        same(&[f64::from(vjp1::<R, _>(&single, &1.0))], &[expected]);
    }
}

/// A zero cotangent or tangent gives exactly zero, whatever the derivative.
#[track_caller]
fn strong_zero<R: Elementwise>(at: [f64; 4]) {
    same(vjp1::<R, _>(&tensor(at), &Tensor::zeros()).as_slice(), &[0.0; 4]);
    same(jvp1::<R, _>(&tensor(at), &Tensor::zeros()).as_slice(), &[0.0; 4]);
}

#[test]
fn relu_is_flat_at_zero() {
    derivatives::<relu, _>([-1.0, -0.0, 0.0, 1.0, INF, -INF, NAN], [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, NAN]);
    same(tensor([-1.0, 0.0, 2.0, NAN, -INF]).relu().as_slice(), &[0.0, 0.0, 2.0, NAN, 0.0]);
}

#[test]
fn abs_has_the_sign_as_its_derivative() {
    derivatives::<abs, _>([-2.0, -0.0, 0.0, 2.0, INF, -INF, NAN], [-1.0, 0.0, 0.0, 1.0, 1.0, -1.0, NAN]);
}

#[test]
fn sqrt_is_infinitely_steep_at_zero() {
    derivatives::<sqrt, _>([0.0, 4.0, INF, -1.0], [INF, 0.25, 0.0, NAN]);
    strong_zero::<sqrt>([0.0, -1.0, NAN, INF]);
}

#[test]
fn ln_has_a_reciprocal_derivative_everywhere() {
    derivatives::<ln, _>([0.0, 4.0, -4.0, INF, NAN], [INF, 0.25, -0.25, 0.0, NAN]);
    strong_zero::<ln>([0.0, -1.0, NAN, INF]);
}

#[test]
fn exp_of_infinities() {
    derivatives::<exp, _>([-INF, 0.0, INF, NAN], [0.0, 1.0, INF, NAN]);
}

#[test]
fn tanh_and_sigmoid_saturate() {
    derivatives::<tanh, _>([-INF, -1e3, 0.0, 1e3, INF, NAN], [0.0, 0.0, 1.0, 0.0, 0.0, NAN]);
    derivatives::<sigmoid, _>([-INF, -1e3, 0.0, 1e3, INF, NAN], [0.0, 0.0, 0.25, 0.0, 0.0, NAN]);
    same(tensor([-INF, -1e3, 0.0, 1e3, INF, NAN]).sigmoid().as_slice(), &[0.0, 0.0, 0.5, 1.0, 1.0, NAN]);
}

#[test]
fn sine_and_cosine() {
    derivatives::<sin, _>([0.0, NAN], [1.0, NAN]);
    derivatives::<cos, _>([0.0, NAN], [0.0, NAN]);
}
