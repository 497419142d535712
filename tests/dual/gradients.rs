//! Generated gradients, run in dual numbers: Hessians, and third derivatives.

use cotangent::dual::Dual;
use cotangent::prelude::*;

/// Loops, overwritten values, a branch.
#[differentiable]
fn orbit<T: Real>(x: T, rate: T, n: usize) -> T {
    let mut x = x;
    let mut sum = T::ZERO;
    for i in 0..n {
        x = rate * x * (T::ONE - x);
        if i % 2 == 0 {
            sum += x * x;
        } else {
            sum += x.sin();
        }
    }
    sum * x
}

#[test]
fn through_loops() {
    let gradient = |x: f64, rate: f64| orbit::grad(x, rate, 7);
    let (x, rate) = (0.3, 2.7);
    let (by_x, by_rate) = orbit::grad(Dual::new(x, 1.0), Dual::new(rate, -0.5), 7);
    assert_eq!((by_x.value(), by_rate.value()), gradient(x, rate));
    let h = 1e-5;
    let (left, right) = (gradient(x - h, rate + 0.5 * h), gradient(x + h, rate - 0.5 * h));
    let expected = ((right.0 - left.0) / (2.0 * h), (right.1 - left.1) / (2.0 * h));
    assert!((by_x.tangent() - expected.0).abs() < 1e-7 * expected.0.abs().max(1.0), "{by_x} {expected:?}");
    assert!((by_rate.tangent() - expected.1).abs() < 1e-7 * expected.1.abs().max(1.0), "{by_rate} {expected:?}");
}

/// A network: the products and functions of tensors.
#[differentiable]
fn network<T: Real>(x: &Matrix<T, 3, 4>, w: &Matrix<T, 4, 2>, b: &Vector<T, 2>) -> T {
    (x.matmul(w) + b).tanh().layer_norm(T::lit(1e-3)).softmax::<1>().square().sum()
}

#[test]
fn through_tensors() {
    fn some<S: Shape>(seed: f64) -> Tensor<f64, S> {
        let mut x = Tensor::zeros();
        for (i, x) in x.as_mut_slice().iter_mut().enumerate() {
            *x = (seed + 1.7 * i as f64).sin();
        }
        x
    }
    let lift = |x: &Matrix<f64, 4, 2>, v: &Matrix<f64, 4, 2>| x.zip_map(v, Dual::new);
    let (x, w, b, v) = (some(1.0), some(2.0), some::<(Dim<2>,)>(3.0), some(4.0));
    let (_, by_w, _) = network::grad(&x.map(Dual::constant), &lift(&w, &v), &b.map(Dual::constant));
    let (_, expected, _) = network::grad(&x, &w, &b);
    assert!((by_w.map(Dual::value) - expected).abs().max() < 1e-15);
    let h = 1e-5;
    let ((_, left, _), (_, right, _)) = (network::grad(&x, &(w - v * h), &b), network::grad(&x, &(w + v * h), &b));
    let expected = (right - left) / (2.0 * h);
    assert!((by_w.map(Dual::tangent) - expected).abs().max() < 1e-8, "{by_w} {expected}");
}

#[test]
fn of_third_order() {
    #[differentiable]
    fn f<T: Real>(x: T) -> T {
        x.exp() * x.sin()
    }
    // f''' = 2 eˣ (cos x - sin x), f'' = 2 eˣ cos x.
    let x = 0.4_f64;
    let slope = f::grad(Dual::new(Dual::new(x, 1.0), Dual::constant(1.0)));
    let second = 2.0 * x.exp() * x.cos();
    assert!((slope.value().tangent() - second).abs() < 1e-14 && (slope.tangent().value() - second).abs() < 1e-14);
    assert!((slope.tangent().tangent() - 2.0 * x.exp() * (x.cos() - x.sin())).abs() < 1e-14);
}

#[test]
fn of_third_order_where_a_value_is_zero() {
    #[differentiable]
    fn cubed<T: Real>(x: T) -> T {
        let y = x.tanh();
        y * y * y
    }
    let slope = cubed::grad(Dual::new(Dual::new(0.0, 1.0), Dual::constant(1.0)));
    assert_eq!(slope.tangent().tangent(), 6.0);
}
