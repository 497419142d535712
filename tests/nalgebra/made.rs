//! Matrices that are made by nalgebra's macros, of iterators, by closures that are told the place, and by `into`.

use cotangent::prelude::*;
use nalgebra::{
    DMatrix, DVector, Isometry3, Matrix2, Matrix2x3, Matrix3, Point3, SMatrix, UnitQuaternion, Vector2, Vector3,
    Vector6, dmatrix, dvector, matrix, point, vector,
};

use crate::differences::agrees;

#[differentiable]
fn by_macros(t: f64, u: f64) -> f64 {
    let (s, c) = t.sin_cos();
    let rotated = matrix![c, -s; s, c] * vector![u, 2.0];
    let one = matrix![t];
    let wide = matrix![t, 1.0, 2.0; u, t * u, 0.5];
    let moved = point![t, u] + vector![1.0, t];
    let d = dmatrix![t, 1.0; u, t * u; 0.0, 2.0] * dvector![u, t];
    rotated.x * rotated.y + (wide * vector![1.0, u, t]).norm() + one[(0, 0)] + moved.coords.norm() + d.norm()
}

#[differentiable]
fn in_single_precision(t: f32) -> f32 {
    let (a, b, zero) = (vector![t, 1.0, 2.0], vector![0.0, 1.0, 0.5], matrix![0.0, 0.0; 0.0, 1.0]);
    a.dot(&b) + (zero * point![t, t]).y * t
}

/// A macro of the user's own, which is used under this name too.
mod own {
    use super::Vector2;
    use cotangent::prelude::*;

    macro_rules! vector {
        ($a:expr, $b:expr) => {
            Vector2::new($a, $b)
        };
    }

    #[differentiable]
    pub fn norm(x: f64) -> f64 {
        vector![x, 2.0].norm_squared()
    }
}

#[differentiable]
fn of_iterators(x: &[f64; 6], t: f64) -> f64 {
    let v = DVector::from_iterator(x.len(), x.iter().map(|a| a * a));
    let first = Vector3::from_iterator(x.iter().copied());
    let wide = Matrix2x3::from_row_iterator(x.iter().map(|a| a * t));
    let positive = SMatrix::<f64, 2, 2>::from_iterator(x.iter().filter(|a| **a > 0.0).copied());
    let numbered = DMatrix::from_iterator(2, 2, (0..4).map(|i| x[i] * i as f64));
    v.norm() + first.sum() * first.x + (positive * wide).norm() + numbered.determinant()
}

#[differentiable]
fn by_places(a: &Matrix3<f64>, k: f64) -> f64 {
    let m = a.map_with_location(|i, j, x| if i == j { x + k } else { x * k * (i + j) as f64 });
    m.determinant() + m.fold(0.0, |sum, x| sum + x * x)
}

#[differentiable]
fn by_into(xi: &Vector6<f64>, p: &Point3<f64>) -> f64 {
    let rotation: Vector3<f64> = xi.fixed_rows::<3>(3).into();
    let pose = Isometry3::new(xi.fixed_rows::<3>(0).into(), rotation);
    let moved: [f64; 3] = (pose * p).into();
    let back: Point3<f64> = moved.into();
    let q = UnitQuaternion::from_scaled_axis(rotation);
    (q * back).coords.norm() * moved[0]
}

/// The position of the largest element, and what comes of it.
#[differentiable]
fn largest(a: &Matrix2<f64>) -> f64 {
    let eigen = (a * a.transpose()).symmetric_eigen();
    let v = eigen.eigenvectors.column(eigen.eigenvalues.imax());
    v.x * v.x + eigen.eigenvalues.max()
}

/// What decides is made of numbers whose type only the arguments say.
#[differentiable]
fn decided_by_a_vector(x: f64, y: f64) -> f64 {
    let near = 0.1;
    if (nalgebra::Vector3::new(x, y, 0.5) - nalgebra::Vector3::repeat(x)).norm() > near
        && nalgebra::Vector2::from([x, y]).dot(&nalgebra::Vector2::new(y, 1.0)) > 0.0
    {
        x * y
    } else {
        y
    }
}

#[test]
fn a_condition_may_make_vectors() {
    assert_eq!(decided_by_a_vector::value_and_grad(0.5, 2.0), (1.0, (2.0, 0.5)));
    assert_eq!(decided_by_a_vector::value_and_grad(0.5, 0.5), (0.5, (0.0, 1.0)));
    assert_eq!(decided_by_a_vector::value_and_grad(-3.0, 0.5), (0.5, (0.0, 1.0)));
}

#[test]
fn what_is_made_agrees_with_differences() {
    holds!(by_macros(t, u), t = 0.3, u = 0.8);
    assert_eq!(in_single_precision::grad(0.5), 0.0 + 2.0 * 0.5);
    assert_eq!(own::norm::grad(1.5), 3.0);
    holds!(of_iterators(&x, t), x = [0.5, -0.2, 0.7, 0.4, 0.1, 0.9], t = 0.6);
    holds!(by_places(&a, k), a = Matrix3::new(1.0, 0.2, 0.1, 0.2, 1.2, 0.4, 0.1, 0.4, 0.8), k = 0.7);
    holds!(by_into(&xi, &p), xi = Vector6::new(0.1, 0.2, 0.3, 0.4, 0.5, 0.6), p = Point3::new(0.5, -0.2, 0.7));
    let a = Matrix2::new(1.0, 0.2, 0.4, 0.7);
    agrees!(largest(a));
}

#[test]
#[should_panic(expected = "a matrix of 4 elements cannot be made of 3 items")]
fn an_iterator_has_an_item_for_each_element() {
    #[differentiable]
    fn few(x: &[f64; 3]) -> f64 {
        Matrix2::from_iterator(x.iter().map(|v| v * 2.0)).sum()
    }
    few::grad(&[1.0, 2.0, 3.0]);
}
