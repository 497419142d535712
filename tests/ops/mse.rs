//! Mean squared error.

use cotangent::ops::losses::{mse, mse_sum};
use cotangent::prelude::*;

use super::harness::{rule2, same, vjp2};

rule2! {
    numbers: mse, (), ();
    vectors: mse, (Dim<7>,), (Dim<7>,);
    matrices: mse, (Dim<5>, Dim<7>), (Dim<5>, Dim<7>);
    many: mse, (Dim<97>,), (Dim<97>,);
    sum_of_matrices: mse_sum, (Dim<5>, Dim<7>), (Dim<5>, Dim<7>);
    sum_of_numbers: mse_sum, (), ();
    rank_6: mse, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>), (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
}

#[test]
fn at_the_target_all_is_zero() {
    let x = tensor([1.0, -2.0]);
    assert_eq!(x.mse(&x), 0.0);
    let (a_bar, b_bar) = vjp2::<mse, _, _>(&x, &x, &1.0);
    same(a_bar.as_slice(), &[0.0, 0.0]);
    same(b_bar.as_slice(), &[0.0, 0.0]);
}

#[test]
fn the_sum_is_not_divided() {
    let (x, t) = (tensor([1.0, 5.0]), tensor([2.0, 2.0]));
    assert_eq!((x.mse_sum(&t), x.mse(&t)), (10.0, 5.0));
    assert_eq!(vjp2::<mse_sum, _, _>(&x, &t, &3.0), (tensor([-6.0, 18.0]), tensor([6.0, -18.0])));
}

#[test]
fn of_nothing_it_is_nan() {
    let nothing = Vector::<f64, 0>::zeros();
    assert!(nothing.mse(&nothing).is_nan());
    assert_eq!(nothing.mse_sum(&nothing), 0.0);
}
