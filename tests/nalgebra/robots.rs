//! Functions as they are written in robotics: an arm with seven joints, a Kalman filter, residuals of poses.

use cotangent::prelude::*;
use nalgebra::{
    Isometry3, Matrix2, Matrix2x4, Matrix4, Matrix4x2, Point3, SMatrix, SVector, Translation3, Unit, UnitQuaternion,
    UnitVector3, Vector2, Vector3, Vector4, Vector6,
};

use crate::harness::numbers;

struct Arm {
    axes: [UnitVector3<f64>; 7],
    links: [Vector3<f64>; 7],
}

fn arm() -> Arm {
    let (x, y, z) = (Vector3::x_axis(), Vector3::y_axis(), Vector3::z_axis());
    Arm {
        axes: [z, y, z, y, x, y, x],
        links: [0.34, 0.0, 0.4, 0.0, 0.4, 0.0, 0.126].map(|length| Vector3::new(0.0, 0.0, length)),
    }
}

/// Where the hand is and how it is turned.
#[differentiable]
fn forward_kinematics(#[constant] arm: &Arm, angles: &SVector<f64, 7>) -> Isometry3<f64> {
    let mut at = Vector3::zeros();
    let mut turn = UnitQuaternion::identity();
    for i in 0..7 {
        turn = turn * UnitQuaternion::from_axis_angle(&arm.axes[i], angles[i]);
        at += turn * arm.links[i];
    }
    Isometry3::from_parts(Translation3::from(at), turn)
}

/// The error of position and orientation, as a twist.
#[differentiable]
fn pose_error(#[constant] arm: &Arm, angles: &SVector<f64, 7>, target: &Isometry3<f64>) -> Vector6<f64> {
    let hand = forward_kinematics(arm, angles);
    let turn = (target.rotation * hand.rotation.inverse()).scaled_axis();
    let shift = target.translation.vector - hand.translation.vector;
    Vector6::new(shift.x, shift.y, shift.z, turn.x, turn.y, turn.z)
}

#[differentiable]
fn effort(#[constant] arm: &Arm, angles: &SVector<f64, 7>, target: &Isometry3<f64>) -> f64 {
    pose_error(arm, angles, target).norm_squared()
}

#[test]
fn the_error_of_an_arm_with_seven_joints() {
    let arm = arm();
    holds!(
        effort(&arm, &angles, &target),
        angles = numbers::<7, 1>(2),
        target = Isometry3::new(Vector3::new(0.3, 0.2, 0.7), Vector3::new(0.1, -0.4, 0.9))
    );
}

/// The columns of the Jacobian by forward mode are `axis × (hand - joint)` and the axes.
#[test]
fn the_jacobian_of_the_hand_is_geometric() {
    #[differentiable]
    fn hand(#[constant] arm: &Arm, angles: &SVector<f64, 7>) -> Vector3<f64> {
        forward_kinematics(arm, angles).translation.vector
    }
    let (arm, angles) = (arm(), numbers::<7, 1>(2));
    let (at, columns): (Vector3<f64>, SMatrix<Vector3<f64>, 7, 1>) = hand::at(&arm, &angles).jacobian_fwd();
    let (mut joint, mut turn) = (Vector3::zeros(), UnitQuaternion::identity());
    for i in 0..7 {
        let axis = turn * arm.axes[i];
        let expected = axis.cross(&(at - joint));
        assert!((columns[i] - expected).norm() < 1e-12, "joint {i}: {} instead of {expected}", columns[i]);
        turn *= UnitQuaternion::from_axis_angle(&arm.axes[i], angles[i]);
        joint += turn * arm.links[i];
    }
}

/// At the target the error is zero, and its derivative is not.
#[test]
fn at_the_target_the_derivative_is_there() {
    #[differentiable]
    fn turned(#[constant] arm: &Arm, angles: &SVector<f64, 7>, target: &Isometry3<f64>) -> f64 {
        let error = pose_error(arm, angles, target);
        error[3] + 2.0 * error[4] + 3.0 * error[5]
    }
    let (arm, angles) = (arm(), numbers::<7, 1>(2));
    let target = forward_kinematics(&arm, &angles);
    let (value, (by_angles, _)) = turned::value_and_grad(&arm, &angles, &target);
    assert!(value.abs() < 1e-14);
    let mut turn = UnitQuaternion::identity();
    for i in 0..7 {
        let expected = -(turn * arm.axes[i]).dot(&Vector3::new(1.0, 2.0, 3.0));
        assert!((by_angles[i] - expected).abs() < 1e-7, "joint {i}: {} instead of {expected}", by_angles[i]);
        turn *= UnitQuaternion::from_axis_angle(&arm.axes[i], angles[i]);
    }
}

#[derive(Differentiable, Clone, Debug)]
struct Noise {
    process: Vector2<f64>,
    sensor: Vector2<f64>,
}

/// The likelihood of measurements under a Kalman filter, by the noise.
#[differentiable]
fn kalman(noise: &Noise, #[constant] measured: &[Vector2<f64>; 5], dt: f64) -> f64 {
    let f = Matrix4::new(1.0, 0.0, dt, 0.0, 0.0, 1.0, 0.0, dt, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let h = Matrix2x4::new(1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0);
    let g = Matrix4x2::new(0.5 * dt * dt, 0.0, 0.0, 0.5 * dt * dt, dt, 0.0, 0.0, dt);
    let q = g * Matrix2::from_diagonal(&noise.process) * g.transpose();
    let r = Matrix2::from_diagonal(&noise.sensor);
    let mut x = Vector4::zeros();
    let mut p = Matrix4::identity();
    let mut likelihood = 0.0;
    for z in measured {
        x = f * x;
        p = f * p * f.transpose() + q;
        let innovation = z - h * x;
        let s = h * p * h.transpose() + r;
        let factor = s.cholesky().unwrap();
        let gain = p * h.transpose() * factor.inverse();
        likelihood -= 0.5 * (innovation.dot(&factor.solve(&innovation)) + factor.ln_determinant());
        x += gain * innovation;
        p -= gain * h * p;
    }
    likelihood
}

#[test]
fn a_kalman_filter() {
    let measured = [1, 2, 3, 4, 5].map(numbers::<2, 1>);
    holds!(
        kalman(&noise, &measured, dt),
        noise = Noise { process: Vector2::new(0.3, 0.2), sensor: Vector2::new(0.5, 0.7) },
        dt = 0.1
    );
}

/// The reprojection of a point into a camera.
#[differentiable]
fn reprojection(camera: &Isometry3<f64>, focal: f64, point: &Point3<f64>, #[constant] seen: &Vector2<f64>) -> f64 {
    let p = camera * point;
    let flat = Vector2::new(p.x / p.z, p.y / p.z);
    let distortion = 1.0 + 0.1 * flat.norm_squared();
    (flat * (focal * distortion) - seen).norm_squared()
}

#[test]
fn bundle_adjustment() {
    let seen = Vector2::new(0.3, -0.2);
    holds!(
        reprojection(&camera, focal, &point, &seen),
        camera = Isometry3::new(Vector3::new(0.1, 0.2, 4.0), Vector3::new(0.1, -0.4, 0.2)),
        focal = 1.3,
        point = Point3::new(0.5, -0.7, 0.3)
    );
}

/// The residual of an edge of a pose graph.
#[differentiable]
fn edge(from: &Isometry3<f64>, to: &Isometry3<f64>, #[constant] measured: &Isometry3<f64>) -> f64 {
    let error = measured.inverse() * from.inv_mul(to);
    error.translation.vector.norm_squared() + error.rotation.scaled_axis().norm_squared()
}

#[test]
fn the_residual_of_two_poses() {
    let pose = |seed| Isometry3::new(numbers::<3, 1>(seed), numbers::<3, 1>(seed + 1));
    let measured = pose(5);
    holds!(edge(&from, &to, &measured), from = pose(1), to = pose(2));
}

/// A rigid body that turns.
#[differentiable]
fn spun(turn: &UnitQuaternion<f64>, rate: &Vector3<f64>, inertia: &Vector3<f64>) -> f64 {
    let mut turn = *turn;
    let mut rate = *rate;
    for _ in 0..5 {
        let momentum = inertia.component_mul(&rate);
        let change = (-rate.cross(&momentum)).component_div(inertia);
        rate += change * 0.01;
        turn = turn * UnitQuaternion::from_scaled_axis(rate * 0.01);
    }
    (turn * Vector3::x()).dot(&rate)
}

#[test]
fn a_rigid_body() {
    holds!(
        spun(&turn, &rate, &inertia),
        turn = Unit::new_normalize(nalgebra::Quaternion::new(0.5, 0.1, -0.2, 0.3)),
        rate = Vector3::new(1.0, -2.0, 3.0),
        inertia = Vector3::new(1.0, 2.0, 3.0)
    );
}
