//! Four or eight problems at once: values and gradients of each as if it were computed alone.
#![deny(warnings)]

use cotangent::lanes::{F32x8, F64x4};
use cotangent::prelude::*;

const X: [f64; 4] = [0.3, -0.7, 1.9, -2.4];
const Y: [f64; 4] = [1.2, 0.4, -0.3, 0.8];

/// Compares numbers up to rounding errors.
#[track_caller]
fn near(found: F64x4, expected: [f64; 4]) {
    for (found, expected) in found.to_array().into_iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-14 * (1.0 + expected.abs()), "{found} instead of {expected}");
    }
}

#[differentiable]
fn functions<T: Real>(x: T, y: T) -> T {
    let wave = (x * y).sin() + (x - y).cos() * x.tanh();
    let growth = (x * T::lit(0.3)).exp() * (y * y + T::ONE).ln() / (x * x + T::ONE).sqrt();
    let powers = (x * x + T::lit(0.5)).powf(y) + x.powi(3) + y.powi(-2) + x.atan2(y) + x.hypot(y).cbrt();
    wave + growth + powers + (x / T::lit(9.0)).asin() + x.atan() * (y * y + T::ONE).acosh()
}

#[test]
fn each_problem_has_its_value_and_its_gradient() {
    let (value, (dx, dy)) = functions::value_and_grad(F64x4::new(X), F64x4::new(Y));
    let alone: [(f64, (f64, f64)); 4] = std::array::from_fn(|i| functions::value_and_grad(X[i], Y[i]));
    near(value, alone.map(|(value, _)| value));
    near(dx, alone.map(|(_, (dx, _))| dx));
    near(dy, alone.map(|(_, (_, dy))| dy));
}

#[test]
fn forward_mode_and_second_derivatives_too() {
    let (x, y) = (F64x4::new(X), F64x4::new(Y));
    let (_, slope) = functions::at(x, y).jvp((F64x4::splat(1.0), F64x4::splat(0.5)));
    near(slope, std::array::from_fn(|i| functions::at(X[i], Y[i]).jvp((1.0, 0.5)).1));
    let (dx, dy) = functions::at(x, y).hvp((F64x4::splat(1.0), F64x4::splat(0.5)));
    let alone: [(f64, f64); 4] = std::array::from_fn(|i| functions::at(X[i], Y[i]).hvp((1.0, 0.5)));
    near(dx, alone.map(|(dx, _)| dx));
    near(dy, alone.map(|(_, dy)| dy));
}

#[test]
fn numbers_beyond_the_range_of_the_fast_functions_are_those_of_one() {
    let x = F64x4::new([1e9, -800.0, 0.0, f64::INFINITY]);
    assert_eq!(x.exp().to_array(), [f64::INFINITY, 0.0, 1.0, f64::INFINITY]);
    assert_eq!(x.sin().to_array()[0], 1e9_f64.sin());
    assert_eq!(F64x4::new([0.0, 1.0, f64::INFINITY, 1e-320]).ln().to_array()[0], f64::NEG_INFINITY);
}

/// A zero cotangent is zero in its problem alone, also where the derivative is infinite.
#[test]
fn a_zero_cotangent_gives_zero_in_its_own_problem() {
    #[differentiable]
    fn root<T: Real>(x: T, scale: T) -> T {
        x.sqrt() * scale
    }
    let (dx, _) = root::grad(F64x4::new([0.0, 4.0, 0.0, 1.0]), F64x4::new([0.0, 2.0, 0.0, 0.0]));
    assert_eq!(dx.to_array(), [0.0, 0.5, 0.0, 0.0]);
}

#[differentiable]
fn branch<T: Real>(x: T) -> T {
    if x > T::ZERO { x * x } else { -x }
}

#[test]
fn a_branch_goes_one_way() {
    let slope = branch::grad(F32x8::new([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]));
    assert_eq!(slope.to_array(), [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0]);
}

#[test]
#[should_panic(expected = "gives [true, false, true, true], and a branch goes one way for all of them")]
fn a_comparison_whose_answers_differ_panics() {
    branch::grad(F64x4::new([1.0, -1.0, 2.0, 3.0]));
}

#[cfg(feature = "nalgebra")]
mod of_nalgebra {
    use super::{F64x4, near};
    use cotangent::prelude::*;
    use nalgebra::{Point3, RealField, SVector, UnitQuaternion, Vector3};

    /// The squared distance of the end of an arm from a point.
    #[differentiable]
    fn reach<T: RealField + Copy>(q: &SVector<T, 4>, target: &Point3<T>) -> T {
        let mut turned = UnitQuaternion::identity();
        let mut end = Vector3::zeros();
        for i in 0..4 {
            let axis = if i % 2 == 0 { Vector3::z_axis() } else { Vector3::y_axis() };
            turned *= UnitQuaternion::from_axis_angle(&axis, q[i]);
            end += turned * Vector3::new(T::zero(), T::zero(), nalgebra::convert(0.3));
        }
        (end - target.coords).norm_squared()
    }

    #[test]
    fn arms_agree_with_each_arm_alone() {
        let angle = |i: usize, k: usize| 0.2 * i as f64 + 0.3 * k as f64 - 0.5;
        let q = SVector::<F64x4, 4>::from_fn(|i, _| F64x4::new(std::array::from_fn(|k| angle(i, k))));
        let (value, (by_angles, _)) =
            reach::value_and_grad(&q, &Point3::from([0.2, 0.1, 0.8]).map(|x: f64| F64x4::splat(x)));
        let alone: [_; 4] = std::array::from_fn(|k| {
            let q = SVector::<f64, 4>::from_fn(|i, _| angle(i, k));
            reach::value_and_grad(&q, &Point3::new(0.2, 0.1, 0.8))
        });
        near(value, alone.map(|(value, _)| value));
        for i in 0..4 {
            near(by_angles[i], alone.map(|(_, (by_angles, _))| by_angles[i]));
        }
    }
}

#[differentiable]
fn sinc<T: Real>(x: T) -> T {
    if x == T::ZERO { T::ONE } else { x.sin() / x }
}

#[differentiable]
fn distance<T: Real>(x: T, y: T) -> T {
    x.hypot(y)
}

#[test]
#[should_panic(expected = "a comparison of several numbers at once gives [true, false, false, false]")]
fn one_of_several_numbers_is_zero() {
    let _ = sinc::grad(F64x4::new([0.0, 1.0, 2.0, 3.0]));
}

/// Its derivative is zero at the origin, by a comparison.
#[test]
#[should_panic(expected = "a comparison of several numbers at once gives [true, false, false, false]")]
fn one_of_several_points_is_the_origin() {
    let _ = distance::grad(F64x4::new([0.0, 1.0, 2.0, 3.0]), F64x4::splat(0.0));
}
