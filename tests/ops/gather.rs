//! Elements by their positions, numbers added at positions, and positions as constants.

use cotangent::check::Checker;
use cotangent::ops::argmax::*;
use cotangent::ops::from_array::of_array;
use cotangent::ops::gather::{gather, scatter_add};
use cotangent::ops::reshape::{fixed, reshape};
use cotangent::ops::split::{squeeze, unsqueeze};
use cotangent::prelude::*;

use super::harness::{contract, laws, numbers, single_is_double, vjp1};

/// Positions below `len` in an order that looks random; some occur several times, also in one line.
fn positions<S: Shape>(len: usize) -> Tensor<usize, S> {
    let mut out = Tensor::zeros();
    for (i, place) in out.as_mut_slice().iter_mut().enumerate() {
        *place = (i * i * 7 + i / 3) % len;
    }
    out
}

macro_rules! shapes {
    ($($name:ident: $axis:literal of $len:literal, $k:literal: $s:ty => $r:ty;)*) => {$(
        #[test]
        fn $name() {
            let (x, places, values) = (numbers::<f64, $s>(1), positions::<$r>($len), numbers::<f64, $r>(2));
            contract::<gather<$axis, $k>, _>(&(x, places));
            contract::<scatter_add<$axis, $k>, _>(&(x, places, values));
            let (single, single_values) = (numbers::<f32, $s>(1), numbers::<f32, $r>(2));
            single_is_double::<gather<$axis, $k>, _, _>(&(single, places), &(single.map(f64::from), places));
            single_is_double::<scatter_add<$axis, $k>, _, _>(
                &(single, places, single_values),
                &(single.map(f64::from), places, single_values.map(f64::from)),
            );
        }
    )*};
}
shapes! {
    vector: 0 of 7, 5: (Dim<7>,) => (Dim<5>,);
    longer_than_the_axis: 0 of 3, 11: (Dim<3>,) => (Dim<11>,);
    rows: -1 of 5, 2: (Dim<3>, Dim<5>) => (Dim<3>, Dim<2>);
    columns: 0 of 5, 7: (Dim<5>, Dim<3>) => (Dim<7>, Dim<3>);
    middle_axis: 1 of 5, 3: (Dim<2>, Dim<5>, Dim<3>) => (Dim<2>, Dim<3>, Dim<3>);
    length_1: 1 of 1, 1: (Dim<3>, Dim<1>) => (Dim<3>, Dim<1>);
    of_one: 1 of 1, 3: (Dim<2>, One) => (Dim<2>, Dim<3>);
    rank_6: 2 of 3, 2: (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>) => (Dim<2>, One, Dim<2>, Dim<1>, Dim<2>, Dim<2>);
    nothing_taken: 0 of 3, 0: (Dim<3>, Dim<2>) => (Dim<0>, Dim<2>);
    empty_beside: 0 of 3, 2: (Dim<3>, Dim<0>) => (Dim<2>, Dim<0>);
}

#[test]
fn each_is_the_adjoint_of_the_other() {
    let (x, places) = (numbers::<f64, (Dim<5>, Dim<3>)>(1), positions::<(Dim<4>, Dim<3>)>(5));
    let c = numbers::<f64, (Dim<4>, Dim<3>)>(2);
    let there = (x.gather::<0, 4>(&places) * c).sum();
    let back = (x * Matrix::zeros().scatter_add::<0, 4>(&places, &c)).sum();
    assert!((there - back).abs() <= 1e-14);
}

#[test]
fn every_position_has_the_element_that_is_listed() {
    let (x, places) = (numbers::<f64, (Dim<2>, Dim<5>, Dim<3>)>(1), positions::<(Dim<2>, Dim<4>, Dim<3>)>(5));
    let y = x.gather::<1, 4>(&places);
    let mut sum = x;
    for i in 0..2 {
        for k in 0..4 {
            for j in 0..3 {
                assert_eq!(y[[i, k, j]], x[[i, places[[i, k, j]], j]]);
                sum[[i, places[[i, k, j]], j]] += 1.0;
            }
        }
    }
    assert_eq!(x.scatter_add::<1, 4>(&places, &Tensor::full(1.0)), sum);
}

#[test]
fn infinities_and_nan_stay_where_they_are() {
    let places = tensor([1, 1]);
    let x = tensor([f64::NAN, f64::INFINITY, 2.0]);
    assert_eq!(x.gather::<0, 2>(&places), tensor([f64::INFINITY, f64::INFINITY]));
    let y = tensor([1.0, 2.0, 3.0]).scatter_add::<0, 2>(&places, &tensor([f64::INFINITY, 1.0]));
    assert_eq!(y, tensor([1.0, f64::INFINITY, 3.0]));
}

#[test]
fn whole_numbers_are_counted() {
    let counts = Vector::<usize, 3>::zeros().scatter_add::<0, 4>(&tensor([2, 0, 2, 2]), &Vector::full(1));
    assert_eq!(counts, tensor([1, 0, 3]));
}

#[test]
#[should_panic(expected = "index 3, number 1 in row-major order, is not below the length of the axis, 3")]
fn a_gathered_index_out_of_range_is_named() {
    let _ = Matrix::<f64, 1, 3>::zeros().gather::<1, 2>(&tensor([[0, 3]]));
}

#[test]
#[should_panic(expected = "index 5, number 0 in row-major order, is not below the length of the axis, 3")]
fn a_scattered_index_out_of_range_is_named() {
    let _ = Matrix::<f64, 1, 3>::zeros().scatter_add::<1, 2>(&tensor([[5, 0]]), &tensor([[1.0, 1.0]]));
}

#[test]
fn no_derivative_flows_through_a_position() {
    let x = numbers::<f64, (Dim<3>, Dim<5>)>(1);
    contract::<argmax, _>(&(x,));
    contract::<argmin, _>(&(x,));
    contract::<argmax_axis<0>, _>(&(x,));
    contract::<argmin_axis<-1>, _>(&(x,));
    contract::<argsort<1>, _>(&(x,));
    contract::<unsqueeze<1>, _>(&(positions::<(Dim<3>,)>(7),));
    contract::<squeeze<1>, _>(&(positions::<(Dim<3>, One)>(7),));
    contract::<fixed<1>, _>(&(positions::<(Dim<3>, One)>(7),));
    contract::<reshape<(Dim<2>, Dim<3>)>, _>(&(positions::<(Dim<6>,)>(7),));
    laws::<argsort<0>, _>(&(numbers::<f32, (Dim<3>, Dim<5>)>(1),));
    assert_eq!(vjp1::<argsort<1>, _>(&x, &NoGrad), Tensor::zeros());
    assert_eq!(vjp1::<argmax_axis<1>, _>(&x, &NoGrad), Tensor::zeros());
}

#[test]
fn gathered_by_argsort_is_sorted() {
    #[differentiable]
    fn sorted(x: &Matrix<f64, 3, 5>) -> Matrix<f64, 3, 5> {
        let order = x.argsort::<1>();
        x.gather::<1, _>(&order)
    }
    let (x, seed) = (numbers::<f64, (Dim<3>, Dim<5>)>(1), numbers(2));
    let (y, x_bar) = sorted::vjp(&x, seed);
    assert_eq!((y, x_bar), (x.sort::<1>(), vjp1::<cotangent::ops::sort::sort<1>, _>(&x, &seed)));
}

#[test]
fn positions_of_extremes_in_functions() {
    #[differentiable]
    fn f(x: &Matrix<f64, 3, 4>) -> f64 {
        let best = x.argmax_axis::<1>().unsqueeze::<1>().fixed::<1>();
        let worst = x.argmin_axis::<1>();
        let of_all = x.argmax();
        let first = x.reshape::<(Dim<12>,)>();
        x.gather::<1, 1>(&best).sum() * first[[of_all]] + worst[[0]] as f64
    }
    cotangent::check::gradient(f, f::value_and_grad, numbers(1)).unwrap();
}

#[test]
fn positions_as_parameters() {
    #[differentiable]
    fn f<const K: usize>(x: &Matrix<f64, 2, 3>, places: &Matrix<usize, 2, K>, values: &Matrix<f64, 2, K>) -> f64 {
        let y = x.scatter_add::<1, K>(places, values);
        (y * y).sum() + x.gather::<1, K>(places).sum()
    }
    let places = positions::<(Dim<2>, Dim<4>)>(3);
    Checker::new()
        .gradient(
            |(x, values)| f(x, &places, values),
            |(x, values)| {
                let (value, (x_bar, values_bar)) = f::value_and_grad(x, &places, values);
                (value, (x_bar, values_bar))
            },
            (numbers(1), numbers(2)),
        )
        .unwrap();
}

#[test]
fn the_tensor_of_an_array() {
    contract::<of_array, _>(&([0.5_f64, -1.0, 2.0],));
    contract::<of_array, _>(&([[0.5_f64, -1.0], [2.0, 0.25], [-0.75, 1.5]],));
    laws::<of_array, _>(&([[0.5_f32, -1.0], [2.0, 0.25]],));
}
