//! The forms whose result the compiler computes: shape by shape what the annotated forms give, the whole contract of those that are
//! rules of their own, and a network in which nothing is annotated.

use cotangent::literal::{concat_lit, conv1d_lit, conv2d_lit};
use cotangent::prelude::*;

use super::harness::{numbers, rule2};

rule2! {
    along_the_first: concat_lit<0, (Dim<5>, Dim<3>)>, (Dim<2>, Dim<3>), (Dim<5>, Dim<3>);
    along_the_last: concat_lit<-1, (Dim<2>, Dim<1>)>, (Dim<2>, Dim<3>), (Dim<2>, Dim<1>);
    lines: conv1d_lit<Steps<1, 1>>, (Dim<2>, Dim<3>, Dim<7>), (Dim<4>, Dim<3>, Dim<3>);
    images: conv2d_lit<Steps>, (Dim<2>, Dim<2>, Dim<5>, Dim<4>), (Dim<3>, Dim<2>, Dim<3>, Dim<2>);
    steps_by_axis: conv2d_lit<(Steps<2, 1>, Steps<1, 2, 2>)>, (Dim<1>, Dim<2>, Dim<5>, Dim<4>), (Dim<3>, Dim<2>, Dim<2>, Dim<3>);
    groups: conv2d_lit<Steps<1, 0, 1, Groups<2>>>, (Dim<1>, Dim<4>, Dim<3>, Dim<3>), (Dim<2>, Dim<2>, Dim<2>, Dim<2>);
}

/// The type that is annotated is the one that is computed, or this does not compile; the numbers are the same.
macro_rules! same {
    ($($result:ty: $x:ty, $computed:ident $(::<$($of_computed:tt),+>)?, $annotated:ident $(::<$($of_annotated:tt),+>)? $(, $w:ty)?;)*) => {$({
        let x = numbers::<f64, $x>(1);
        let computed = x.$computed$(::<$($of_computed),+>)?($(&numbers::<f64, $w>(2))?);
        let annotated: Tensor<f64, $result> = x.$annotated$(::<$($of_annotated),+>)?($(&numbers::<f64, $w>(2))?);
        assert_eq!(computed, annotated);
    })*};
}

type Dilated = Steps<2, 0, 2>;
type Padded = Window<3, 2, 1>;

#[test]
fn what_is_computed_is_what_is_annotated() {
    same! {
        (Dim<2>, Dim<5>): (Dim<2>, Dim<3>), concat_lit::<1, _>, concat_to::<1, _, _>, (Dim<2>, Dim<2>);
        (Dim<1024>,): (Dim<1000>,), concat_lit::<0, _>, concat_to::<0, _, _>, (Dim<24>,);
        (Dim<3>,): (Dim<3>,), concat_lit::<0, _>, concat_to::<0, _, _>, (Dim<0>,);
        (Dim<4>,): (Dim<3>,), concat_lit::<0, _>, concat_to::<0, _, _>, (One,);
        (Dim<24>,): (Dim<2>, Dim<3>, Dim<4>), flatten_lit::<0>, reshape;
        (Dim<2>, Dim<12>): (Dim<2>, Dim<3>, Dim<4>), flatten_lit::<1>, reshape;
        (Dim<2>, Dim<3>, Dim<4>): (Dim<2>, Dim<3>, Dim<4>), flatten_lit::<{ -1 }>, reshape;
        (Dim<6>,): (Dim<1>, Dim<1>, Dim<2>, Dim<1>, Dim<3>, One), flatten_lit::<{ -6 }>, reshape;
        (Dim<4>, Dim<6>): (Dim<2>, Dim<3>, Dim<4>), reshape_lit, reshape;
        (Dim<2>, Dim<0>): (Dim<0>, Dim<3>), reshape_lit, reshape;
        (Dim<1>, Dim<2>, Dim<6>): (Dim<1>, Dim<1>, Dim<8>), conv1d_lit::<1, 0>, conv1d::<1, 0>, (Dim<2>, Dim<1>, Dim<3>);
        (Dim<1>, Dim<2>, Dim<3>): (Dim<1>, Dim<1>, Dim<8>), conv1d_lit_with::<Dilated>, conv1d_with::<Dilated>, (Dim<2>, Dim<1>, Dim<2>);
        (Dim<1>, Dim<1>, Dim<1>): (Dim<1>, Dim<1>, Dim<3>), conv1d_lit::<5, 0>, conv1d::<5, 0>, (Dim<1>, Dim<1>, Dim<3>);
        (Dim<2>, Dim<3>, Dim<3>, Dim<5>): (Dim<2>, Dim<1>, Dim<5>, Dim<6>), conv2d_lit::<2, 3>, conv2d::<2, 3>, (Dim<3>, Dim<1>, Dim<6>, Dim<4>);
        (Dim<1>, Dim<2>, Dim<2>, Dim<4>): (Dim<1>, Dim<2>, Dim<5>, Dim<9>), max_pool2d_lit::<2, 2>, max_pool2d::<2, 2>;
        (Dim<1>, Dim<2>, Dim<3>): (Dim<1>, Dim<2>, Dim<7>), max_pool1d_lit::<3, 2>, max_pool1d::<3, 2>;
        (Dim<1>, Dim<2>, Dim<3>): (Dim<1>, Dim<2>, Dim<7>), avg_pool1d_lit::<3, 2>, avg_pool1d::<3, 2>;
        (Dim<1>, Dim<2>, Dim<4>): (Dim<1>, Dim<2>, Dim<7>), avg_pool1d_lit_with::<Padded>, avg_pool1d_with::<Padded>;
        (Dim<1>, Dim<2>, Dim<4>): (Dim<1>, Dim<2>, Dim<7>), max_pool1d_lit_with::<Padded>, max_pool1d_with::<Padded>;
        (Dim<1>, Dim<1>, Dim<1>, Dim<3>): (Dim<1>, Dim<1>, Dim<2>, Dim<5>), avg_pool2d_lit_with::<(Window<2, 1>, Window<3, 2, 1>)>, avg_pool2d_with::<(Window<2, 1>, Window<3, 2, 1>)>;
        (Dim<1>, Dim<1>, Dim<1>, Dim<3>): (Dim<1>, Dim<1>, Dim<2>, Dim<5>), max_pool2d_lit_with::<(Window<2, 1>, Window<3, 2, 1>)>, max_pool2d_with::<(Window<2, 1>, Window<3, 2, 1>)>;
    }
    let (head, tail) = numbers::<f64, (Dim<2>, Dim<7>)>(1).split_lit::<1, 3>();
    let annotated: (Matrix<f64, 2, 3>, Matrix<f64, 2, 4>) = numbers::<f64, (Dim<2>, Dim<7>)>(1).split_to::<1, _, _>();
    assert_eq!((head, tail), annotated);
}

type Images<const B: usize> = Tensor4<f64, B, 1, 8, 8>;

#[derive(Differentiable)]
struct Model {
    kernels: Tensor4<f64, 2, 1, 3, 3>,
    line: Tensor3<f64, 3, 2, 2>,
    weights: Vector<f64, 14>,
}

fn model() -> Model {
    Model { kernels: numbers(3), line: numbers(4), weights: numbers(5) }
}

/// Everything at once; what the lengths are is written out below.
#[differentiable]
fn computed<const B: usize>(m: &Model, x: &Images<B>) -> Vector<f64, B> {
    let y = x.conv2d_lit::<1, 0>(&m.kernels).tanh().max_pool2d_lit::<2, 2>();
    let wide = y.flatten_lit::<2>().concat_lit::<-1, _>(&y.avg_pool2d_lit::<2, 1>().flatten_lit::<2>());
    let (lines, rest) = wide.conv1d_lit::<2, 1>(&m.line).split_lit::<1, 2>();
    let all = lines.max_pool1d_lit::<2, 1>().flatten_lit::<1>();
    let all = all.concat_lit::<1, _>(&rest.avg_pool1d_lit::<5, 2>().flatten_lit::<1>());
    all.matmul(&m.weights)
}

#[differentiable]
fn annotated<const B: usize>(m: &Model, x: &Images<B>) -> Vector<f64, B> {
    let y: Tensor4<f64, B, 2, 6, 6> = x.conv2d::<1, 0>(&m.kernels);
    let y: Tensor4<f64, B, 2, 3, 3> = y.tanh().max_pool2d::<2, 2>();
    let mean: Tensor4<f64, B, 2, 2, 2> = y.avg_pool2d::<2, 1>();
    let (y, mean): (Tensor3<f64, B, 2, 9>, Tensor3<f64, B, 2, 4>) = (y.reshape(), mean.reshape());
    let wide: Tensor3<f64, B, 2, 13> = y.concat_to::<-1, _, _>(&mean);
    let lines: Tensor3<f64, B, 3, 7> = wide.conv1d::<2, 1>(&m.line);
    let (lines, rest): (Tensor3<f64, B, 2, 7>, Tensor3<f64, B, 1, 7>) = lines.split_to::<1, _, _>();
    let lines: Tensor3<f64, B, 2, 6> = lines.max_pool1d::<2, 1>();
    let rest: Tensor3<f64, B, 1, 2> = rest.avg_pool1d::<5, 2>();
    let (lines, rest): (Matrix<f64, B, 12>, Matrix<f64, B, 2>) = (lines.reshape(), rest.reshape());
    let all: Matrix<f64, B, 14> = lines.concat_to::<1, _, _>(&rest);
    all.matmul(&m.weights)
}

/// Value, VJP, JVP and Hessian-vector product; the batch is a parameter of the function.
#[test]
fn a_network_without_annotations_is_the_one_with_them() {
    #[differentiable]
    fn energy(m: &Model, x: &Images<2>) -> f64 {
        computed(m, x).square().sum()
    }
    #[differentiable]
    fn annotated_energy(m: &Model, x: &Images<2>) -> f64 {
        annotated(m, x).square().sum()
    }
    let (m, x) = (model(), numbers(1));
    let seed = numbers::<f64, (Dim<2>,)>(6);
    let (y, bars) = computed::vjp(&m, &x, seed);
    let (expected, expected_bars) = annotated::vjp(&m, &x, seed);
    assert_eq!(y, expected);
    equal(&bars, &expected_bars);
    let direction = || (bars.0.clone(), bars.1);
    equal(&energy::at(&m, &x).hvp(direction()), &annotated_energy::at(&m, &x).hvp(direction()));
    let ((y, y_dot), (expected, expected_dot)) =
        (computed::jvp(&m, &x, direction()), annotated::jvp(&m, &x, direction()));
    assert_eq!((y, y_dot), (expected, expected_dot));
}

/// Up to the order in which cotangents of the same value are added.
fn equal((m, x): &(ModelTangent, Images<2>), (expected_m, expected_x): &(ModelTangent, Images<2>)) {
    fn equal<S: Shape>(found: &Tensor<f64, S>, expected: &Tensor<f64, S>) {
        let (error, size) = ((found - expected).abs().max(), expected.abs().max());
        assert!(error <= 1e-14 * size, "{error} of {size}");
    }
    equal(&m.kernels, &expected_m.kernels);
    equal(&m.line, &expected_m.line);
    equal(&m.weights, &expected_m.weights);
    equal(x, expected_x);
}
