//! Products, variances, norms and logarithms of sums of exponentials: the contract for every form, and what is published for zeros,
//! ties, infinities and NaN.

use cotangent::ops::logsumexp::*;
use cotangent::ops::norm::*;
use cotangent::ops::prod::*;
use cotangent::ops::variance::*;
use cotangent::prelude::*;

use super::harness::{jvp1, laws, rule1, same, vjp1};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

macro_rules! forms {
    ($($module:ident: $all:ident $axis:ident $keep:ident $to:ident;)*) => {$(
        mod $module {
            use super::*;

            rule1! {
                of_all: $all, (Dim<5>, Dim<7>);
                of_one: $all, ();
                first: $axis<0>, (Dim<5>, Dim<3>);
                last: $axis<-1>, (Dim<3>, Dim<5>);
                middle: $axis<1>, (Dim<2>, Dim<5>, Dim<3>);
                kept: $keep<1>, (Dim<2>, Dim<5>, Dim<3>);
                rank_6: $axis<2>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
                several_axes: $to<(Dim<5>, One)>, (Dim<2>, Dim<5>, Dim<3>);
            }
        }
    )*};
}
mod contract_of {
    use super::*;

    forms! {
        products: prod prod_axis prod_keep prod_to;
        logarithms: logsumexp logsumexp_axis logsumexp_keep logsumexp_to;
        norms: norm norm_axis norm_keep norm_to;
        variances: var var_axis var_keep var_to;
    }

    // Of a single number it is 0, where it has a kink.
    rule1! {
        std_of_all: std, (Dim<5>, Dim<7>);
        std_first: std_axis<0>, (Dim<5>, Dim<3>);
        std_last: std_axis<-1>, (Dim<3>, Dim<5>);
        std_kept: std_keep<1>, (Dim<2>, Dim<5>, Dim<3>);
        std_several_axes: std_to<(Dim<5>, One)>, (Dim<2>, Dim<5>, Dim<3>);
    }
}

#[test]
fn products_with_zeros() {
    let x = tensor([[2.0, 3.0, 4.0], [2.0, 0.0, 4.0], [0.0, 3.0, 0.0]]);
    assert_eq!(x.prod_axis::<1>(), tensor([24.0, 0.0, 0.0]));
    let ones = tensor([1.0, 1.0, 1.0]);
    same(vjp1::<prod_axis<1>, _>(&x, &ones).as_slice(), &[12.0, 8.0, 6.0, 0.0, 8.0, 0.0, 0.0, 0.0, 0.0]);
    laws::<prod_axis<1>, _>(&(x,));
    laws::<prod, _>(&(x,));
    assert_eq!(tensor([-1.0, 2.0, 3.0]).prod(), -6.0);
    assert_eq!(Vector::<f64, 0>::zeros().prod(), 1.0);
}

#[test]
fn the_other_factors_do_not_overflow_or_vanish_on_the_way() {
    let x = tensor([1e200, 1e200, 1e-300]);
    same(vjp1::<prod, _>(&x, &1.0).as_slice(), &[1e200 * 1e-300, 1e200 * 1e-300, INF]);
    same(vjp1::<prod, _>(&tensor([0.0, 1e200, 1e200, 0.0]), &1.0).as_slice(), &[0.0; 4]);
    same(vjp1::<prod, _>(&tensor([0.0, INF, 1.0]), &0.0).as_slice(), &[0.0; 3]);
}

#[test]
fn the_variance_is_that_of_the_deviations() {
    assert_eq!(tensor([1.0, 2.0, 6.0]).var(), 14.0 / 3.0);
    assert_eq!((tensor([1e9, 1e9 + 2.0]).var(), tensor([1e9, 1e9 + 2.0]).std()), (1.0, 1.0));
    assert!(Vector::<f64, 0>::zeros().var().is_nan());
    same(vjp1::<var, _>(&tensor([7.0]), &3.0).as_slice(), &[0.0]);
    assert!(tensor([1.0, NAN]).var().is_nan());
}

#[test]
fn where_all_are_equal_the_deviation_is_flat() {
    let x = tensor([[2.0, 2.0], [1.0, 3.0]]);
    same(x.std_axis::<1>().as_slice(), &[0.0, 1.0]);
    same(vjp1::<std_axis<1>, _>(&x, &tensor([5.0, 2.0])).as_slice(), &[0.0, 0.0, -1.0, 1.0]);
    same(jvp1::<std_axis<1>, _>(&x, &Tensor::full(1.0)).as_slice(), &[0.0, 0.0]);
    laws::<std_axis<1>, _>(&(x,));
}

#[test]
fn a_norm_is_flat_at_zero_and_does_not_overflow() {
    let x = tensor([[0.0, 0.0], [3.0, -4.0], [3e200, 4e200], [3e-200, 4e-200]]);
    let y = x.norm_axis::<1>();
    for (found, expected) in y.as_slice().iter().zip([0.0, 5.0, 5e200, 5e-200]) {
        assert!((found - expected).abs() <= 2.0 * f64::EPSILON * expected);
    }
    let x_bar = vjp1::<norm_axis<1>, _>(&x, &Tensor::full(5.0));
    for (found, expected) in x_bar.as_slice().iter().zip([0.0, 0.0, 3.0, -4.0, 3.0, 4.0, 3.0, 4.0]) {
        assert!((found - expected).abs() <= 4.0 * f64::EPSILON * f64::abs(expected));
    }
    for (x, expected) in [
        ([-3e200, -4e200], 5e200),
        ([-4e200, 3e200], 5e200),
        ([-3e-200, -4e-200], 5e-200),
        ([4e-200, -3e-200], 5e-200),
        // Their squares are subnormal: they exist, but most digits do not.
        ([3e-160, 4e-160], 5e-160),
        ([-4e-158, 3e-158], 5e-158),
    ] {
        let found = tensor(x).norm();
        assert!((found - expected).abs() <= 2.0 * f64::EPSILON * expected, "{found}, not {expected}");
    }
    assert_eq!(tensor([INF, 1.0]).norm(), INF);
    assert!(tensor([NAN, 1.0]).norm().is_nan());
    assert_eq!(Vector::<f64, 0>::zeros().norm(), 0.0);
    same(&[tensor([3e30_f32, 4e30]).norm().into()], &[5e30_f32.into()]);
}

/// The infinite elements had 0 in reverse mode, and NaN in forward mode.
#[test]
fn an_infinite_norm_has_no_derivative() {
    let x = tensor([[INF, 1.0], [-INF, INF], [3.0, 4.0]]);
    let x_bar = vjp1::<norm_axis<1>, _>(&x, &Tensor::full(5.0));
    same(x_bar.as_slice(), &[NAN, NAN, NAN, NAN, 3.0, 4.0]);
    same(jvp1::<norm_axis<1>, _>(&x, &Tensor::full(1.0)).as_slice(), &[NAN, NAN, 1.4]);
    same(vjp1::<norm_axis<1>, _>(&x, &Tensor::zeros()).as_slice(), &[0.0; 6]);
}

#[test]
fn logarithms_of_sums_far_out() {
    let x = tensor([[1e3, 1e3], [-1e3, -1e3], [-INF, 0.0], [-INF, -INF], [INF, 0.0], [NAN, 0.0]]);
    let ln_2 = 2.0_f64.ln();
    same(x.logsumexp_axis::<1>().as_slice(), &[1e3 + ln_2, -1e3 + ln_2, 0.0, -INF, INF, NAN]);
    let x_bar = vjp1::<logsumexp_axis<1>, _>(&tensor([[0.0, 0.0], [-INF, 0.0], [-INF, -INF]]), &Tensor::full(2.0));
    same(x_bar.as_slice(), &[1.0, 1.0, 0.0, 2.0, 0.0, 0.0]);
    same(vjp1::<logsumexp, _>(&tensor([INF, NAN]), &0.0).as_slice(), &[0.0, 0.0]);
    assert_eq!(Vector::<f64, 0>::zeros().logsumexp(), -INF);
}

#[test]
fn in_functions() {
    #[differentiable]
    fn f(x: &Tensor3<f64, 2, 3, 4>) -> f64 {
        let over_two: Tensor<f64, (One, Dim<3>, One)> = x.var_to::<(One, Dim<3>, One)>();
        let y = x.norm_axis::<0>() * x.logsumexp_axis::<0>() + x.std_axis::<0>() - x.prod_axis::<0>();
        y.norm() * y.var() + over_two.sum() + (x.prod_keep::<1>() + x.norm_keep::<2>()).logsumexp() + y.std()
    }
    cotangent::check::gradient(f, f::value_and_grad, super::harness::numbers(1)).unwrap();
}
