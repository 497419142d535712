//! Softmax.

use cotangent::ops::softmax::softmax;
use cotangent::prelude::*;

use super::harness::{numbers, rule1, same, vjp1};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

rule1! {
    vector: softmax<0>, (Dim<7>,);
    rows: softmax<-1>, (Dim<3>, Dim<5>);
    columns: softmax<0>, (Dim<5>, Dim<3>);
    middle_axis: softmax<1>, (Dim<2>, Dim<5>, Dim<3>);
    long: softmax<0>, (Dim<83>,);
    rank_6: softmax<2>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
    length_1: softmax<1>, (Dim<3>, Dim<1>);
}

#[test]
fn is_exp_over_its_sum() {
    let x = numbers::<f64, (Dim<4>, Dim<6>)>(3);
    let naive = x.exp() / x.exp().sum_keep::<1>();
    for (found, expected) in x.softmax::<1>().as_slice().iter().zip(naive.as_slice()) {
        assert!((found - expected).abs() <= 4.0 * f64::EPSILON * expected);
    }
}

#[test]
fn a_shift_changes_nothing() {
    let x = tensor([1.0, 2.0, 4.0]);
    assert_eq!((x + 1024.0).softmax::<0>(), x.softmax::<0>());
    assert_eq!((x - 1024.0).softmax::<0>(), x.softmax::<0>());
}

#[test]
fn far_apart_it_saturates() {
    let x = tensor([1000.0, -1000.0]);
    assert_eq!(x.softmax::<0>(), tensor([1.0, 0.0]));
    same(vjp1::<softmax<0>, _>(&x, &tensor([3.0, 5.0])).as_slice(), &[0.0, 0.0]);
}

#[test]
fn of_infinities_and_nan() {
    let x: Matrix<f64, 4, 2> = tensor([[-INF, 0.0], [-INF, -INF], [INF, 0.0], [NAN, 0.0]]);
    same(x.softmax::<1>().as_slice(), &[0.0, 1.0, NAN, NAN, NAN, NAN, NAN, NAN]);
    same(vjp1::<softmax<0>, _>(&tensor([-INF, 0.0, 0.0]), &tensor([8.0, 1.0, 3.0])).as_slice(), &[0.0, -0.5, 0.5]);
}
