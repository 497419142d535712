//! The algebra of quaternions: rule by rule, and a function that uses it.

use cotangent::nalgebra::matrices::{dot, lerp, norm_squared, normalize};
use cotangent::nalgebra::quaternions::*;
use cotangent::nalgebra::rotations::{as_vector, powf};
use cotangent::ops::norm::norm;
use cotangent::prelude::*;
use nalgebra::{Point3, Quaternion, Unit, UnitQuaternion, Vector3};

use crate::harness::numbers;

fn q(seed: usize) -> Quaternion<f64> {
    Quaternion::from(numbers::<4, 1>(seed))
}
fn u(seed: usize) -> UnitQuaternion<f64> {
    Unit::new_normalize(q(seed))
}

contracts! {
    algebra {
        norm: q(1);
        norm_squared: q(1);
        normalize: q(1);
        quaternion_exp: q(1);
        quaternion_ln: q(1);
        quaternion_ln: u(1);
        powf: q(1), 0.7;
        dot: q(1), q(2);
        dot: u(1), u(2);
        lerp: q(1), q(2), 0.3;
        lerp: u(1), u(2), 0.3;
        nlerp: u(1), u(2), 0.3;
        as_vector: q(1);
        as_vector: u(1);
        from_scalar_and_vector::<Quaternion<f64>>: 0.3, numbers::<3, 1>(4);
        from_imag::<Quaternion<f64>>: numbers::<3, 1>(4);
        from_real::<Quaternion<f64>>: 0.3;
    }
}

/// The dual part of a screw motion, and a step of an integrator that keeps its quaternion normalised.
#[differentiable]
fn screw(q: &UnitQuaternion<f64>, t: &Vector3<f64>, k: f64) -> f64 {
    let real: &Quaternion<f64> = q.as_ref();
    let dual = Quaternion::from_imag(*t) * real * 0.5;
    let mut next = q * UnitQuaternion::from_scaled_axis(t * k);
    next.renormalize();
    let part = Quaternion::from_parts(k, *t) * Quaternion::from_real(k);
    real.dot(&dual) + dual.norm() + next.ln().k + part.exp().w + next.nlerp(q, k).i + part.try_inverse().unwrap().j
}

/// Control points that meet, and quaternions as vectors.
#[differentiable]
fn curve(a: &Point3<f64>, b: &Point3<f64>, q: &UnitQuaternion<f64>, p: &Quaternion<f64>, t: f64) -> f64 {
    let m = a.lerp(b, t);
    let same = Quaternion::from_vector(p.coords);
    a.lerp(&m, t * t).coords.norm() + q.as_vector()[2] * same.as_vector().norm() + p.coords.dot(&q.coords)
}

#[test]
fn of_a_function() {
    let [a, b] = [1, 2].map(|seed| Point3::from(numbers::<3, 1>(seed)));
    holds!(curve(&a, &b, &r, &p, t), a = a, b = b, p = q(2), r = u(1), t = 0.4);
    holds!(screw(&q, &t, k), q = u(1), t = numbers(2), k = 0.4);
}
