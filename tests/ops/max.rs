//! Maxima and minima of tensors.

use cotangent::ops::max::{max, max_axis, max_keep, max_to, min, min_axis, min_keep, min_to};
use cotangent::prelude::*;

use super::harness::{jvp1, laws, rule1, same, vjp1};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

rule1! {
    largest: max, (Dim<7>, Dim<13>);
    largest_of_one: max, ();
    largest_rank_6: max, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
    largest_first: max_axis<0>, (Dim<5>, Dim<3>);
    largest_last: max_axis<-1>, (Dim<5>, Dim<3>);
    largest_middle: max_axis<1>, (Dim<2>, Dim<5>, Dim<3>);
    largest_only_axis: max_axis<0>, (Dim<83>,);
    largest_length_1: max_axis<1>, (Dim<3>, Dim<1>);
    largest_kept: max_keep<0>, (Dim<5>, Dim<3>);
    largest_stretching: max_keep<0>, (One, Dim<3>);
    largest_of_two_axes: max_to<(Dim<3>,)>, (Dim<2>, Dim<5>, Dim<3>);
    largest_of_two_axes_kept: max_to<(One, Dim<5>, One)>, (Dim<2>, Dim<5>, Dim<3>);
    largest_of_all_axes: max_to<()>, (Dim<2>, Dim<5>);
    smallest_of_two_axes: min_to<(Dim<2>, One, One)>, (Dim<2>, Dim<5>, Dim<3>);
    smallest_of_rank_6: min_to<(One, Dim<3>, Dim<1>, One, Dim<2>)>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
    smallest: min, (Dim<7>, Dim<13>);
    smallest_of_one: min, ();
    smallest_first: min_axis<0>, (Dim<5>, Dim<3>);
    smallest_last: min_axis<-1>, (Dim<5>, Dim<3>);
    smallest_rank_6: min_axis<2>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
    smallest_kept: min_keep<-1>, (Dim<5>, Dim<3>);
}

#[test]
fn ties_share_equally() {
    let x = tensor([3.0, 1.0, 3.0, 1.0, 3.0, 1.0, 1.0]);
    same(vjp1::<max, _>(&x, &9.0).as_slice(), &[3.0, 0.0, 3.0, 0.0, 3.0, 0.0, 0.0]);
    same(vjp1::<min, _>(&x, &2.0).as_slice(), &[0.0, 0.5, 0.0, 0.5, 0.0, 0.5, 0.5]);
    assert_eq!(jvp1::<max, _>(&x, &tensor([1.0, 50.0, 2.0, 50.0, 6.0, 50.0, 50.0])), 3.0);
    laws::<max, _>(&(x,));
    laws::<min, _>(&(x,));

    let x = tensor([[1.0, 2.0, 2.0], [0.0, -0.0, -1.0]]);
    let c = tensor([4.0, 6.0]);
    same(vjp1::<max_axis<1>, _>(&x, &c).as_slice(), &[0.0, 2.0, 2.0, 3.0, 3.0, 0.0]);
    same(vjp1::<max_keep<1>, _>(&x, &c.reshape()).as_slice(), &[0.0, 2.0, 2.0, 3.0, 3.0, 0.0]);
    same(vjp1::<min_axis<1>, _>(&x, &c).as_slice(), &[4.0, 0.0, 0.0, 0.0, 0.0, 6.0]);
    laws::<max_axis<1>, _>(&(x,));
    laws::<max_keep<0>, _>(&(x,));
    laws::<min_keep<-1>, _>(&(x,));

    same(vjp1::<max_to<()>, _>(&x, &Tensor::from(8.0)).as_slice(), &[0.0, 4.0, 4.0, 0.0, 0.0, 0.0]);
    let c = Row::new([[1.0, 1.0, 1.0]]);
    same(vjp1::<min_to<_>, _>(&x, &c).as_slice(), &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    laws::<max_to<(One, Dim<3>)>, _>(&(x,));
}

#[test]
fn infinities_are_numbers_and_tie() {
    same(vjp1::<max, _>(&tensor([INF, 0.0, INF]), &1.0).as_slice(), &[0.5, 0.0, 0.5]);
    same(vjp1::<min, _>(&tensor([INF, -INF]), &1.0).as_slice(), &[0.0, 1.0]);
}

#[test]
fn nan_loses_and_gets_nothing() {
    let x = tensor([NAN, 1.0, NAN, 2.0]);
    assert_eq!((x.max(), x.min()), (2.0, 1.0));
    assert_eq!((x.max_to::<()>().item(), x.min_to::<(One,)>().as_slice()), (2.0, [1.0].as_slice()));
    same(vjp1::<max, _>(&x, &1.0).as_slice(), &[0.0, 0.0, 0.0, 1.0]);
    same(vjp1::<min, _>(&x, &1.0).as_slice(), &[0.0, 1.0, 0.0, 0.0]);
    assert_eq!(jvp1::<max, _>(&x, &tensor([9.0, 8.0, 7.0, 6.0])), 6.0);
}

#[test]
fn of_nothing_but_nan_the_derivative_is_zero() {
    let x = tensor([NAN, NAN]);
    assert!(x.max().is_nan() && x.max_to::<()>().item().is_nan());
    same(vjp1::<max, _>(&x, &1.0).as_slice(), &[0.0, 0.0]);
    assert_eq!(jvp1::<max, _>(&x, &tensor([1.0, 1.0])), 0.0);
    same(vjp1::<min_axis<0>, _>(&x, &Tensor::from(1.0)).as_slice(), &[0.0, 0.0]);
    assert_eq!(jvp1::<min_keep<0>, _>(&x, &tensor([1.0, 1.0])).as_slice(), [0.0]);
}
