//! Parts of matrices by ranges, and matrices without a row or a column.

use cotangent::nalgebra::shapes::{remove_column, remove_row};
use cotangent::prelude::*;
use nalgebra::{DMatrix, DVector, Matrix3, Matrix4};

use crate::harness::numbers;

fn dynamic(rows: usize, columns: usize) -> DMatrix<f64> {
    DMatrix::from_fn(rows, columns, |i, j| f64::from(u8::try_from(i * 3 + j * j).unwrap()).sin())
}

contracts! {
    without_a_line {
        remove_row: numbers::<4, 3>(1), 2_usize;
        remove_row: dynamic(4, 3), 0_usize;
        remove_column: numbers::<4, 3>(1), 2_usize;
        remove_column: dynamic(4, 3), 0_usize;
    }
}

/// Differences of neighbours, a camera matrix in parts, and a walk over blocks of two rows.
#[differentiable]
fn parts(x: &DVector<f64>, p: &Matrix4<f64>, n: usize) -> f64 {
    let d = x.rows_range(1..) - x.rows_range(..3);
    let center = p.view_range(..3, 1..n).transpose() * p.view_range(..3, 3);
    let mut total = d.norm_squared() + x.rows_range(1..=2).sum() + center.norm();
    for k in 0..2 {
        let block = 2 * k..2 * k + 2;
        total += x.rows_range(block.clone()).norm() * total + p.columns_range(block).norm() + p.rows_range(..)[(1, 1)];
    }
    total
}

/// Laplace's expansion along the first row.
#[differentiable]
fn expansion(a: &Matrix3<f64>) -> f64 {
    let mut total = 0.0;
    for j in 0..3 {
        let sign = if j % 2 == 0 { 1.0 } else { -1.0 };
        total += sign * a[(0, j)] * a.remove_row(0).remove_column(j).determinant();
    }
    total
}

#[test]
fn of_functions() {
    let x = DVector::from_vec(vec![0.1, 0.5, 0.3, 0.9]);
    holds!(parts(&x, &p, 4), x = x, p = numbers::<4, 4>(2));
    let (value, gradient) = holds!(expansion(&a), a = numbers::<3, 3>(3));
    let a = numbers::<3, 3>(3);
    assert!((value - a.determinant()).abs() < 1e-12);
    assert!((gradient - a.try_inverse().unwrap().transpose() * value).norm() < 1e-12);
}
