//! Normalisations: the contract, the formula in plain loops, and what is published for equal numbers, large ones and NaN.

use cotangent::ops::batch_norm::batch_norm;
use cotangent::ops::normalisation::{group_norm, layer_norm, rms_norm};
use cotangent::prelude::*;
use cotangent::rule::Rule2;

use super::harness::{contract, laws, numbers, same, single_is_double, vjp2};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

macro_rules! shapes {
    ($($name:ident: $rule:ty, $s:ty;)*) => {$(
        #[test]
        fn $name() {
            contract::<$rule, _>(&(numbers::<f64, $s>(1), 0.3));
            let x = numbers::<f32, $s>(1);
            single_is_double::<$rule, _, _>(&(x, 0.25_f32), &(x.map(f64::from), 0.25));
        }
    )*};
}
mod contract_of {
    use super::*;

    shapes! {
        layer_vector: layer_norm, (Dim<7>,);
        layer_rows: layer_norm, (Dim<3>, Dim<5>);
        layer_rank_3: layer_norm, (Dim<2>, Dim<3>, Dim<5>);
        layer_rank_6: layer_norm, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<3>);
        layer_long: layer_norm, (Dim<2>, Dim<97>);
        layer_length_1: layer_norm, (Dim<5>, Dim<1>);
        layer_of_none: layer_norm, (Dim<0>, Dim<3>);
        rms_vector: rms_norm, (Dim<7>,);
        rms_rows: rms_norm, (Dim<3>, Dim<5>);
        rms_rank_6: rms_norm, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<3>);
        rms_long: rms_norm, (Dim<97>,);
        rms_length_1: rms_norm, (Dim<5>, Dim<1>);
        one_group: group_norm<1>, (Dim<3>, Dim<5>);
        groups_of_numbers: group_norm<2>, (Dim<3>, Dim<6>);
        groups_of_lines: group_norm<3>, (Dim<2>, Dim<6>, Dim<5>);
        groups_of_images: group_norm<2>, (Dim<2>, Dim<4>, Dim<3>, Dim<2>);
        a_group_for_each_channel: group_norm<5>, (Dim<2>, Dim<5>, Dim<7>);
        batch_of_numbers: batch_norm, (Dim<5>, Dim<3>);
        batch_of_lines: batch_norm, (Dim<4>, Dim<3>, Dim<5>);
        batch_of_images: batch_norm, (Dim<3>, Dim<2>, Dim<3>, Dim<5>);
        batch_of_volumes: batch_norm, (Dim<2>, Dim<3>, Dim<2>, Dim<1>, Dim<2>);
        batch_of_one_channel: batch_norm, (Dim<7>, Dim<1>);
        batch_of_one_image: batch_norm, (Dim<1>, Dim<3>, Dim<13>, Dim<7>);
        batch_of_none: batch_norm, (Dim<3>, Dim<0>, Dim<2>);
    }
}

/// `(x - m) / √(v + ε)` of some numbers, in plain loops; without `m` if they are not centred.
fn plain(x: &[f64], eps: f64, centred: bool) -> Vec<f64> {
    let n = x.len() as f64;
    let mean = if centred { x.iter().sum::<f64>() / n } else { 0.0 };
    let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    x.iter().map(|x| (x - mean) / (variance + eps).sqrt()).collect()
}

#[track_caller]
fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 8.0 * f64::EPSILON, "found {found}, expected {expected}");
    }
}

#[test]
fn is_the_formula() {
    let x = numbers::<f64, (Dim<2>, Dim<4>, Dim<3>)>(5);
    let lines = |centred| x.as_slice().chunks(3).flat_map(|line| plain(line, 0.1, centred)).collect::<Vec<_>>();
    near(x.layer_norm(0.1).as_slice(), &lines(true));
    near(x.rms_norm(0.1).as_slice(), &lines(false));
    let groups: Vec<_> = x.as_slice().chunks(6).flat_map(|group| plain(group, 0.1, true)).collect();
    near(x.group_norm::<2>(0.1).as_slice(), &groups);

    let (y, mean, variance) = x.batch_norm(0.1);
    for c in 0..4 {
        let channel = |x: &Tensor3<f64, 2, 4, 3>| -> Vec<f64> {
            (0..2).flat_map(|i| (0..3).map(move |j| [i, c, j])).map(|at| x[at]).collect()
        };
        let numbers = channel(&x);
        near(&channel(&y), &plain(&numbers, 0.1, true));
        let m = numbers.iter().sum::<f64>() / 6.0;
        near(&[mean[[c]], variance[[c]]], &[m, numbers.iter().map(|x| (x - m).powi(2)).sum::<f64>() / 6.0]);
    }
}

#[test]
fn the_statistics_of_a_batch_have_derivatives() {
    let x = tensor([[1.0, 5.0], [3.0, 5.0]]);
    let nothing = Tensor::zeros();
    let (x_bar, _) = vjp2::<batch_norm, _, _>(&x, &1.0, &(nothing, tensor([4.0, 6.0]), tensor([0.0, 0.0])));
    assert_eq!(x_bar, tensor([[2.0, 3.0], [2.0, 3.0]]));
    let (x_bar, _) = vjp2::<batch_norm, _, _>(&x, &3.0, &(nothing, tensor([0.0, 0.0]), tensor([5.0, 5.0])));
    assert_eq!(x_bar, tensor([[-5.0, 0.0], [5.0, 0.0]]));
}

#[test]
fn equal_numbers_become_zero() {
    let x = tensor([[7.0, 7.0, 7.0], [0.0, 0.0, 0.0]]);
    same(x.layer_norm(1e-5).as_slice(), &[0.0; 6]);
    same(x.layer_norm(0.0).as_slice(), &[NAN; 6]);
    same(x.rms_norm(0.0).as_slice(), &[1.0, 1.0, 1.0, NAN, NAN, NAN]);
    // The derivative at equal numbers is large, and finite.
    let (x_bar, _) = vjp2::<layer_norm, _, _>(&tensor([1.0, 1.0]), &0.0625, &tensor([1.0, 0.0]));
    assert_eq!(x_bar, tensor([2.0, -2.0]));
    laws::<layer_norm, _>(&(x, 1e-5));
    laws::<batch_norm, _>(&(x, 1e-5));
}

#[test]
fn nothing_of_a_zero_cotangent() {
    for x in [tensor([2.0, 2.0]), tensor([INF, 1.0]), tensor([NAN, 1.0]), tensor([0.0, 0.0])] {
        let (x_bar, eps_bar) = vjp2::<layer_norm, _, _>(&x, &0.0, &Tensor::zeros());
        same(&[x_bar[[0]], x_bar[[1]], eps_bar], &[0.0; 3]);
        let (x_bar, eps_bar) = vjp2::<rms_norm, _, _>(&x, &0.0, &Tensor::zeros());
        same(&[x_bar[[0]], x_bar[[1]], eps_bar], &[0.0; 3]);
        let batch = x.reshape::<(Dim<2>, Dim<1>)>();
        let (x_bar, eps_bar) = vjp2::<batch_norm, _, _>(&batch, &0.0, &Tangent::zero());
        same(&[x_bar[[0, 0]], x_bar[[1, 0]], eps_bar], &[0.0; 3]);
    }
}

#[test]
fn a_group_that_is_no_number_leaves_the_others_alone() {
    let x = tensor([[NAN, 1.0], [1.0, 3.0], [INF, 1.0]]);
    same(x.layer_norm(3.0).as_slice(), &[NAN, NAN, -0.5, 0.5, NAN, NAN]);
    let c = tensor([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]);
    let (x_bar, _) = vjp2::<layer_norm, _, _>(&x, &3.0, &c);
    same(x_bar.as_slice(), &[0.0, 0.0, 0.1875, -0.1875, 0.0, 0.0]);
}

#[test]
fn a_large_mean_costs_no_digits() {
    let x = tensor([[1e9, 1e9 + 2.0], [-1e9, -1e9 + 2.0]]);
    assert_eq!(x.layer_norm(3.0), tensor([[-0.5, 0.5], [-0.5, 0.5]]));
    let (_, mean, variance) = x.reshape::<(Dim<1>, Dim<2>, Dim<2>)>().batch_norm(0.0);
    assert_eq!((mean, variance), (tensor([1e9 + 1.0, -1e9 + 1.0]), tensor([1.0, 1.0])));
}

/// A shift and a scale of the input change nothing, so the gradient is orthogonal to both.
#[test]
fn the_gradient_is_orthogonal_to_ones_and_to_the_input() {
    let x = numbers::<f64, (Dim<3>, Dim<11>)>(1);
    let (x_bar, _) = vjp2::<layer_norm, _, _>(&x, &0.0, &numbers(2));
    assert!(x_bar.abs().sum_axis::<1>().min() > 1.0);
    assert!(x_bar.sum_axis::<1>().abs().max() < 1e-14);
    assert!((x_bar * x).sum_axis::<1>().abs().max() < 1e-14);
}

#[test]
fn in_functions() {
    #[differentiable]
    fn f(x: &Tensor3<f64, 2, 4, 3>, eps: f64) -> f64 {
        let (y, mean, variance) = x.batch_norm(eps);
        let z = x.layer_norm(eps) * y.group_norm::<2>(0.2) + x.rms_norm(eps);
        (z * y).sum() + (mean * variance).sum()
    }
    cotangent::check::gradient(|(x, eps)| f(x, *eps), |(x, eps)| f::value_and_grad(x, *eps), (numbers(1), 0.1))
        .unwrap();
}

/// `E(x - m)²`, not the difference of `E x²` and `m²`, nor `E (x + m) (x - m)`, which have few digits left here.
#[test]
fn numbers_far_from_zero_keep_their_variance() {
    let x = tensor([[1e8 + 0.1, 1e8 + 0.2, 1e8 + 0.4]]);
    let near = x.as_slice().iter().map(|x| x - 1e8).collect::<Vec<_>>(); // exact
    let mean = near.iter().sum::<f64>() / 3.0;
    let variance = near.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 3.0;
    let expected = (near[2] - near[0]) / (variance + 1e-5).sqrt();
    // The mean is rounded to eight digits after the point; how far the ends are apart does not depend on it.
    let apart = |y: Matrix<f64, 1, 3>| y[[0, 2]] - y[[0, 0]];
    for y in [x.layer_norm(1e-5), x.transpose().batch_norm(1e-5).0.transpose()] {
        assert!((apart(y) - expected).abs() <= 1e-12, "{} is not {expected}", apart(y));
    }
}

/// Second order: a line without a cotangent gets nothing, also where its numbers are none.
#[test]
fn nothing_moves_where_there_is_no_cotangent() {
    fn tangents<R: Rule2<M, f64, Output = M>>() -> M {
        let (x, eps) = (tensor([[1.0, 2.0, 4.0], [NAN, 0.0, 1.0], [INF, 1.0, 2.0]]), 1e-5);
        let (x_dot, c) = (tensor([[1.0, 0.0, 0.5]; 3]), tensor([[1.0, -1.0, 3.0], [0.0; 3], [0.0; 3]]));
        let (y, _) = R::forward(&x, &eps);
        let y_dot = R::jvp(&x, &eps, &y, Some(&x_dot), None);
        let mut d_dot = Tensor::zeros();
        let (x, eps, y) = (Read::live(&x), Read::live(&eps), Read::live(&y));
        R::vjp_dual(
            x,
            Some(&x_dot),
            eps,
            None,
            y,
            Some(&y_dot),
            &c,
            None,
            NoGrad,
            Out::new(&mut d_dot),
            NoGrad,
            NoGrad,
        );
        d_dot
    }
    type M = Matrix<f64, 3, 3>;
    for d_dot in [tangents::<layer_norm>(), tangents::<rms_norm>(), tangents::<group_norm<1>>()] {
        same(&d_dot.as_slice()[3..], &[0.0; 6]);
        assert!(d_dot.as_slice()[..3].iter().all(|d| d.is_finite() && *d != 0.0), "{d_dot}");
    }
}
