//! Factorisations and what is solved with them, as functions.

use cotangent::nalgebra::decompositions::{matrix_exp, matrix_pow};
use cotangent::nalgebra::spectral::{singular_values, symmetric_eigenvalues};
use cotangent::prelude::*;
use nalgebra::{Matrix2, Matrix3, Matrix4, Matrix4x3, SMatrix, Vector3, Vector4};

use crate::harness::numbers;

/// A positive definite matrix, of which only the lower triangle counts.
fn definite() -> Matrix3<f64> {
    let a = numbers::<3, 3>(3);
    a * a.transpose() + Matrix3::identity()
}

contracts! {
    rules {
        matrix_exp: numbers::<3, 3>(1);
        matrix_exp: 3.0 * numbers::<4, 4>(2);
        matrix_pow: numbers::<3, 3>(1), 5_u32;
        symmetric_eigenvalues: definite();
        singular_values: numbers::<4, 3>(2);
    }
}

#[differentiable]
fn likelihood(k: &Matrix3<f64>, y: &Vector3<f64>) -> Option<f64> {
    let factor = k.cholesky()?;
    let alpha = factor.solve(y);
    Some(-0.5 * y.dot(&alpha) - 0.5 * factor.ln_determinant())
}

#[differentiable]
fn certain(k: &Matrix3<f64>, y: &Vector3<f64>) -> f64 {
    let factor = k.cholesky().unwrap();
    let alpha = factor.solve(y);
    alpha.norm() + factor.ln_determinant() * factor.determinant() + (factor.inverse() * y).x + (factor.l() * y).norm()
}

#[test]
fn cholesky() {
    holds!(certain(&k, &y), k = definite(), y = numbers::<3, 1>(2));
}

#[test]
fn what_is_not_positive_definite_has_no_derivative() {
    let y = numbers::<3, 1>(2);
    let (value, (by_k, by_y)) = likelihood::value_and_grad(&-Matrix3::identity(), &y);
    assert_eq!((value, by_k, by_y), (None, Matrix3::zeros(), Vector3::zeros()));
    let (value, (by_k, _)) = likelihood::value_and_grad(&definite(), &y);
    assert!(value.is_some() && by_k.norm() > 0.0);
    assert_eq!(by_k, by_k.lower_triangle());
}

/// The derivative by a symmetric matrix, with both triangles, is that of the textbooks.
#[test]
fn through_a_symmetric_product_both_triangles_count() {
    #[differentiable]
    fn of_product(a: &Matrix3<f64>) -> f64 {
        let k = a * a.transpose();
        k.cholesky().unwrap().ln_determinant()
    }
    let a = numbers::<3, 3>(3);
    let gradient = of_product::grad(&a);
    assert!((gradient - 2.0 * a.try_inverse().unwrap().transpose()).norm() < 1e-10);
    holds!(of_product(&a), a = numbers::<3, 3>(3));
}

#[differentiable]
fn solved(a: &Matrix3<f64>, b: &SMatrix<f64, 3, 2>) -> f64 {
    let lu = a.lu();
    let x = lu.solve(b).unwrap();
    x.norm_squared() + lu.determinant() + lu.try_inverse().unwrap().sum()
}

#[test]
fn lu() {
    holds!(solved(&a, &b), a = numbers::<3, 3>(3), b = numbers::<3, 2>(2));
    // With rows that change places.
    holds!(solved(&a, &b), a = Matrix3::new(0.0, 1.0, 2.0, 3.0, 0.1, 1.0, 1.0, 1.0, -0.5), b = numbers::<3, 2>(2));
}

#[test]
fn a_singular_system_has_no_solution_and_no_derivative() {
    #[differentiable]
    fn of(a: &Matrix2<f64>, b: &nalgebra::Vector2<f64>) -> Option<f64> {
        let x = a.lu().solve(b)?;
        Some(x.x)
    }
    let (value, (by_a, by_b)) =
        of::value_and_grad(&Matrix2::new(1.0, 2.0, 2.0, 4.0), &nalgebra::Vector2::new(1.0, 1.0));
    assert_eq!((value, by_a, by_b), (None, Matrix2::zeros(), nalgebra::Vector2::zeros()));
}

#[differentiable]
fn orthonormal(a: &Matrix4x3<f64>, x: &Vector3<f64>) -> f64 {
    let qr = a.qr();
    let (q, r) = a.qr().unpack();
    (qr.q() * x).x + (qr.r() * x).norm() + (q * (r * x)).y * q[(0, 1)] + r[(0, 2)] * qr.q()[(3, 1)]
}

#[test]
fn qr() {
    holds!(orthonormal(&a, &x), a = numbers::<4, 3>(2), x = numbers::<3, 1>(5));
}

#[differentiable]
fn spectrum(a: &Matrix3<f64>, x: &Vector3<f64>) -> f64 {
    let eigen = a.symmetric_eigen();
    let turned = eigen.eigenvectors.transpose() * x;
    eigen.eigenvalues.dot(&turned.component_mul(&turned))
        + eigen.eigenvalues.x * eigen.eigenvalues.y
        + eigen.eigenvectors[(0, 1)] * eigen.eigenvectors[(2, 1)]
}

#[test]
fn symmetric_eigen() {
    holds!(spectrum(&a, &x), a = definite(), x = numbers::<3, 1>(5));
}

/// Nothing goes through the choice of vectors here, though values are equal; in one component of `V Λ Vᵀ` something does.
#[test]
fn equal_eigenvalues() {
    #[differentiable]
    fn trace_of_square(a: &Matrix3<f64>) -> f64 {
        let eigen = a.symmetric_eigen();
        let v = eigen.eigenvectors;
        let again = v * Matrix3::from_diagonal(&eigen.eigenvalues) * v.transpose();
        (again * again).trace()
    }
    #[differentiable]
    fn component(a: &Matrix3<f64>) -> f64 {
        let eigen = a.symmetric_eigen();
        let v = eigen.eigenvectors;
        (v * Matrix3::from_diagonal(&eigen.eigenvalues) * v.transpose())[(1, 0)]
    }
    assert!(component::grad(&(2.0 * Matrix3::identity())).iter().any(|x| x.is_nan()));
    let gradient = trace_of_square::grad(&(2.0 * Matrix3::identity()));
    assert!((gradient - 4.0 * Matrix3::<f64>::identity()).norm() < 1e-12, "{gradient}");
}

#[differentiable]
fn singular(a: &Matrix4x3<f64>, x: &Vector3<f64>) -> f64 {
    let svd = a.svd(true, true);
    let values = a.svd(false, false).singular_values;
    let (u, v_t) = (svd.u.unwrap(), svd.v_t.unwrap());
    svd.singular_values.x * svd.singular_values.z + values.y + (u * x).y * u[(0, 2)] + (v_t * x).z * v_t[(0, 1)]
}

#[test]
fn svd() {
    holds!(singular(&a, &x), a = numbers::<4, 3>(2), x = numbers::<3, 1>(5));
}

#[differentiable]
fn triangular(l: &Matrix3<f64>, b: &Vector3<f64>) -> f64 {
    let x = l.solve_lower_triangular(b).unwrap();
    let y = l.solve_upper_triangular(&x).unwrap();
    x.norm_squared() + y.sum()
}

#[test]
fn triangular_systems() {
    holds!(triangular(&l, &b), l = numbers::<3, 3>(3), b = numbers::<3, 1>(5));
}

#[differentiable]
fn transition(a: &Matrix4<f64>, dt: f64) -> f64 {
    let step = (a * dt).exp();
    step.trace() * step[(0, 3)]
}

#[test]
fn the_exponential_of_a_matrix() {
    holds!(transition(&a, dt), a = numbers::<4, 4>(2), dt = 0.1);
}

#[differentiable]
fn least_squares(a: &Matrix4x3<f64>, b: &Vector4<f64>) -> f64 {
    let x = a.svd(true, true).solve(b, 1e-12).unwrap();
    let inverse = a.svd(true, true).pseudo_inverse(1e-12).ok().unwrap();
    (x + inverse * b).norm_squared() + x.x
}

#[differentiable]
fn by_qr(a: &Matrix3<f64>, b: &Vector3<f64>) -> f64 {
    let qr = a.qr();
    let x = qr.solve(b).unwrap();
    x.dot(b) + qr.try_inverse().unwrap().trace() * x.y
}

#[test]
fn systems_by_singular_values_and_by_qr() {
    holds!(least_squares(&a, &b), a = numbers::<4, 3>(2), b = numbers::<4, 1>(7));
    holds!(by_qr(&a, &b), a = numbers::<3, 3>(2), b = numbers::<3, 1>(3));
}

#[differentiable]
fn recomposed(a: &Matrix4x3<f64>) -> f64 {
    let again = a.svd(true, true).recompose().unwrap();
    again.norm_squared() * again[(2, 1)]
}

#[test]
fn a_matrix_of_its_singular_values() {
    let a = numbers::<4, 3>(2);
    let (_, gradient) = holds!(recomposed(&a), a = a);
    let mut expected = 2.0 * a[(2, 1)] * a;
    expected[(2, 1)] += a.norm_squared();
    assert!((gradient - expected).norm() < 1e-11);
}

#[differentiable]
fn by_pseudo_inverse(a: &Matrix4x3<f64>, b: &Vector4<f64>) -> f64 {
    let x = a.pseudo_inverse(1e-12).unwrap() * b;
    x.x * x.y + x.z
}

#[test]
fn the_pseudo_inverse() {
    holds!(by_pseudo_inverse(&a, &b), a = numbers::<4, 3>(2), b = numbers::<4, 1>(7));
}

/// A rotation has equal singular values. The pseudo-inverse is smooth there, and has its derivative; the vectors have none.
#[test]
fn equal_singular_values() {
    #[differentiable]
    fn solved(a: &Matrix3<f64>, b: &Vector3<f64>) -> f64 {
        let x = a.pseudo_inverse(1e-12).unwrap() * b;
        x.x * x.y + x.z
    }
    #[differentiable]
    fn solved_by_vectors(a: &Matrix3<f64>, b: &Vector3<f64>) -> f64 {
        let x = a.svd(true, true).solve(b, 1e-12).unwrap();
        x.x * x.y + x.z
    }
    #[differentiable]
    fn solved_by_inverse(a: &Matrix3<f64>, b: &Vector3<f64>) -> f64 {
        let x = a.try_inverse().unwrap() * b;
        x.x * x.y + x.z
    }
    let a = 2.0 * nalgebra::Rotation3::from_euler_angles(0.3, -0.5, 0.7).into_inner();
    let b = numbers::<3, 1>(3);
    let (found, expected) = (solved::grad(&a, &b), solved_by_inverse::grad(&a, &b));
    assert!((found.0 - expected.0).norm() < 1e-12, "{} instead of {}", found.0, expected.0);
    assert!((found.1 - expected.1).norm() < 1e-12, "{} instead of {}", found.1, expected.1);
    let (by_a, by_b) = solved_by_vectors::grad(&a, &b);
    assert!(by_a.iter().all(|x| x.is_nan()));
    assert!((by_b - expected.1).norm() < 1e-12);
}

/// Two small eigenvalues are equal; the largest is smooth, also twice.
#[test]
fn the_largest_eigenvalue_beside_equal_ones() {
    #[differentiable]
    fn largest(x: &Vector3<f64>) -> f64 {
        (x * x.transpose()).symmetric_eigenvalues().max()
    }
    #[differentiable]
    fn largest_singular(x: &Vector3<f64>) -> f64 {
        (x * x.transpose()).singular_values().max()
    }
    let x = numbers::<3, 1>(2);
    for product in [largest::at(&x).hvp(numbers::<3, 1>(3)), largest_singular::at(&x).hvp(numbers::<3, 1>(3))] {
        // The eigenvalue is |x|².
        assert!((product - 2.0 * numbers::<3, 1>(3)).norm() < 1e-10, "{product}");
    }
}

/// `|A| = a d - b c` has second derivatives where it is 0.
#[test]
fn the_hessian_of_a_determinant_that_is_zero() {
    #[differentiable]
    fn determinant(a: &Matrix2<f64>) -> f64 {
        a.determinant()
    }
    let product = determinant::at(&Matrix2::new(1.0, 2.0, 2.0, 4.0)).hvp(Matrix2::new(1.0, 10.0, 100.0, 1000.0));
    assert_eq!(product, Matrix2::new(1000.0, -100.0, -10.0, 1.0));
}
