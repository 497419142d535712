//! Methods that change a matrix in place, of the whole and of parts.

use cotangent::prelude::*;
use nalgebra::{DMatrix, DVector, Matrix3, Matrix3x4, Matrix4, Vector3, Vector4};

use crate::differences::agrees;

#[differentiable]
fn whole(a: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let s = 0.7 * b[0];
    let mut y = b.clone();
    y.axpy(s, &(a * b), 2.0);
    let mut acc = DVector::zeros(3);
    acc.gemv(s, a, &y, 0.5);
    acc.gemv(1.0, a, b, 1.0);
    let mut m = DMatrix::zeros(3, 3);
    m.gemm(1.5, a, &a.transpose(), 0.0);
    m.ger(s, &acc, b, 1.0);
    m *= 2.0;
    m /= s;
    m += a;
    m -= &(a * 0.1);
    m.scale_mut(s);
    m.component_mul_assign(a);
    acc.normalize_mut();
    acc.add_scalar_mut(s);
    acc.neg_mut();
    m.norm() + acc.dot(&y)
}
#[differentiable]
fn partwise(a: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let s = 0.7 * b[0];
    let mut m = DMatrix::zeros(3, 4);
    m.set_column(0, b);
    m.set_row(1, &(a.row(0) * s).insert_column(3, 1.0));
    m.column_mut(2).copy_from(&(a * b));
    m.fixed_view_mut::<2, 2>(0, 1).copy_from(&a.fixed_view::<2, 2>(1, 1));
    m.view_mut((1, 0), (2, 2)).copy_from(&a.view((0, 1), (2, 2)));
    m.rows_mut(2, 1).fill(s);
    m.row_mut(0).fill(2.0);
    m[(2, 2)] += s * s;
    m[(0, 1)] = b[1] * s;
    m.swap_rows(0, 2);
    m.swap_columns(1, 3);
    let mut v = DVector::zeros(4);
    v[1] += s;
    v.fill(0.25);
    for i in 0..3 {
        v[i] += b[i] * v[3];
    }
    for x in v.iter_mut() {
        *x *= s;
    }
    let mut w = v.clone();
    w.copy_from(&(&v * 3.0));
    (m * v).norm_squared() + w.sum()
}
#[differentiable]
fn fixed(a: &Matrix3<f64>, b: &Vector3<f64>) -> f64 {
    let s = 0.7 * b[0];
    let mut m = Matrix4::identity();
    m.fixed_view_mut::<3, 3>(0, 0).copy_from(a);
    m.fixed_view_mut::<3, 1>(0, 3).copy_from(b);
    let mut h = Matrix3x4::zeros();
    h.fixed_columns_mut::<3>(0).copy_from(a);
    h.set_column(3, b);
    let mut y = *b;
    y.axpy(s, &(a * b), 1.0);
    let mut p = Matrix3::zeros();
    p.gemm(1.0, a, a, 0.0);
    p.ger(1.0, b, &y, s);
    y.normalize_mut();
    (m * Vector4::new(1.0, s, 2.0, 1.0)).norm_squared() + (h * m).sum() + (p * y).sum()
}
#[differentiable]
fn loops(a: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let mut x = DVector::zeros(3);
    let mut g = DMatrix::zeros(3, 3);
    for k in 0..4 {
        let r = b - a * &x;
        x.axpy(0.1, &r, 1.0);
        g.ger(0.5, &r, &x, 1.0);
        if k > 1 {
            g.set_row(0, &r.transpose());
        }
    }
    for r in a.row_iter() {
        x[0] += r.norm_squared();
    }
    for c in a.column_iter() {
        x += c.into_owned() * 0.1;
    }
    x.norm() + g.trace() + g.norm()
}

/// Triangles, diagonals and lines of a matrix become others.
#[differentiable]
fn filled(m: &Matrix3<f64>, v: &Vector3<f64>) -> f64 {
    let mut a = *m * v.x;
    a.fill_diagonal(v.y);
    let mut b = a;
    b.set_diagonal(v);
    b.fill_lower_triangle(v.z * v.x, 1);
    let mut c = b * a;
    c.fill_upper_triangle_with_lower_triangle();
    let mut d = m * b;
    d.fill_upper_triangle(v.x, 1);
    d.fill_row(0, v.z);
    d.transpose_mut();
    d.fill_column(1, v.y);
    let mut e = *m;
    e.fill_lower_triangle_with_upper_triangle();
    let mut block = Matrix4::zeros();
    block.fixed_view_mut::<3, 3>(0, 0).fill_diagonal(v.x);
    block.view_mut((0, 0), (2, 2)).set_diagonal(&v.xy());
    (a * b).norm() + (c * d * e).sum() + block.norm() * block[(0, 0)]
}

fn matrix() -> DMatrix<f64> {
    DMatrix::from_row_slice(3, 3, &[2.0, 0.3, -0.5, 0.1, 1.5, 0.7, -0.2, 0.4, 3.0])
}

fn vector() -> DVector<f64> {
    DVector::from_vec(vec![1.0, -2.0, 0.5])
}

#[test]
fn the_whole_of_a_matrix_changes() {
    let (a, b) = (matrix(), vector());
    agrees!(whole(a, b));
}

#[test]
fn parts_of_a_matrix_change() {
    let (a, b) = (matrix(), vector());
    agrees!(partwise(a, b));
    agrees!(loops(a, b));
    let (a, b) = (Matrix3::from_iterator(matrix().iter().copied()), Vector3::new(1.0, -2.0, 0.5));
    agrees!(fixed(a, b));
    agrees!(filled(a, b));
}

#[test]
#[should_panic(expected = "a part of 1 x 3 elements cannot become a matrix of 1 x 2")]
fn a_row_of_another_length_is_refused() {
    #[differentiable]
    fn corner(a: &DMatrix<f64>) -> f64 {
        let mut m = a.clone();
        m.set_row(0, &a.fixed_view::<1, 2>(0, 0));
        m[(0, 0)]
    }
    corner::grad(&matrix());
}
