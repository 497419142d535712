//! nalgebra's methods of references to references, with glam's types on. Each has a rule in `core/src/ops/glam/shared.rs`: if glam's types
//! were operands of nalgebra's rule instead, these would not compile.

use cotangent::prelude::*;
use nalgebra::{Matrix3, Vector2, Vector3};

use crate::harness::numbers;

#[differentiable]
fn of_vectors(list: &[Vector3<f64>; 3], w: &Vector3<f64>) -> f64 {
    let scalars = list.iter().map(|v| {
        v.norm_squared() + v.dot(w) + v.metric_distance(w) + v.angle(w) + v.sum() + v.product() + v.max() + v.min()
    });
    let vectors = list.iter().map(|v| {
        (v.normalize() + v.lerp(w, 0.3) + v.abs() + v.sup(w) + v.inf(w) + v.cross(w)).norm() + v.push(1.0).norm()
    });
    scalars.sum::<f64>() + vectors.sum::<f64>()
}

#[differentiable]
fn of_matrices(list: &[Matrix3<f64>; 2], plane: &[Vector2<f64>; 2], w: &Vector3<f64>, u: &Vector2<f64>) -> f64 {
    let matrices = list.iter().map(|m| {
        (m.transpose() * w + m.diagonal() + m.tr_mul(w) + m.column(1)).norm()
            + m.determinant()
            + m.try_inverse().unwrap().norm()
    });
    matrices.sum::<f64>() + plane.iter().map(|v| v.perp(u)).sum::<f64>()
}

#[test]
fn rules_of_nalgebra_see_through_references() {
    holds!(of_vectors(&[1, 2, 3].map(numbers), &numbers(4)));
    holds!(of_matrices(&[1, 2].map(numbers), &[3, 4].map(numbers), &numbers(5), &numbers(6)));
}
