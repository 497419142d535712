//! Factorisations by the functions of their types.

use cotangent::prelude::*;
use nalgebra::{Cholesky, DMatrix, DVector, LU, Matrix3, QR, SVD, SymmetricEigen, Vector3};

#[differentiable]
fn fixed(a: &Matrix3<f64>, b: &Vector3<f64>) -> f64 {
    let s = a * a.transpose() + Matrix3::identity();
    let cholesky = Cholesky::new(s).unwrap();
    let lu = LU::new(*a);
    let eigen = SymmetricEigen::new(s);
    let svd = SVD::new(*a, true, true);
    let (q, r) = QR::new(*a).unpack();
    cholesky.solve(b).norm()
        + cholesky.ln_determinant()
        + lu.solve(b).unwrap().sum()
        + eigen.eigenvalues.norm()
        + eigen.eigenvectors.column(1).dot(b).powi(2)
        + svd.solve(b, 1e-12).unwrap().norm_squared()
        + (q * r.map(|x| x * x)).norm()
}

#[differentiable]
fn any_size(a: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let s = a * a.transpose() + DMatrix::identity(a.nrows(), a.nrows());
    let cholesky = match Cholesky::new(s.clone()) {
        Some(cholesky) => cholesky,
        None => return 0.0,
    };
    let lu = LU::new(a.clone());
    let eigen = SymmetricEigen::new(s);
    let svd = SVD::new(a.clone(), false, false);
    let qr = QR::new(a.clone());
    cholesky.solve(b).norm()
        + lu.solve(b).unwrap().sum()
        + eigen.eigenvalues.norm()
        + svd.singular_values.norm()
        + qr.r().norm()
        + qr.solve(b).unwrap().norm()
}

#[test]
fn factorisations_agree_with_differences() {
    let (a, b) = (Matrix3::new(2.0, 0.3, -0.5, 0.1, 1.5, 0.7, -0.2, 0.4, 3.0), Vector3::new(1.0, -2.0, 0.5));
    holds!(fixed(&a, &b), a = a, b = b);
    let (a, b) = (DMatrix::from_row_slice(3, 3, a.transpose().as_slice()), DVector::from_row_slice(b.as_slice()));
    holds!(any_size(&a, &b), a = a.clone(), b = b.clone());
}
