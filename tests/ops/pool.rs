//! Pooling: the contract, whose maximum gets the derivative, and what counts in a mean.

use cotangent::ops::global_pool::global_avg_pool;
use cotangent::ops::pool::{
    avg_pool1d, avg_pool1d_count_padding, avg_pool2d, avg_pool2d_count_padding, max_pool1d, max_pool2d,
};
use cotangent::prelude::*;
use cotangent::rule::Rule1;

use super::harness::{jvp1, numbers, rule1, same, vjp1};

type Halves = (Dim<2>, Dim<3>, Dim<2>, Dim<3>);

rule1! {
    largest: max_pool2d<Window<2, 2>, Halves>, (Dim<2>, Dim<3>, Dim<5>, Dim<6>);
    largest_of_overlapping_windows: max_pool2d<Window<3, 1>, (Dim<1>, Dim<2>, Dim<3>, Dim<5>)>, (Dim<1>, Dim<2>, Dim<5>, Dim<7>);
    largest_with_edges: max_pool2d<Window<3, 2, 1>, (Dim<2>, Dim<1>, Dim<3>, Dim<4>)>, (Dim<2>, Dim<1>, Dim<5>, Dim<7>);
    largest_of_no_squares: max_pool2d<(Window<1, 2>, Window<3, 1, 2>), (Dim<1>, Dim<1>, Dim<3>, Dim<7>)>, (Dim<1>, Dim<1>, Dim<5>, Dim<5>);
    largest_of_one: max_pool2d<Window<1, 1>, (One, Dim<1>, One, Dim<1>)>, (One, Dim<1>, Dim<1>, One);
    largest_of_no_images: max_pool2d<Window<2, 2>, (Dim<0>, Dim<3>, Dim<2>, Dim<3>)>, (Dim<0>, Dim<3>, Dim<5>, Dim<6>);
    largest_of_lines: max_pool1d<Window<3, 2, 1>, (Dim<2>, Dim<3>, Dim<4>)>, (Dim<2>, Dim<3>, Dim<7>);
    largest_rounded_up: max_pool2d<Ceil<Window<3, 2>>, (Dim<1>, Dim<2>, Dim<3>, Dim<2>)>, (Dim<1>, Dim<2>, Dim<6>, Dim<4>);
    largest_of_lines_rounded_up: max_pool1d<Ceil<Window<3, 2, 1>>, (Dim<2>, Dim<3>, Dim<4>)>, (Dim<2>, Dim<3>, Dim<6>);
    mean_rounded_up: avg_pool2d<(Ceil<Window<3, 2, 1>>, Window<2, 2>), (Dim<1>, Dim<2>, Dim<4>, Dim<2>)>, (Dim<1>, Dim<2>, Dim<6>, Dim<5>);
    mean_rounded_up_that_counts_padding: avg_pool2d_count_padding<Ceil<Window<3, 2, 1>>, (Dim<1>, Dim<2>, Dim<4>, Dim<3>)>, (Dim<1>, Dim<2>, Dim<6>, Dim<4>);
    mean: avg_pool2d<Window<2, 2>, Halves>, (Dim<2>, Dim<3>, Dim<5>, Dim<6>);
    mean_with_edges: avg_pool2d<Window<3, 2, 1>, (Dim<2>, Dim<1>, Dim<3>, Dim<4>)>, (Dim<2>, Dim<1>, Dim<5>, Dim<7>);
    mean_that_counts_padding: avg_pool2d_count_padding<Window<3, 2, 1>, (Dim<2>, Dim<1>, Dim<3>, Dim<4>)>, (Dim<2>, Dim<1>, Dim<5>, Dim<7>);
    mean_of_no_squares: avg_pool2d<(Window<3, 1>, Window<2, 3, 1>), (Dim<1>, Dim<2>, Dim<3>, Dim<3>)>, (Dim<1>, Dim<2>, Dim<5>, Dim<7>);
    mean_of_lines: avg_pool1d<Window<3, 2, 2>, (Dim<2>, Dim<3>, Dim<5>)>, (Dim<2>, Dim<3>, Dim<7>);
    mean_of_lines_that_counts_padding: avg_pool1d_count_padding<Window<3, 2, 2>, (Dim<2>, Dim<3>, Dim<5>)>, (Dim<2>, Dim<3>, Dim<7>);
    of_images: global_avg_pool, (Dim<2>, Dim<3>, Dim<5>, Dim<7>);
    of_lines: global_avg_pool, (Dim<2>, Dim<3>, Dim<7>);
    of_single_positions: global_avg_pool, (Dim<2>, Dim<3>, One, Dim<1>);
}

type Two = max_pool1d<Window<3, 3>, (Dim<1>, Dim<1>, Dim<2>)>;

#[test]
fn the_first_of_equal_numbers_gets_the_derivative() {
    let x = tensor([[[1.0, 2.0, 2.0, 3.0, 3.0, 3.0]]]);
    let c = tensor([[[10.0, 100.0]]]);
    assert_eq!(vjp1::<Two, _>(&x, &c), tensor([[[0.0, 10.0, 0.0, 100.0, 0.0, 0.0]]]));
    assert_eq!(jvp1::<Two, _>(&x, &tensor([[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]])), tensor([[[2.0, 4.0]]]));
    let zeros = tensor([[[0.0, -0.0, 0.0, -0.0, 0.0, 0.0]]]);
    assert_eq!(vjp1::<Two, _>(&zeros, &c), tensor([[[10.0, 0.0, 0.0, 100.0, 0.0, 0.0]]]));
}

#[test]
fn first_is_row_by_row() {
    type One22 = max_pool2d<Window<2, 2>, (Dim<1>, Dim<1>, Dim<1>, Dim<1>)>;
    let x = tensor([[[[0.0, 7.0], [7.0, 7.0]]]]);
    assert_eq!(vjp1::<One22, _>(&x, &tensor([[[[5.0]]]])), tensor([[[[0.0, 5.0], [0.0, 0.0]]]]));
}

#[test]
fn a_nan_loses_against_a_number() {
    let (nan, low) = (f64::NAN, f64::NEG_INFINITY);
    let c = tensor([[[10.0, 100.0]]]);
    for (x, y, x_bar) in [
        ([nan, 1.0, 2.0, 1.0, nan, 0.0], [2.0, 1.0], [0.0, 0.0, 10.0, 100.0, 0.0, 0.0]),
        ([nan, nan, nan, low, nan, low], [nan, low], [0.0, 0.0, 0.0, 100.0, 0.0, 0.0]),
        ([low, low, low, nan, low, f64::INFINITY], [low, f64::INFINITY], [10.0, 0.0, 0.0, 0.0, 0.0, 100.0]),
    ] {
        let x = tensor([[x]]);
        same(Two::forward(&x).0.as_slice(), &y);
        same(vjp1::<Two, _>(&x, &c).as_slice(), &x_bar);
    }
    let nothing = jvp1::<Two, _>(&tensor([[[nan; 6]]]), &tensor([[[1.0; 6]]]));
    assert_eq!(nothing, Tensor::zeros());
}

/// Another library divides this gradient by the number of positions of a window.
#[test]
fn the_largest_gets_the_whole_cotangent() {
    #[differentiable]
    fn f(x: &Tensor4<f64, 1, 1, 4, 4>) -> f64 {
        let y: Tensor4<f64, 1, 1, 2, 2> = x.max_pool2d::<2, 2>();
        y.sum()
    }
    let x = Tensor4::from_fn(|[_, _, i, j]| (4 * i + j) as f64);
    let x_bar = f::grad(&x);
    let expected = [[0.0; 4], [0.0, 1.0, 0.0, 1.0], [0.0; 4], [0.0, 1.0, 0.0, 1.0]];
    assert_eq!(x_bar, tensor([[expected]]));
    assert_eq!(x_bar.sum(), 4.0);
}

/// A position in several windows gets the cotangents of all of them.
#[test]
fn overlapping_windows_add_up() {
    type Overlapping = max_pool1d<Window<2, 1>, (Dim<1>, Dim<1>, Dim<3>)>;
    let x_bar = vjp1::<Overlapping, _>(&tensor([[[1.0, 9.0, 2.0, 3.0]]]), &tensor([[[1.0, 10.0, 100.0]]]));
    assert_eq!(x_bar, tensor([[[0.0, 11.0, 0.0, 100.0]]]));
}

#[test]
fn zeros_around_are_no_numbers_for_a_maximum() {
    let x = tensor([[[[-3.0, -4.0], [-5.0, -6.0]]]]);
    let y: Tensor4<f64, 1, 1, 2, 2> = x.max_pool2d_with::<Window<2, 2, 1>>();
    assert_eq!(y, x);
}

#[test]
fn what_counts_in_a_mean() {
    let x = tensor([[[[4.0, 8.0], [12.0, 16.0]]]]);
    let inside: Tensor4<f64, 1, 1, 2, 2> = x.avg_pool2d_with::<Window<2, 2, 1>>();
    assert_eq!(inside, x);
    let all: Tensor4<f64, 1, 1, 2, 2> = x.avg_pool2d_count_padding::<Window<2, 2, 1>>();
    assert_eq!(all, x / 4.0);
    type Inside = avg_pool2d<Window<2, 1, 1>, (Dim<1>, Dim<1>, Dim<3>, Dim<3>)>;
    let c = Tensor4::full(1.0);
    // Each position is alone in a corner window, one of two in two windows or of four in one.
    assert_eq!(vjp1::<Inside, _>(&x, &c), Tensor::full(1.0 + 0.5 + 0.5 + 0.25));
}

/// The last window reaches over the end, of which nothing counts; one that would begin there is none.
#[test]
fn a_number_of_windows_rounded_up() {
    let x = tensor([[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]]);
    let up: Tensor3<f64, 1, 1, 3> = x.avg_pool1d_with::<Ceil<Window<3, 2>>>();
    assert_eq!(up, tensor([[[2.0, 4.0, 5.5]]]));
    let all: Tensor3<f64, 1, 1, 4> = x.avg_pool1d_count_padding::<Ceil<Window<3, 2, 1>>>();
    assert_eq!(all, tensor([[[1.0, 3.0, 5.0, 3.0]]])); // the last one has 6 and a zero
    let none_behind: Tensor3<f64, 1, 1, 2> = x.max_pool1d_with::<Ceil<Window<1, 3>>>();
    assert_eq!(none_behind, tensor([[[1.0, 4.0]]]));
    let even: Tensor3<f64, 1, 1, 3> = x.max_pool1d_with::<Ceil<Window<2, 2>>>();
    assert_eq!(even, x.max_pool1d::<2, 2>());
}

#[test]
fn every_pooling_in_functions() {
    #[differentiable]
    fn f(x: &Tensor4<f64, 2, 3, 4, 6>) -> f64 {
        let a: Tensor<f64, Halves> = x.max_pool2d::<2, 2>();
        let b: Tensor<f64, Halves> = x.avg_pool2d::<2, 2>();
        let c: Tensor<f64, Halves> = x.max_pool2d_with::<Window<3, 2, 1>>();
        let d: Tensor<f64, Halves> = x.avg_pool2d_with::<Window<3, 2, 1>>();
        let e: Tensor<f64, Halves> = x.avg_pool2d_count_padding::<Window<3, 2, 1>>();
        let lines: Tensor3<f64, 2, 3, 24> = x.reshape();
        let g: Tensor3<f64, 2, 3, 12> = lines.max_pool1d::<2, 2>();
        let h: Tensor3<f64, 2, 3, 12> = lines.avg_pool1d::<2, 2>();
        let k: Tensor3<f64, 2, 3, 12> = lines.max_pool1d_with::<Window<3, 2, 1>>();
        let l: Tensor3<f64, 2, 3, 12> = lines.avg_pool1d_with::<Window<3, 2, 1>>();
        let m: Tensor3<f64, 2, 3, 12> = lines.avg_pool1d_count_padding::<Window<3, 2, 1>>();
        let images = (a * b + c * d * e).global_avg_pool();
        let lines = (g * h + k * l * m).global_avg_pool();
        (images * lines).sum()
    }
    cotangent::check::gradient(f, f::value_and_grad, numbers(1)).unwrap();
}
