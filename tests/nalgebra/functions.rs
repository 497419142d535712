//! Functions as they are written with matrices and vectors.

use cotangent::prelude::*;
use nalgebra::{Matrix2, Matrix2x3, Matrix3, Point3, SMatrix, SVector, Vector2, Vector3};

use crate::harness::numbers;

#[differentiable]
fn energy(k: &Matrix3<f64>, x: &Vector3<f64>) -> f64 {
    0.5 * x.dot(&(k * x))
}

#[test]
fn a_quadratic_form() {
    let (k, x) = (numbers::<3, 3>(1), numbers::<3, 1>(2));
    let (_, (by_k, by_x)) = holds!(energy(&k, &x), k = numbers::<3, 3>(1), x = numbers::<3, 1>(2));
    assert!((by_k - 0.5 * x * x.transpose()).norm() < 1e-15);
    assert!((by_x - 0.5 * (k + k.transpose()) * x).norm() < 1e-14);
}

#[differentiable]
fn by_every_operator(a: Matrix3<f64>, b: &Matrix3<f64>, x: Vector3<f64>, s: f64) -> f64 {
    let c = a * b + &a * *b - a * s - s * a / 2.0;
    let d = -(&c * &a) + c;
    (d * x + &c * &x - x * s).norm_squared()
}

#[test]
fn operators_in_all_forms() {
    holds!(
        by_every_operator(a, &b, x, s),
        a = numbers::<3, 3>(1),
        b = numbers::<3, 3>(2),
        x = numbers::<3, 1>(3),
        s = 0.7
    );
}

#[differentiable]
fn by_components(m: &Matrix2x3<f64>, v: Vector3<f64>, p: &Point3<f64>) -> f64 {
    let mut sum = m[(0, 1)] * v.x + m[(1, 2)] * v[1] * p.z - m[3] * p[0] * p.coords.y;
    for i in 0..2 {
        for j in 0..3 {
            sum += m[(i, j)] * m[(i, j)] * v[j];
        }
    }
    sum * m.m11
}

#[test]
fn components_by_index_and_by_name() {
    holds!(
        by_components(&m, v, &p),
        m = numbers::<2, 3>(1),
        v = numbers::<3, 1>(2),
        p = Point3::from(numbers::<3, 1>(3))
    );
}

#[differentiable]
fn made(x: f64, y: f64) -> f64 {
    let v = Vector3::new(x, y, 2.0);
    let m = Matrix3::new(x, 0.0, y, x * y, 1.0, 0.0, y, y, x);
    let w = nalgebra::Vector2::<f64>::new(x, y * y);
    let n = Matrix2::from_row_slice(&[x, y, 1.0, x * x]);
    let c = Matrix2::from_columns(&[w, 2.0 * w]);
    (m * v).dot(&v) + w.norm() * (n * w).sum() + c.trace()
}

#[test]
fn constructors() {
    holds!(made(x, y), x = 0.7, y = -0.3);
}

#[differentiable]
fn changed(x: &Vector3<f64>, s: f64) -> f64 {
    let mut v = Vector3::zeros();
    let mut m = Matrix3::identity();
    for i in 0..3 {
        v[i] = x[i] * s;
        m[(i, 2)] = x[i] * x[0];
    }
    v.y = v.x * s;
    m += m * s;
    v += x;
    v *= s;
    (m * v).sum()
}

#[test]
fn values_that_change() {
    holds!(changed(&x, s), x = numbers::<3, 1>(2), s = 0.7);
}

#[differentiable]
fn parts(m: &SMatrix<f64, 4, 4>) -> f64 {
    let r = m.fixed_view::<3, 3>(0, 0);
    let t = m.fixed_view::<3, 1>(0, 3);
    let c = m.column(1);
    (r * t).dot(&t) + c.norm() + m.row(2).sum() * m.fixed_rows::<2>(1).sum() + r.into_owned().determinant()
}

#[test]
fn views() {
    holds!(parts(&m), m = numbers::<4, 4>(2));
}

#[differentiable]
fn whitened(m: &Matrix2<f64>, x: &Vector2<f64>) -> Option<f64> {
    let inverse = m.try_inverse()?;
    Some((inverse * x).norm() + m.determinant())
}

#[test]
fn an_inverse_and_none() {
    let x = Vector2::new(1.0, 2.0);
    let (y, (by_m, by_x)) = whitened::value_and_grad(&Matrix2::new(2.0, 0.0, 0.0, 4.0), &x);
    assert_eq!(y, Some(0.5_f64.hypot(0.5) + 8.0));
    assert!(by_m.norm() > 0.0 && by_x.norm() > 0.0);
    let (y, (by_m, by_x)) = whitened::value_and_grad(&Matrix2::zeros(), &x);
    assert_eq!((y, by_m, by_x), (None, Matrix2::zeros(), Vector2::zeros()));
}

#[differentiable]
fn generic<const N: usize, const M: usize>(a: &SMatrix<f64, N, M>, x: &SVector<f64, M>) -> SVector<f64, N> {
    let y = a * x;
    y.component_mul(&y)
}

#[differentiable]
fn calls(a: &SMatrix<f64, 2, 3>, x: &Vector3<f64>) -> f64 {
    generic(a, x).sum()
}

#[test]
fn generic_sizes_and_calls() {
    holds!(calls(&a, &x), a = numbers::<2, 3>(1), x = numbers::<3, 1>(2));
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Body {
    position: Point3<f64>,
    velocity: Vector3<f64>,
    inertia: Matrix3<f64>,
    mass: f64,
}

#[differentiable]
fn kinetic(body: &Body) -> f64 {
    0.5 * body.mass * body.velocity.norm_squared() + body.position.coords.dot(&(body.inertia * body.velocity))
}

#[test]
fn fields_of_structs() {
    let body =
        Body { position: Point3::from(numbers::<3, 1>(1)), velocity: numbers(2), inertia: numbers(3), mass: 2.0 };
    holds!(kinetic(&body), body = body.clone());
    assert_eq!(Body::LEAVES, 4);
    assert_eq!(body.leaf_shape(0), [3]);
    assert_eq!(body.leaf_shape(2), [3, 3]);
}

#[differentiable]
fn chain(links: &[Vector3<f64>; 3], angles: [f64; 3]) -> f64 {
    let mut at = Vector3::new(0.0, 0.0, 0.0);
    for (link, angle) in links.iter().zip(angles) {
        at += link * angle.cos() + at.cross(link) * angle.sin();
    }
    at.norm()
}

#[test]
fn arrays_of_vectors() {
    holds!(
        chain(&links, angles),
        links = [numbers::<3, 1>(1), numbers::<3, 1>(2), numbers::<3, 1>(3)],
        angles = [0.3, -0.7, 1.1]
    );
}
