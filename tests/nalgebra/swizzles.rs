//! Components of vectors and points in any order.

use cotangent::nalgebra::swizzles::*;
use cotangent::prelude::*;
use nalgebra::{Point3, Vector3, Vector4};

use crate::harness::numbers;

contracts! {
    orders {
        two_of::<0, 2>: numbers::<4, 1>(1);
        two_of::<1, 1>: numbers::<2, 1>(1);
        two_of::<2, 0>: Point3::from(numbers::<3, 1>(1));
        three_of::<2, 1, 0>: numbers::<3, 1>(1);
        three_of::<0, 0, 1>: Point3::from(numbers::<3, 1>(1));
    }
}

#[differentiable]
fn mixed(v: &Vector3<f64>, p: &Point3<f64>, w: &Vector4<f64>) -> f64 {
    let plane = p.xy().coords / p.z;
    v.zyx().cross(v).x + plane.norm_squared() + v.xz().dot(&w.zz()) + w.xyz().dot(&v.yxx()) + p.zxy().y
}

#[test]
fn of_a_function() {
    holds!(mixed(&v, &p, &w), v = numbers(1), p = Point3::new(0.1, -0.4, 0.6), w = numbers(2));
}
