//! Functions that call themselves and each other.

use cotangent::prelude::*;

#[differentiable]
fn power(x: f64, n: usize) -> f64 {
    if n == 0 {
        return 1.0 + 0.0 * x;
    }
    let half = power(x, n / 2);
    if n % 2 == 0 { half * half } else { half * half * x }
}

#[test]
fn a_function_that_calls_itself() {
    for n in 0..9_i32 {
        let (value, dx) = both_modes!(power(1.5, n as usize));
        assert_eq!(value, 1.5_f64.powi(n));
        let expected = f64::from(n) * 1.5_f64.powi(n - 1);
        assert!((dx - expected).abs() <= 1e-14 * expected.abs(), "{n}: {dx} {expected}");
    }
}

#[differentiable]
fn even(x: f64, n: usize) -> f64 {
    if n == 0 { x } else { odd(x * x, n - 1) + x }
}

#[differentiable]
fn odd(x: f64, n: usize) -> f64 {
    if n == 0 { x.sin() } else { even(x.cos(), n - 1) * x }
}

#[test]
fn functions_that_call_each_other() {
    for n in 0..7 {
        cotangent::check::gradient(|x: &f64| even(*x, n), |x| both_modes!(even(*x, n)), 0.6)
            .unwrap_or_else(|mismatch| panic!("{n}: {mismatch}"));
    }
}

#[differentiable]
fn tree(x: &[f64]) -> f64 {
    match x.len() {
        0 => 0.0,
        1 => x[0] * x[0],
        n => {
            let (left, right) = (tree(&x[..n / 2]), tree(&x[n / 2..]));
            left * right + left.sin() - right
        }
    }
}

#[test]
fn a_tree_over_a_slice() {
    cotangent::check::gradient(
        |x: &[f64; 7]| tree(x),
        |x| {
            let (value, dx) = both_modes!(tree(x));
            (value, dx.try_into().expect("seven"))
        },
        [0.3, 0.8, -0.4, 1.1, 0.9, -1.2, 0.5],
    )
    .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}
