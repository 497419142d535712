//! Functions of matrices of any static size.

use cotangent::prelude::*;
use nalgebra::{SMatrix, SVector};

use crate::harness::numbers;

#[differentiable]
fn of_any_size<const R: usize, const C: usize>(a: &SMatrix<f64, R, C>, x: &SVector<f64, C>) -> f64 {
    let y = a * x;
    let mut sum = 0.0;
    for i in 0..R {
        sum += y[i] * a.row(i).norm();
    }
    sum + (a.transpose() * y).norm_squared()
}

#[test]
fn sizes_are_parameters() {
    holds!(of_any_size(&a, &x), a = numbers::<2, 3>(1), x = numbers::<3, 1>(2));
}
