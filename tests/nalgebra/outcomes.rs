//! Factorisations and solutions that may not be there: `match`, `if let`, `let else`, `?` and the methods of `Option`, of matrices that own
//! memory.

use cotangent::prelude::*;
use nalgebra::{Cholesky, DMatrix, DVector};

#[differentiable]
fn matched(s: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let c = match Cholesky::new(s.clone()) {
        Some(cholesky) => cholesky,
        None => return 0.0,
    };
    let x = match s.clone().lu().solve(b) {
        Some(x) => x,
        None => b.clone(),
    };
    match s.clone().lu().solve(&x) {
        Some(y) => c.solve(b).norm() + y.norm(),
        None => b.norm(),
    }
}

#[differentiable]
fn let_else(s: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let Some(c) = s.clone().cholesky() else { return f64::INFINITY };
    c.solve(b).norm()
}

#[differentiable]
fn if_let(s: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let y = if let Some(c) = s.clone().cholesky() { c.solve(b).norm() } else { 0.0 };
    let w = if let Some(v) = s.clone().try_inverse() { v * b } else { b * 1.0 };
    y * w.norm()
}

#[differentiable]
fn tried(s: &DMatrix<f64>, b: &DVector<f64>) -> Option<f64> {
    let c = s.clone().cholesky()?;
    Some(c.solve(b).norm())
}

#[differentiable]
fn explained(s: &DMatrix<f64>, b: &DVector<f64>) -> Result<f64, String> {
    let c = s.clone().cholesky().ok_or("not positive definite")?;
    let x = s.clone().lu().solve(b).ok_or_else(|| format!("singular"))?;
    Ok(c.solve(b).norm() * x.norm())
}

#[differentiable]
fn replaced(s: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let x = s.clone().lu().solve(b).unwrap_or_else(|| b.clone());
    let y = s.clone().lu().solve(b).unwrap_or(b * 2.0);
    let z = s.clone().cholesky().map(|c| c.solve(b)).unwrap_or_else(|| DVector::zeros(3));
    x.norm() + y.norm() * z.norm()
}

#[differentiable]
fn of_an_option(s: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    tried(s, b).unwrap_or(0.0) * explained(s, b).unwrap_or(1.0)
}

fn unsolved() -> f64 {
    0.5
}

/// Functions by their names, for what is not there.
#[differentiable]
fn named(s: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let inverse = s.clone().try_inverse();
    inverse.map(|inverse| (inverse * b).norm()).unwrap_or_else(unsolved) + tried(s, b).unwrap_or_else(unsolved)
}

#[test]
fn what_is_there_has_derivatives() {
    let s = DMatrix::from_row_slice(3, 3, &[2.0, 0.3, -0.5, 0.3, 1.5, 0.7, -0.5, 0.7, 3.0]);
    let b = DVector::from_vec(vec![1.0, -2.0, 0.5]);
    macro_rules! all {
        ($($f:ident)*) => {$(
            holds!($f(&s, &b), s = s.clone(), b = b.clone());
        )*};
    }
    all!(matched let_else if_let replaced of_an_option named);
}

#[test]
fn what_is_not_there_has_none() {
    let (s, b) = (-DMatrix::<f64>::identity(3, 3), DVector::from_vec(vec![1.0, -2.0, 0.5]));
    let (value, (by_s, by_b)) = let_else::value_and_grad(&s, &b);
    assert_eq!((value, by_s.norm(), by_b.norm()), (f64::INFINITY, 0.0, 0.0));
    let (value, (by_s, _)) = of_an_option::value_and_grad(&s, &b);
    assert_eq!((value, by_s.norm()), (0.0, 0.0));
    assert_eq!(named::value_and_grad(&DMatrix::zeros(3, 3), &b), (1.0, (DMatrix::zeros(3, 3), DVector::zeros(3))));
    let (value, (by_s, by_b)) = replaced::value_and_grad(&DMatrix::zeros(3, 3), &b);
    assert_eq!((value, by_s.norm()), (b.norm(), 0.0));
    assert!((by_b - &b / b.norm()).norm() < 1e-12);
}
