//! Similarities, as functions of their parts.

use cotangent::prelude::*;
use nalgebra::{
    Isometry3, Point2, Point3, Similarity2, Similarity3, SimilarityMatrix3, Translation3, UnitQuaternion, Vector2,
    Vector3,
};

use crate::harness::numbers;

#[differentiable]
fn of_vectors(t: &Vector3<f64>, r: &Vector3<f64>, s: f64, p: &Point3<f64>) -> f64 {
    let a = Similarity3::new(*t, *r, s);
    let b = SimilarityMatrix3::new(*r, *t, s * s);
    let q = a * p;
    let v = a * (b * t);
    let back = a.inverse_transform_point(&q) - p;
    (q.coords.dot(&v) + back.norm_squared() + a.scaling() * b.transform_vector(r).x) * a.isometry.translation.vector.y
}

#[differentiable]
fn of_parts(t: &Translation3<f64>, r: &Vector3<f64>, s: f64, p: &Point3<f64>) -> f64 {
    let a = Similarity3::from_parts(*t, UnitQuaternion::from_scaled_axis(*r), s);
    let b = Similarity3::from_isometry(Isometry3::new(*r, t.vector), s + 1.0);
    let c = a * b.inverse() * a;
    (c * p).coords.norm_squared() + c.to_homogeneous().trace() + c.scaling()
}

#[differentiable]
fn in_the_plane(t: &Vector2<f64>, angle: f64, s: f64, p: &Point2<f64>) -> f64 {
    let a = Similarity2::new(*t, angle, s);
    (a * a * p).x + a.inverse().transform_vector(t).y
}

/// The factor is read again though the point has no derivative.
#[differentiable]
fn of_a_constant(t: &Vector3<f64>, s: f64, #[constant] p: &Point3<f64>) -> f64 {
    let a = Similarity3::new(*t, *t, s);
    (a * p).coords.norm_squared()
}

#[test]
fn similarities() {
    let (t, r, p) = (numbers::<3, 1>(1), numbers::<3, 1>(2), Point3::from(numbers::<3, 1>(3)));
    holds!(of_vectors(&t, &r, s, &p), t = t, r = r, s = 1.5, p = p);
    holds!(of_parts(&t, &r, s, &p), t = Translation3::from(t), r = r, s = 1.5, p = p);
    holds!(in_the_plane(&t, angle, s, &p), t = t.xy(), angle = 0.4, s = 0.7, p = p.xy());
    holds!(of_a_constant(&t, s, &p), t = t, s = 0.7, p = p);
}
