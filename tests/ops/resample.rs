//! Another length for an axis: the contract, and what is published for places between numbers.

use cotangent::ops::adaptive_max_pool::adaptive_max_pool;
use cotangent::ops::resample::{adaptive_avg_pool, upsample_linear, upsample_nearest};
use cotangent::prelude::*;

use cotangent::rule::Rule1;

use super::harness::{jvp1, numbers, rule1, same, vjp1};

rule1! {
    nearest: upsample_nearest<1, 7>, (Dim<2>, Dim<3>, Dim<2>);
    nearest_of_fewer: upsample_nearest<-1, 2>, (Dim<2>, Dim<5>);
    nearest_of_none: upsample_nearest<0, 0>, (Dim<3>, Dim<2>);
    lines: upsample_linear<1, 7>, (Dim<2>, Dim<3>, Dim<2>);
    lines_of_fewer: upsample_linear<-1, 3>, (Dim<2>, Dim<7>);
    lines_of_one: upsample_linear<0, 4>, (One, Dim<2>);
    lines_of_nothing: upsample_linear<0, 4>, (Dim<2>, Dim<0>);
    parts: adaptive_avg_pool<1, 3>, (Dim<2>, Dim<7>, Dim<2>);
    parts_of_more: adaptive_avg_pool<-1, 5>, (Dim<2>, Dim<3>);
    parts_to_one: adaptive_avg_pool<0, 1>, (Dim<6>,);
    largest_of_parts: adaptive_max_pool<1, 3>, (Dim<2>, Dim<7>, Dim<2>);
    largest_of_more: adaptive_max_pool<-1, 5>, (Dim<2>, Dim<3>);
    largest_of_all: adaptive_max_pool<0, 1>, (Dim<6>,);
    largest_of_none: adaptive_max_pool<0, 0>, (Dim<0>, Dim<2>);
}

#[test]
fn whole_factors_repeat() {
    let x = tensor([1.0, 2.0, 3.0]);
    assert_eq!(x.upsample_nearest::<0, 6>(), tensor([1.0, 1.0, 2.0, 2.0, 3.0, 3.0]));
    assert_eq!(x.upsample_nearest::<0, 3>(), x);
    assert_eq!(
        vjp1::<upsample_nearest<0, 4>, _>(&x, &tensor([1.0, 10.0, 100.0, 1000.0])),
        tensor([11.0, 100.0, 1000.0])
    );
}

/// Between the ends, the line; beyond the first and the last place, what is there.
#[test]
fn places_on_lines() {
    let x = tensor([0.0, 8.0, 16.0]);
    assert_eq!(x.upsample_linear::<0, 6>(), tensor([0.0, 2.0, 6.0, 10.0, 14.0, 16.0]));
    assert_eq!(x.upsample_linear::<0, 3>(), x);
    assert_eq!(x.upsample_linear::<0, 1>(), tensor([8.0]));
    assert_eq!(tensor([5.0]).upsample_linear::<0, 3>(), tensor([5.0; 3]));
}

#[test]
fn parts_that_divide_are_pooled() {
    let x = numbers::<f64, (Dim<1>, Dim<2>, Dim<6>, Dim<4>)>(1);
    let pooled: Tensor4<f64, 1, 2, 3, 2> = x.avg_pool2d::<2, 2>();
    let found = x.adaptive_avg_pool::<2, 3>().adaptive_avg_pool::<3, 2>();
    assert!((found - pooled).abs().max() < 1e-15);
}

#[test]
fn parts_that_divide_have_the_largest_of_windows() {
    let x = numbers::<f64, (Dim<1>, Dim<2>, Dim<6>, Dim<4>)>(1);
    let pooled: Tensor4<f64, 1, 2, 3, 2> = x.max_pool2d::<2, 2>();
    assert_eq!(x.adaptive_max_pool::<3, 2>().adaptive_max_pool::<2, 3>(), pooled);
}

/// As for windows, along both axes: the first of equal numbers, row by row, if the last axis is the first that is pooled.
#[test]
fn the_first_of_equal_numbers_gets_the_derivative() {
    #[differentiable]
    fn f(x: &Matrix<f64, 2, 3>) -> f64 {
        x.adaptive_max_pool::<1, 1>().adaptive_max_pool::<0, 1>().sum()
    }
    let (y, x_bar) = f::value_and_grad(&tensor([[0.0, 7.0, 7.0], [7.0, 7.0, 1.0]]));
    assert_eq!((y, x_bar), (7.0, tensor([[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])));
    // A number in two parts gets both cotangents.
    type Two = adaptive_max_pool<0, 2>;
    assert_eq!(vjp1::<Two, _>(&tensor([0.0, 1.0, 0.0]), &tensor([1.0, 10.0])), tensor([0.0, 11.0, 0.0]));
}

#[test]
fn a_nan_loses_against_a_number() {
    type Two = adaptive_max_pool<0, 2>;
    let (nan, low) = (f64::NAN, f64::NEG_INFINITY);
    let x = tensor([nan, low, nan, nan]);
    same(Two::forward(&x).0.as_slice(), &[low, nan]);
    assert_eq!(vjp1::<Two, _>(&x, &tensor([1.0, 10.0])), tensor([0.0, 1.0, 0.0, 0.0]));
    assert_eq!(jvp1::<Two, _>(&x, &tensor([1.0, 2.0, 3.0, 4.0])), tensor([2.0, 0.0]));
}

#[test]
fn in_functions() {
    #[differentiable]
    fn f(x: &Tensor4<f64, 1, 2, 3, 4>) -> f64 {
        let larger = x.upsample_linear::<2, 5>().upsample_linear::<3, 6>();
        let nearest = x.upsample_nearest::<2, 5>().upsample_nearest::<3, 6>();
        (larger * nearest).adaptive_avg_pool::<2, 2>().adaptive_avg_pool::<3, 2>().powi(2).sum()
            + nearest.adaptive_max_pool::<2, 4>().powi(3).mean()
    }
    cotangent::check::gradient(f, f::value_and_grad, numbers(1)).unwrap();
}
