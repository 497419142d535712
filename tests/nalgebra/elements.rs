//! Matrices element by element: iterators, closures, loops and assignments.

use cotangent::prelude::*;
use nalgebra::{Matrix2, Matrix2x3, Matrix3, SMatrix, SVector, Vector3};

use crate::harness::numbers;

#[differentiable]
fn by_iterators(a: &Matrix2x3<f64>, b: &Matrix2x3<f64>) -> f64 {
    let squares: f64 = a.iter().map(|x| x * x).sum();
    let products: f64 = a.iter().zip(b.iter()).map(|(x, y)| x * y.sin()).sum();
    let mut weighted = 0.0;
    for (i, x) in a.iter().enumerate() {
        weighted += *x * *x * i as f64;
    }
    for x in b.iter() {
        weighted += x.cos();
    }
    squares + products * weighted
}

#[test]
fn iterators_visit_column_by_column() {
    holds!(by_iterators(&a, &b), a = numbers::<2, 3>(1), b = numbers::<2, 3>(2));
}

#[differentiable]
fn by_closures(a: &Matrix3<f64>, b: &Matrix3<f64>, k: f64) -> Matrix3<f64> {
    let c = a.map(|x| (k * x).tanh());
    let d = c.zip_map(b, |x, y| x * y + k);
    d.zip_zip_map(&c, &(a + b), |x, y, z| x * y - z * z).map(f64::sin)
}

#[differentiable]
fn folded(a: &Matrix3<f64>, k: f64) -> f64 {
    let total = a.fold(k, |total, x| total * 0.5 + x * x);
    a.iter().fold(1.0, |total, x| total * (1.0 + 0.1 * x)) * total
}

#[differentiable]
fn of_closures(a: &Matrix3<f64>, b: &Matrix3<f64>, k: f64) -> f64 {
    by_closures(a, b, k).sum() + folded(a, k)
}

#[test]
fn closures_of_elements() {
    holds!(of_closures(&a, &b, k), a = numbers::<3, 3>(1), b = numbers::<3, 3>(2), k = 0.7);
}

#[differentiable]
fn vandermonde(x: &SVector<f64, 4>) -> SMatrix<f64, 4, 3> {
    SMatrix::<f64, 4, 3>::from_fn(|i, j| x[i].powi(j as i32))
}

#[differentiable]
fn rows_of(x: &SVector<f64, 4>, y: &Vector3<f64>) -> f64 {
    let outer = Matrix3::from_fn(|i, j| x[i] * y[j] + x[j + 1]);
    let inner = Vector3::from_fn(|i, _| {
        let s = y[i].sin();
        s * s
    });
    (vandermonde(x) * y).norm_squared() + (outer * inner).norm()
}

#[test]
fn matrices_by_a_function_of_the_place() {
    holds!(rows_of(&x, &y), x = numbers::<4, 1>(1), y = numbers::<3, 1>(2));
    assert_eq!(vandermonde::tape_bytes() % 8, 0);
    let (value, pull) = vandermonde::vjp(&numbers::<4, 1>(1), SMatrix::from_fn(|i, j| (i + j) as f64));
    assert_eq!(value.column(1), numbers::<4, 1>(1));
    for (i, x) in numbers::<4, 1>(1).iter().enumerate() {
        let expected = (i + 1) as f64 + (i + 2) as f64 * 2.0 * x;
        assert!((pull[i] - expected).abs() < 1e-12);
    }
}

#[differentiable]
fn by_loops(a: &Matrix2x3<f64>, x: &Vector3<f64>) -> Matrix2<f64> {
    let mut y = Matrix2::zeros();
    for i in 0..2 {
        for j in 0..3 {
            y[(i, 0)] += a[(i, j)] * x[j];
            y[(i, 1)] -= (a[(i, j)] * x[j]).sin();
        }
        y[(i, 1)] *= 2.0;
    }
    y.m11 += x.y;
    y[3] = y[0] * y[3];
    y
}

#[differentiable]
fn of_loops(a: &Matrix2x3<f64>, x: &Vector3<f64>) -> f64 {
    let mut y = by_loops(a, x);
    y += by_loops(a, x).transpose();
    y -= y.component_mul(&y);
    y.iter().sum::<f64>() + y.norm_squared()
}

#[test]
fn elements_are_assigned_in_loops() {
    holds!(of_loops(&a, &x), a = numbers::<2, 3>(1), x = numbers::<3, 1>(2));
}

#[differentiable]
fn by_iter_mut(x: &Vector3<f64>, k: f64) -> f64 {
    let mut y = *x;
    for y in y.iter_mut() {
        *y = *y * *y + k;
    }
    for (y, x) in y.iter_mut().zip(x.iter()) {
        *y *= x;
    }
    y.iter_mut().for_each(|y| *y += k.sin());
    y *= k;
    y.x * y.y + y.z
}

#[test]
fn elements_are_changed_through_iterators() {
    holds!(by_iter_mut(&x, k), x = numbers::<3, 1>(1), k = 0.3);
}
