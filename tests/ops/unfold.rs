//! The windows of images and lines as columns: the contract, and that folding is the adjoint.

use cotangent::ops::unfold::{fold1d, fold2d, unfold1d, unfold2d};
use cotangent::prelude::*;

use super::harness::{numbers, rule1, vjp1};

type Columns = (Dim<2>, Dim<12>, Dim<6>);
type Images = (Dim<2>, Dim<3>, Dim<5>, Dim<6>);

rule1! {
    windows: unfold2d<Window<2, 2>, Columns>, Images;
    windows_that_overlap: unfold2d<Window<3, 1>, (Dim<1>, Dim<18>, Dim<15>)>, (Dim<1>, Dim<2>, Dim<5>, Dim<7>);
    windows_over_edges: unfold2d<Window<3, 2, 1>, (Dim<2>, Dim<9>, Dim<12>)>, (Dim<2>, Dim<1>, Dim<5>, Dim<7>);
    windows_that_are_no_squares: unfold2d<(Window<1, 2>, Window<3, 1, 2>), (Dim<1>, Dim<3>, Dim<21>)>, (Dim<1>, Dim<1>, Dim<5>, Dim<5>);
    windows_in_the_padding: unfold2d<Window<1, 1, 1>, (Dim<1>, Dim<1>, Dim<9>)>, (Dim<1>, Dim<1>, One, One);
    windows_rounded_up: unfold2d<Ceil<Window<2, 2>>, (Dim<1>, Dim<4>, Dim<6>)>, (Dim<1>, Dim<1>, Dim<3>, Dim<5>);
    windows_of_no_images: unfold2d<Window<2, 2>, (Dim<0>, Dim<12>, Dim<6>)>, (Dim<0>, Dim<3>, Dim<5>, Dim<6>);
    windows_of_lines: unfold1d<Window<3, 2, 1>, (Dim<2>, Dim<9>, Dim<4>)>, (Dim<2>, Dim<3>, Dim<7>);
    windows_with_gaps: unfold1d<Window<1, 3>, (Dim<2>, Dim<3>, Dim<3>)>, (Dim<2>, Dim<3>, Dim<7>);
    columns: fold2d<Window<2, 2>, Images>, Columns;
    columns_over_edges: fold2d<Window<3, 2, 1>, (Dim<2>, Dim<1>, Dim<5>, Dim<7>)>, (Dim<2>, Dim<9>, Dim<12>);
    columns_of_lines: fold1d<Window<3, 1>, (Dim<2>, Dim<3>, Dim<7>)>, (Dim<2>, Dim<9>, Dim<5>);
}

/// A convolution is a product of its weights and the columns.
#[test]
fn a_convolution_is_a_product() {
    let (x, w) = (numbers::<f64, Images>(1), numbers::<f64, (Dim<4>, Dim<3>, Dim<3>, Dim<3>)>(2));
    let columns: Tensor3<f64, 2, 27, 9> = x.unfold2d_with::<Window<3, 2, 1>>();
    let product = w.reshape::<(Dim<4>, Dim<27>)>();
    let expected: Tensor4<f64, 2, 4, 3, 3> = x.conv2d::<2, 1>(&w);
    for i in 0..2 {
        let found = product.matmul(&Matrix::from_fn(|[j, k]| columns[[i, j, k]]));
        let expected = Matrix::<f64, 4, 9>::from_fn(|[o, k]| expected[[i, o, k / 3, k % 3]]);
        assert!((found - expected).abs().max() < 1e-13);
    }
}

#[test]
fn folding_gives_each_number_as_often_as_a_window_has_it() {
    let x = numbers::<f64, (Dim<1>, Dim<1>, Dim<6>)>(1);
    let columns: Tensor3<f64, 1, 3, 2> = x.unfold1d::<3, 2>();
    let back: Tensor3<f64, 1, 1, 6> = columns.fold1d::<3, 2>();
    assert_eq!(back, x * tensor([[[1.0, 1.0, 2.0, 1.0, 1.0, 0.0]]]));
    assert_eq!(vjp1::<unfold1d<Window<3, 2>, (Dim<1>, Dim<3>, Dim<2>)>, _>(&x, &columns), back);
    assert_eq!(vjp1::<fold1d<Window<3, 2>, (Dim<1>, Dim<1>, Dim<6>)>, _>(&columns, &x), columns);
}

#[test]
fn in_functions() {
    #[differentiable]
    fn f(x: &Tensor4<f64, 1, 2, 4, 4>) -> f64 {
        let a: Tensor3<f64, 1, 8, 4> = x.unfold2d::<2, 2>();
        let b: Tensor4<f64, 1, 2, 4, 4> = (a * a).fold2d::<2, 2>();
        let c: Tensor3<f64, 1, 18, 16> = b.unfold2d_with::<Window<3, 1, 1>>();
        let d: Tensor4<f64, 1, 2, 4, 4> = c.sin().fold2d_with::<Window<3, 1, 1>>();
        let lines: Tensor3<f64, 1, 2, 16> = d.reshape();
        let e: Tensor3<f64, 1, 4, 8> = lines.unfold1d::<2, 2>();
        let g: Tensor3<f64, 1, 2, 16> = e.powi(2).fold1d::<2, 2>();
        let h: Tensor3<f64, 1, 6, 16> = g.unfold1d_with::<Window<3, 1, 1>>();
        let k: Tensor3<f64, 1, 2, 16> = h.fold1d_with::<Window<3, 1, 1>>();
        k.mean()
    }
    cotangent::check::gradient(f, f::value_and_grad, numbers(1)).unwrap();
}
