//! Every operation inside `#[differentiable]`, in every way to write it, against differences.

use cotangent::check;
use cotangent::prelude::*;

use super::harness::{numbers, positive};

type M23 = Matrix<f64, 2, 3>;
type T234 = Tensor3<f64, 2, 3, 4>;

/// A function of one tensor, named and checked.
macro_rules! functions {
    ($($(#[$meta:meta])* $name:ident($x:ident: $s:ty) -> $y:ty $body:block)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn f($x: &$s) -> $y $body

            check::vjp(f, |x, seed| f::vjp(x, seed), numbers(1)).unwrap();
        }
    )*};
}

functions! {
    transposed(x: M23) -> Matrix<f64, 3, 2> {
        x.transpose().transpose().transpose()
    }
    exchanged(x: T234) -> Tensor3<f64, 4, 3, 2> {
        x.swap_axes::<0, 2>()
    }
    permuted(x: T234) -> Tensor3<f64, 4, 2, 3> {
        x.permute::<Perm3<2, 0, 1>>()
    }
    reshaped_by_name(x: M23) -> Vector<f64, 6> {
        x.reshape::<(Dim<3>, Dim<2>)>().reshape::<(Dim<6>,)>()
    }
    reshaped_by_annotation(x: M23) -> Matrix<f64, 3, 2> {
        let flat: Vector<f64, 6> = x.reshape();
        let y: Matrix<f64, 3, 2> = flat.reshape();
        y
    }
    narrowed(x: M23) -> Matrix<f64, 2, 2> {
        x.narrow::<1, 0, 2>()
    }
    narrowed_by_annotation(x: M23) -> Matrix<f64, 1, 3> {
        let row: Matrix<f64, 1, 3> = x.narrow::<-2, 1, _>();
        row
    }
    concatenated(x: M23) -> Matrix<f64, 2, 5> {
        let (head, tail) = (x.narrow::<1, 0, 2>(), x * 2.0);
        let y: Matrix<f64, 2, 5> = tail.concat_to::<1, _, _>(&head);
        y
    }
    concatenated_with_a_constant(x: M23) -> Matrix<f64, 3, 3> {
        let y: Matrix<f64, 3, 3> = x.concat_to::<0, _, _>(&tensor([[1.0, 2.0, 3.0]]));
        y
    }
    remainders(x: M23) -> M23 {
        let y = x % tensor([0.7, -1.1, 3.0]) + 2.5 % x;
        y % 0.9 * x
    }
    remainders_in_place(x: M23) -> M23 {
        let mut y = x * 3.0;
        y %= 0.9;
        y * x
    }
    divided_down(x: M23) -> M23 {
        x * x.floor_div(0.3) + x.square().sum().floor_div(0.7)
    }
    crossed(x: M23) -> M23 {
        let (y, turned) = (x * x, x.flip::<0>());
        x.cross(&turned).cross(&y)
    }
    crossed_with_itself(x: M23) -> M23 {
        x.cross(x)
    }
    stretched(x: Matrix<f64, 1, 3>) -> M23 {
        x.stretch::<0>() * tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    }
    made_fixed(x: M23) -> Matrix<f64, 2, 1> {
        x.sum_keep::<1>().fixed::<1>()
    }
    repeated(x: Vector<f64, 3>) -> M23 {
        x.broadcast_to::<(Dim<2>, Dim<3>)>()
    }
    summed_down(x: M23) -> Vector<f64, 3> {
        x.sum_to::<(Dim<3>,)>()
    }
    summed(x: M23) -> f64 {
        x.sum_axis::<0>().sum() * x.sum_keep::<-1>().sum() + x.sum_to::<()>().item()
    }
    averaged(x: M23) -> f64 {
        x.mean_axis::<0>().mean() * x.mean_keep::<-1>().mean()
    }
    centred(x: M23) -> M23 {
        x - x.mean_keep::<1>()
    }
    largest(x: M23) -> f64 {
        x.max() * x.max_axis::<0>().sum() + (x - x.max_keep::<1>()).sum()
    }
    smallest(x: M23) -> f64 {
        x.min() * x.min_axis::<0>().sum() + (x - x.min_keep::<1>()).sum()
    }
    softmaxed(x: M23) -> M23 {
        x.softmax::<1>() * x.softmax::<0>()
    }
    exponentials(x: M23) -> M23 {
        x.exp().ln() + x.sigmoid().sqrt() + x.tanh() * x.sin() - x.cos()
    }
    kinked(x: M23) -> M23 {
        x.relu() + x.abs()
    }
    powers(x: M23) -> M23 {
        x.powi(3) + x.abs().powf(1.5)
    }
    operators(x: M23) -> M23 {
        -x * x + 2.0 * x / (x * x + 1.0) - x / 3.0 - 1.0
    }
    of_an_operator(x: M23) -> f64 {
        (x * x).reshape::<(Dim<6>,)>().narrow::<0, 1, 4>().max()
    }
}

/// A function of two arguments, named and checked.
macro_rules! functions_of_two {
    ($($name:ident($a:ident: $s:ty, $b:ident: $r:ty) -> $y:ty $body:block)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn f($a: &$s, $b: &$r) -> $y $body

            check::vjp(|(a, b)| f(a, b), |(a, b), seed| f::vjp(a, b, seed), (numbers(1), numbers(2))).unwrap();
        }
    )*};
}

functions_of_two! {
    products(a: M23, b: Matrix<f64, 3, 5>) -> Matrix<f64, 2, 5> {
        a.matmul(b)
    }
    products_of_values(a: M23, b: M23) -> Matrix<f64, 2, 2> {
        (a * 2.0).matmul(&b.transpose())
    }
    matrix_and_vector(a: M23, b: Vector<f64, 3>) -> Vector<f64, 2> {
        a.matmul(b)
    }
    inner_product(a: Vector<f64, 5>, b: Vector<f64, 5>) -> f64 {
        a.matmul(b).item()
    }
    stacks(a: Tensor3<f64, 4, 2, 3>, b: Matrix<f64, 3, 2>) -> Tensor3<f64, 4, 2, 2> {
        a.matmul(b)
    }
    squared_error(a: M23, b: M23) -> f64 {
        a.mse(b)
    }
    joined(a: M23, b: M23) -> Matrix<f64, 4, 3> {
        let y: Matrix<f64, 4, 3> = a.concat_to::<0, _, _>(b);
        y
    }
    dense(a: M23, b: Matrix<f64, 3, 2>) -> Matrix<f64, 2, 2> {
        (a.matmul(b) + tensor([0.5, -0.5])).sigmoid()
    }
}

#[test]
fn a_classifier() {
    #[differentiable]
    fn loss<const B: usize>(
        x: &Matrix<f64, B, 3>,
        w: &Matrix<f64, 3, 2>,
        b: &Vector<f64, 2>,
        labels: &[usize; B],
    ) -> f64 {
        (x.matmul(w) + b).softmax_cross_entropy(labels)
    }
    let labels = [0, 1, 1, 0];
    let at = (numbers::<f64, (Dim<4>, Dim<3>)>(1), numbers::<f64, (Dim<3>, Dim<2>)>(2), numbers::<f64, (Dim<2>,)>(3));
    check::gradient(|(x, w, b)| loss(x, w, b, &labels), |(x, w, b)| loss::value_and_grad(x, w, b, &labels), at)
        .unwrap();
}

#[test]
fn a_constant_target_has_no_gradient() {
    #[differentiable]
    fn loss(x: &M23, #[constant] target: &M23) -> f64 {
        x.mse(target)
    }
    let target = numbers(2);
    check::gradient(|x| loss(x, &target), |x| loss::value_and_grad(x, &target), numbers(1)).unwrap();
}

#[test]
fn an_exponent() {
    #[differentiable]
    fn power(x: &M23, p: f64) -> M23 {
        x.powf(p)
    }
    check::vjp(|(x, p)| power(x, *p), |(x, p), seed| power::vjp(x, *p, seed), (positive(1), 1.7)).unwrap();
}

#[test]
fn numbers_have_a_maximum_and_a_minimum() {
    #[differentiable]
    fn clamp(x: f64, low: f64, high: f64) -> f64 {
        x.max(low).min(high) * x
    }
    assert_eq!(clamp::value_and_grad(0.5, 0.0, 1.0), (0.25, (1.0, 0.0, 0.0)));
    assert_eq!(clamp::value_and_grad(2.0, 0.0, 1.0), (clamp(2.0, 0.0, 1.0), (1.0, 0.0, 2.0)));
    assert_eq!(clamp::value_and_grad(1.0, 0.0, 1.0), (1.0, (1.5, 0.0, 0.5)));

    #[differentiable]
    fn hinge(x: f32) -> f32 {
        x.max(0.0)
    }
    assert_eq!(hinge::value_and_grad(3.0), (hinge(3.0), 1.0));
    assert_eq!(hinge::grad(0.0), 0.5);
    assert_eq!(hinge::grad(f32::NAN), 0.0);
}

#[test]
fn generic_over_the_number() {
    #[differentiable]
    fn smooth_relu<T: Real>(x: T) -> T {
        x.max(T::ZERO) + ((-x.abs()).exp() + T::ONE).ln()
    }
    assert_eq!(smooth_relu::value_and_grad(0.0), (smooth_relu(0.0), 0.5));
}
