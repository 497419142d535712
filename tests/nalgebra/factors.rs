//! Left factors whose right factor has no derivative: the type decides whether the rule has them, however it is spelled.

use cotangent::prelude::*;
use nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};

use crate::harness::numbers;

/// Spelled like types whose products are linear.
type Matrix3 = UnitQuaternion<f64>;
type R = UnitQuaternion<f64>;
type PointFrame = Isometry3<f64>;

fn q() -> UnitQuaternion<f64> {
    Unit::new_normalize(nalgebra::Quaternion::from(numbers::<4, 1>(1)))
}
fn v() -> Vector3<f64> {
    numbers(4)
}

#[differentiable]
fn turned(q: &Matrix3, #[constant] v: &Vector3<f64>) -> Vector3<f64> {
    q * v
}

#[differentiable]
fn turned_by_value(q: R, #[constant] v: Vector3<f64>) -> f64 {
    (q * v).x
}

#[differentiable]
fn moved(frame: &PointFrame, #[constant] p: &Point3<f64>) -> Point3<f64> {
    frame * p
}

#[differentiable]
fn turned_twice(q: &R, #[constant] v: &Vector3<f64>) -> f64 {
    let q = q * q;
    turned(&q, v).y + turned(&q, &-v).norm_squared()
}

#[test]
fn an_alias_is_what_it_stands_for() {
    holds!(turned_by_value(q, v), q = q(), v = v());
    holds!(turned_twice(&q, &v), q = q(), v = v());
}

#[differentiable]
fn of_many(qs: &[R; 3], #[constant] v: &Vector3<f64>) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        sum += (qs[i] * v).z;
    }
    sum
}

#[differentiable]
fn of_a_local_list(q: &UnitQuaternion<f64>, #[constant] v: &Vector3<f64>) -> f64 {
    let qs = [*q, q * q, q.inverse()];
    let mut sum = 0.0;
    for i in 0..3 {
        sum += (qs[i] * -v).z;
    }
    sum
}

#[test]
fn an_element_of_a_list_is_kept_alone() {
    holds!(of_many(&qs, &v), qs = [q(), q() * q(), q().inverse()], v = v());
    holds!(of_a_local_list(&q, &v), q = q(), v = v());
}

#[derive(Differentiable, Clone, Copy)]
struct Joint {
    frame: PointFrame,
    length: f64,
}

#[differentiable]
fn hand(joint: &Joint, #[constant] tool: &Point3<f64>, #[constant] k: f64) -> f64 {
    let at = moved(&joint.frame, tool);
    (joint.frame * tool).coords.dot(&at.coords) * (joint.length * k)
}

#[test]
fn a_field_is_kept_alone() {
    holds!(
        hand(&joint, &tool, k),
        joint = Joint { frame: Isometry3::from_parts(v().into(), q()), length: 0.5 },
        tool = Point3::from(v()),
        k = 1.5,
    );
}

#[differentiable]
fn scaled(x: &Vector3<f64>, #[constant] k: f64) -> Vector3<f64> {
    x * k
}

#[differentiable]
fn scaled_sum(x: &Vector3<f64>, #[constant] k: f64) -> f64 {
    let y = x + x;
    scaled(&y, k).sum()
}

#[test]
fn a_factor_of_a_linear_product_takes_no_tape() {
    assert_eq!(scaled::tape_bytes(), 0);
    assert_eq!(scaled_sum::tape_bytes(), 0);
    assert!(turned::tape_bytes() >= 32);
    holds!(scaled_sum(&x, k), x = v(), k = 0.7);
}
