//! Const, type and lifetime parameters, where clauses.

use cotangent::prelude::*;

#[differentiable]
fn logistic<T: Real>(x: T, k: T) -> T {
    T::ONE / (T::ONE + (-(k * x)).exp())
}

#[test]
fn generic_numbers() {
    assert_eq!(logistic::value_and_grad(0.0_f64, 2.0), (0.5, (0.5, 0.0)));
    assert_eq!(logistic::value_and_grad(0.0_f32, 2.0), (0.5, (0.5, 0.0)));
}

#[differentiable]
fn dense<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, O>,
) -> Matrix<f32, B, O> {
    (x.matmul(w) + b).relu()
}

#[test]
fn generic_shapes() {
    let x = tensor([[1.0, 2.0]]);
    let w = tensor([[1.0, -1.0, 0.5], [2.0, 0.0, -1.0]]);
    let b = tensor([0.5, 0.5, 0.5]);
    let (y, (dx, dw, db)) = dense::vjp(&x, &w, &b, tensor([[1.0, 10.0, 100.0]]));
    assert_eq!(y, tensor([[5.5, 0.0, 0.0]]));
    assert_eq!(dx, tensor([[1.0, 2.0]]));
    assert_eq!(dw, tensor([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]));
    assert_eq!(db, tensor([1.0, 0.0, 0.0]));
    assert_eq!(dense::tape_words::<1, 2, 3>(), dense::tape_words_for(&x, &w, &b));
}

#[differentiable]
#[allow(clippy::needless_lifetimes)]
fn scaled<'a, T, S>(x: &'a Tensor<T, S>, by: T) -> Tensor<T, S>
where
    T: Real + Copy,
    S: Shape,
{
    (x * by).tanh()
}

#[test]
fn generic_over_whole_shapes() {
    let (y, (dx, dby)) = scaled::vjp(&tensor([[[0.0_f64, 0.0]]]), 3.0, tensor([[[1.0, 2.0]]]));
    assert_eq!((y, dx, dby), (tensor([[[0.0, 0.0]]]), tensor([[[3.0, 6.0]]]), 0.0));
}

#[differentiable]
fn two_layers<const B: usize>(x: &Matrix<f32, B, 2>, w: &Matrix<f32, 2, 3>, b: &Vector<f32, 3>) -> f32 {
    let h = dense(x, w, b);
    h.sum() * 2.0
}

#[test]
fn a_generic_function_on_its_own_tape() {
    let w = tensor([[1.0, -1.0, 0.5], [2.0, 0.0, -1.0]]);
    let (value, (_, _, db)) = two_layers::value_and_grad(&tensor([[1.0, 2.0]]), &w, &tensor([0.5; 3]));
    assert_eq!((value, db), (11.0, tensor([2.0, 0.0, 0.0])));
}
