//! Functions of nalgebra's types that are generic over the number.

use cotangent::prelude::*;
use nalgebra::{Matrix3, RealField, UnitQuaternion, Vector3};

use crate::harness::numbers;

#[differentiable]
fn exponential<T: RealField + Copy>(w: &Vector3<T>) -> Matrix3<T> {
    let theta = w.norm();
    let (a, b) = if theta < T::from_f64(1e-6).unwrap() {
        (T::one() - theta * theta / T::from_f64(6.0).unwrap(), T::from_f64(0.5).unwrap())
    } else {
        (theta.sin() / theta, (T::one() - theta.cos()) / (theta * theta))
    };
    let s = w.cross_matrix();
    Matrix3::identity() + s * a + s * s * b
}

#[differentiable]
fn turned<T: RealField + Copy>(w: &Vector3<T>, q: &UnitQuaternion<T>, v: &Vector3<T>) -> T {
    let y = q * (exponential(w) * v);
    y.x * y.norm() + y.dot(v)
}

#[test]
fn in_double_and_single_precision() {
    let (w, v) = (numbers::<3, 1>(1), numbers::<3, 1>(2));
    let q = UnitQuaternion::from_euler_angles(0.1, -0.4, 0.3);
    holds!(turned(&w, &q, &v), w = w, q = q, v = v);
    let (value, (by_w, ..)) = turned::value_and_grad(&w.cast::<f32>(), &q.cast(), &v.cast());
    let (exact, (expected, ..)) = turned::value_and_grad(&w, &q, &v);
    assert!((f64::from(value) - exact).abs() < 1e-4 && (by_w.cast::<f64>() - expected).norm() < 1e-4);
}
