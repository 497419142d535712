//! Right rules pass, and not by a hair.

use cotangent::check::{self, Agreement, Mismatch};
use cotangent::ops::arithmetic::{add, div, mul, neg};
use cotangent::ops::elementwise::{abs, cos, exp, ln, powf, relu, sigmoid, sin, sqrt, tanh};
use cotangent::ops::matmul::matmul;
use cotangent::ops::powi::powi;
use cotangent::prelude::*;

/// At most a tenth of the tolerance.
#[track_caller]
fn easily(result: Result<Agreement, Mismatch>) {
    let agreement = result.unwrap();
    assert!(agreement.margin < 0.1, "{agreement}");
}

macro_rules! rows {
    ($x:expr; $($op:ident)*) => { $(easily(check::rule1::<$op, _>(&$x));)* };
}

#[test]
fn rows_in_double_precision() {
    rows!(0.7; abs cos exp ln relu sigmoid sin sqrt tanh neg);
    rows!(tensor([[0.1, 2.0, 0.9], [1e-3, 30.0, 4.0]]); abs cos exp ln relu sin sqrt neg);
    rows!(tensor([[0.1, 2.0, -0.9], [-1e-3, 5.0, 4.0]]); tanh sigmoid relu abs);
}

#[test]
fn rows_in_single_precision() {
    rows!(0.7_f32; abs cos exp ln relu sigmoid sin sqrt tanh neg);
    rows!(tensor([0.1_f32, 2.0, 0.9]); abs cos exp ln relu sigmoid sin sqrt tanh neg);
}

#[test]
fn operators_with_broadcasting() {
    let (m, v, s) = (tensor([[1.0, -2.0, 3.0], [0.5, 4.0, 0.25]]), tensor([2.0, -3.0, 5.0]), 1.5);
    easily(check::rule2::<add, _, _>(&m, &v));
    easily(check::rule2::<mul, _, _>(&m, &v));
    easily(check::rule2::<div, _, _>(&m, &v));
    easily(check::rule2::<div, _, _>(&s, &v));
    easily(check::rule2::<mul, _, _>(&m, &s));
}

#[test]
fn powers_and_products() {
    let x = tensor([0.5, 2.0]);
    easily(check::rule2::<powi, _, _>(&x, &3));
    easily(check::rule2::<powf, _, _>(&x, &1.5));
    easily(check::rule2::<matmul, _, _>(&tensor([[1.0, 2.0], [3.0, 4.0]]), &x));
    easily(check::rule2::<matmul, _, _>(
        &Matrix::<f64, 20, 30>::from_fn(|[i, j]| f64::from_usize(i * j % 7) - 3.0),
        &Matrix::<f64, 30, 5>::full(0.5),
    ));
}
