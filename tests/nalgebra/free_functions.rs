//! nalgebra's functions that are no methods; what a method lends, dereferenced.

use cotangent::nalgebra::matrices::{center as middle, distance_squared as squared};
use cotangent::prelude::*;
use nalgebra::{self as na, Point2, Point3, Rotation3, UnitQuaternion, Vector3};

use crate::harness::numbers;

fn point(seed: usize) -> Point3<f64> {
    Point3::from(numbers::<3, 1>(seed))
}

contracts! {
    of_points {
        squared: point(1), point(2);
        middle: point(1), point(2);
    }
}

/// By other names of the library too, beside a function of another module that has the name.
#[differentiable]
fn by_path(a: &Point3<f64>, b: &Point3<f64>, c: &[Point2<f64>; 3]) -> f64 {
    let m = nalgebra::center(a, b);
    let lengths: f64 = c.windows(2).map(|pair| na::distance(&pair[0], &pair[1])).sum();
    nalgebra::distance(&m, b) * lengths + na::distance_squared(a, &Point3::new(m.x, 0.3, b.z)) + own::distance(m.x, b.y)
}

mod own {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn distance(a: f64, b: f64) -> f64 {
        (a - b).abs()
    }
}

#[differentiable]
fn lent(r: &Rotation3<f64>, q: &UnitQuaternion<f64>, x: &Vector3<f64>) -> f64 {
    let m = *r.matrix();
    let mut p = *q.quaternion();
    p.w *= 2.0;
    (m * x).y + (p * *q.quaternion()).i + (*r.matrix() * m)[(0, 1)]
}

#[test]
fn of_functions() {
    let c = [Point2::new(0.1, 0.2), Point2::new(0.7, 0.3), Point2::new(0.4, -0.3)];
    holds!(by_path(&a, &b, &c), a = point(1), b = point(2), c = c);
    let q = UnitQuaternion::from_euler_angles(0.1, 0.2, 0.3);
    holds!(lent(&r, &q, &x), r = q.to_rotation_matrix(), q = q, x = numbers::<3, 1>(3));
}
