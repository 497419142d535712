//! Matrices whose sizes are known at run time: types, operators, methods, decompositions.

use cotangent::prelude::*;
use cotangent::zero_of;
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

use crate::differences::{agree, agrees, differences};

fn matrix() -> DMatrix<f64> {
    DMatrix::from_row_slice(3, 3, &[2.0, 0.3, -0.5, 0.1, 1.5, 0.7, -0.2, 0.4, 3.0])
}

fn vector() -> DVector<f64> {
    DVector::from_vec(vec![1.0, -2.0, 0.5])
}

#[differentiable]
fn energy(k: &DMatrix<f64>, x: &DVector<f64>) -> f64 {
    0.5 * x.dot(&(k * x))
}
#[differentiable]
fn solve(a: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let x = a.clone().lu().solve(b).unwrap();
    x.norm_squared() + a.determinant()
}
/// Systems of one matrix and a right side whose sizes are known at different times.
#[differentiable]
fn mixed(a: &DMatrix<f64>, s: &Matrix3<f64>, b: &Vector3<f64>, c: &DVector<f64>) -> f64 {
    let x = a.clone().lu().solve(b).unwrap();
    let y = (s * s.transpose() + Matrix3::identity()).cholesky().unwrap().solve(c);
    let z = s.qr().solve(c).unwrap();
    let lower = a.solve_lower_triangular(b).unwrap();
    let upper = s.solve_upper_triangular(c).unwrap();
    x.dot(b) + y.dot(c) + z.norm() + lower.norm() + upper.sum()
}
#[differentiable]
fn logdet(a: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let s = a * a.transpose() + DMatrix::identity(3, 3) * 0.5;
    let c = s.cholesky().unwrap();
    let x = c.solve(b);
    b.dot(&x) + c.ln_determinant()
}
#[differentiable]
fn gp(theta: &DVector<f64>, #[constant] x: &DMatrix<f64>, #[constant] y: &DVector<f64>) -> f64 {
    let n = x.nrows();
    let mut k = DMatrix::zeros(n, n);
    for i in 0..n {
        for j in 0..=i {
            let d = (x.row(i) - x.row(j)).norm_squared();
            let v = theta[0].exp() * (-0.5 * d * (-2.0 * theta[1]).exp()).exp();
            k[(i, j)] = v;
            k[(j, i)] = v;
        }
        k[(i, i)] += theta[2].exp();
    }
    let chol = k.cholesky().unwrap();
    let alpha = chol.solve(y);
    0.5 * y.dot(&alpha) + 0.5 * chol.ln_determinant()
}
#[differentiable]
fn built(a: &DVector<f64>) -> f64 {
    let n = a.len();
    let m = DMatrix::from_fn(n, n, |i, j| (a[i] - 2.0 * a[j]).sin());
    let v = DVector::from_fn(n, |i, _| a[i] * a[i]);
    let w = DVector::from_vec(vec![a[0], a[1] * 3.0, 1.0]);
    let e = DMatrix::from_element(n, n, a[0]);
    let r = DMatrix::from_row_slice(1, 3, &[a[0], a[1], a[2]]);
    let d = DMatrix::from_diagonal(&v);
    (r * (m + e + d) * (v + w)).sum() + m_sum(a)
}
#[differentiable]
fn m_sum(a: &DVector<f64>) -> f64 {
    let b = a.map(|x| x.sin() * x);
    let c = a.zip_map(&b, |x, y| x * y.cos());
    let mut total = 0.0;
    for x in c.iter() {
        total += x * x;
    }
    total + c.iter().sum::<f64>()
}
#[differentiable]
fn parts(a: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let r = a.row(1) * b;
    let c = a.column(0).dot(b);
    let v = a.view((0, 1), (2, 2)).determinant();
    let rows = a.rows(1, 2) * b;
    let cols = a.columns(1, 2).transpose() * b;
    r[0] + c * v
        + rows.norm()
        + cols.norm_squared()
        + a.trace() * a.diagonal().sum()
        + a.fixed_view::<2, 2>(1, 0).norm()
        + a.norm()
        + b.component_mul(b).sum()
        + a.tr_mul(b).sum()
        + a.component_div(&(a + a.transpose()).add_scalar(9.0)).sum()
        + a.row_sum().norm()
        + a.column_sum().dot(b)
        + a.mean()
}
#[differentiable]
fn decomposed(a: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let s = a * a.transpose();
    let eig = s.clone().symmetric_eigen();
    let q = a.clone().qr();
    let svd = a.clone().svd(true, true);
    let x = a.clone().try_inverse().unwrap() * b;
    let l = s.clone().cholesky().unwrap().l();
    let t = l.solve_lower_triangular(b).unwrap();
    let z = svd.solve(b, 1e-12).unwrap();
    let w = q.solve(b).unwrap();
    eig.eigenvalues.map(|x| x.sqrt()).sum()
        + eig.eigenvectors.column(0).dot(b).powi(2)
        + q.r().diagonal().norm_squared()
        + svd.singular_values.sum()
        + x.norm()
        + t.norm()
        + z.norm_squared()
        + w.sum()
        + a.singular_values().norm()
        + s.symmetric_eigenvalues().sum()
        + q.q().trace()
}
#[derive(Clone, Differentiable)]
struct Net {
    w: Vec<DMatrix<f64>>,
    b: DVector<f64>,
}
#[differentiable]
fn net(w1: &DMatrix<f64>, b1: &DVector<f64>) -> f64 {
    let n = Net { w: vec![w1.clone(), w1 * 2.0], b: b1.clone() };
    let mut h = b1.clone();
    for w in n.w.iter() {
        h = (w * &h + &n.b).map(|x| x.tanh());
    }
    let mut acc = DVector::zeros(3);
    for i in 0..3 {
        acc += &h * (i as f64);
        acc[i] += h[i] * b1[0];
        acc[0] = h[1];
    }
    acc.norm_squared()
}

#[test]
fn operators_and_solutions_agree_with_differences() {
    let (a, b) = (matrix(), vector());
    agrees!(energy(a, b));
    agrees!(solve(a, b));
    agrees!(logdet(a, b));
}

#[test]
fn functions_that_make_matrices_agree_with_differences() {
    let b = vector();
    agrees!(built(b));
    agrees!(m_sum(b));
}

#[test]
fn parts_and_decompositions_agree_with_differences() {
    let (a, b) = (matrix(), vector());
    agrees!(parts(a, b));
    agrees!(decomposed(a, b));
}

#[test]
fn fields_lists_and_variables_agree_with_differences() {
    let (a, b) = (matrix(), vector());
    agrees!(net(a, b));
}

#[test]
fn a_gaussian_process_has_a_gradient() {
    let (a, b) = (matrix(), vector());
    let (_, gradient) = gp::value_and_grad(&b, &a, &b);
    agree("gp", gradient.as_slice(), &differences(|theta| gp(theta, &a, &b), &b));
}

#[test]
fn a_zero_tangent_has_the_shape_of_the_value() {
    assert_eq!(zero_of(&DMatrix::from_element(2, 5, 1.0)), DMatrix::zeros(2, 5));
}

#[test]
#[should_panic(expected = "at least as many rows as columns, and the matrix is 2 x 3")]
fn the_factors_of_a_wide_matrix_are_refused() {
    #[differentiable]
    fn corner(a: &DMatrix<f64>) -> f64 {
        a.clone().qr().r()[(0, 0)]
    }
    corner::grad(&DMatrix::from_element(2, 3, 1.0));
}

#[test]
fn systems_of_mixed_sizes() {
    let s = Matrix3::from_fn(|i, j| matrix()[(j, i)]);
    holds!(mixed(&a, &s, &b, &c), a = matrix(), s = s, b = Vector3::new(0.1, 0.2, 0.3), c = vector());
}
