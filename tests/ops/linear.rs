//! Linear layers, `x w + b`: all ranks of the input, sizes that no tile divides, and what the product and the sum give one by one.

use cotangent::ops::matmul::linear;
use cotangent::prelude::*;
use cotangent::rule::Rule3;

use super::harness::numbers;

/// Rows `name: shape of x, inputs, outputs;` become tests in both number types.
macro_rules! layers {
    ($($name:ident: $x:ty, $k:literal, $m:literal;)*) => {$(
        #[test]
        fn $name() {
            use super::harness::{contract, single_is_double};
            type X = $x;
            type W = (Dim<$k>, Dim<$m>);
            type B = (Dim<$m>,);
            contract::<linear, _>(&(numbers::<f64, X>(1), numbers::<f64, W>(2), numbers::<f64, B>(3)));
            let (x, w, b) = (numbers::<f32, X>(1), numbers::<f32, W>(2), numbers::<f32, B>(3));
            single_is_double::<linear, _, _>(&(x, w, b), &(x.map(f64::from), w.map(f64::from), b.map(f64::from)));
        }
    )*};
}

layers! {
    matrices: (Dim<3>, Dim<5>), 5, 7;
    one_by_one: (Dim<1>, Dim<1>), 1, 1;
    tiles: (Dim<16>, Dim<8>), 8, 32;
    prime: (Dim<13>, Dim<17>), 17, 19;
    row: (Dim<1>, Dim<23>), 23, 11;
    one_output: (Dim<11>, Dim<23>), 23, 1;
    one_input: (Dim<5>, Dim<1>), 1, 7;
    vector: (Dim<5>,), 5, 7;
    stack: (Dim<3>, Dim<2>, Dim<5>), 5, 4;
    rank_4: (Dim<2>, Dim<3>, Dim<2>, Dim<5>), 5, 3;
    rank_6: (Dim<2>, One, Dim<2>, Dim<1>, Dim<3>, Dim<2>), 2, 3;
}

type Bars = (Matrix<f64, 2, 2>, Matrix<f64, 2, 3>, Vector<f64, 3>);

#[test]
fn by_hand() {
    let (x, w) = (tensor([[1.0, 2.0], [3.0, 4.0]]), tensor([[5.0, 6.0, 7.0], [8.0, 9.0, 10.0]]));
    let (y, ()) = linear::forward(&x, &w, &tensor([0.5, -0.5, 100.0]));
    assert_eq!(y, tensor([[21.5, 23.5, 127.0], [47.5, 53.5, 161.0]]));
    let (mut x_bar, mut w_bar, mut b_bar): Bars = (Tensor::full(1.0), Tensor::full(1.0), Tensor::full(1.0));
    linear::vjp(
        &(),
        Read::live(&x),
        Read::live(&w),
        Read::absent(),
        Read::absent(),
        &tensor([[1.0, 0.0, 10.0], [0.0, 2.0, 20.0]]),
        Out::new(&mut x_bar),
        Out::new(&mut w_bar),
        Out::new(&mut b_bar),
    );
    assert_eq!(x_bar, tensor([[76.0, 109.0], [153.0, 219.0]]));
    assert_eq!(w_bar, tensor([[2.0, 7.0, 71.0], [3.0, 9.0, 101.0]]));
    assert_eq!(b_bar, tensor([2.0, 3.0, 31.0]));
}

#[test]
fn without_inputs_it_is_the_bias() {
    let (x, w, b) = (Matrix::<f64, 2, 0>::zeros(), Matrix::<f64, 0, 3>::zeros(), tensor([1.0, 2.0, 3.0]));
    assert_eq!(x.linear(&w, &b), tensor([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]));
}

/// Small integers are exact, so the order of additions does not matter.
fn whole<S: Shape>(seed: usize) -> Tensor<f32, S> {
    numbers::<f32, S>(seed).map(|x| (x * 4.0).round())
}

#[differentiable]
fn layer(x: &Matrix<f32, 9, 70>, w: &Matrix<f32, 70, 21>, b: &Vector<f32, 21>) -> f32 {
    x.linear(w, b).square().sum()
}

#[differentiable]
fn product_and_sum(x: &Matrix<f32, 9, 70>, w: &Matrix<f32, 70, 21>, b: &Vector<f32, 21>) -> f32 {
    (x.matmul(w) + b).square().sum()
}

#[test]
fn it_is_the_product_and_the_sum() {
    let (x, w, b) = (whole(1), whole(2), whole(3));
    assert_eq!(layer::value_and_grad(&x, &w, &b), product_and_sum::value_and_grad(&x, &w, &b));
    let along = (whole(4), whole(5), whole(6));
    assert_eq!(layer::jvp(&x, &w, &b, along), product_and_sum::jvp(&x, &w, &b, along));
}

/// The bias alone may be a parameter, or what is the same in every step.
#[test]
fn operands_that_are_constant() {
    #[differentiable]
    fn of_bias(#[constant] x: &Matrix<f64, 3, 2>, #[constant] w: &Matrix<f64, 2, 2>, b: &Vector<f64, 2>) -> f64 {
        (x.linear(w, b) * tensor([1.0, 10.0])).sum()
    }
    #[differentiable]
    fn of_input(x: &Vector<f64, 2>) -> f64 {
        x.linear(&tensor([[1.0, 2.0], [3.0, 4.0]]), &tensor([5.0, 6.0])).sum()
    }
    assert_eq!(of_bias::grad(&numbers(1), &numbers(2), &numbers(3)), tensor([3.0, 30.0]));
    assert_eq!(of_input::value_and_grad(&tensor([1.0, 1.0])), (21.0, tensor([3.0, 7.0])));
}
