//! Inverse kinematics: the angles of seven joints that bring a hand to a pose.
//!
//! The arm is that of a KUKA iiwa. The error is a translation and a rotation vector; its Jacobian, by forward mode, goes into damped least
//! squares (Levenberg 1944; Wampler 1986).

use std::error::Error;
use std::path::Path;

use cotangent::prelude::*;
use nalgebra::{Isometry3, Matrix6, SMatrix, SVector, Translation3, UnitQuaternion, UnitVector3, Vector3, Vector6};

use crate::picture::{Series, draw};

type Angles = SVector<f64, 7>;

/// The axes of the joints, and how far the next one is.
struct Arm {
    axes: [UnitVector3<f64>; 7],
    links: [Vector3<f64>; 7],
}

fn iiwa() -> Arm {
    let (y, z) = (Vector3::y_axis(), Vector3::z_axis());
    Arm {
        axes: [z, y, z, -y, z, y, z],
        links: [0.36, 0.0, 0.42, 0.0, 0.4, 0.0, 0.126].map(|length| Vector3::new(0.0, 0.0, length)),
    }
}

#[differentiable]
fn hand(#[constant] arm: &Arm, angles: &Angles) -> Isometry3<f64> {
    let mut at = Vector3::zeros();
    let mut turn = UnitQuaternion::identity();
    for i in 0..7 {
        turn *= UnitQuaternion::from_axis_angle(&arm.axes[i], angles[i]);
        at += turn * arm.links[i];
    }
    Isometry3::from_parts(Translation3::from(at), turn)
}

/// How the hand must move and turn.
#[differentiable]
fn error(#[constant] arm: &Arm, angles: &Angles, #[constant] goal: &Isometry3<f64>) -> Vector6<f64> {
    let hand = hand(arm, angles);
    let turn = (goal.rotation * hand.rotation.inverse()).scaled_axis();
    let shift = goal.translation.vector - hand.translation.vector;
    Vector6::new(shift.x, shift.y, shift.z, turn.x, turn.y, turn.z)
}

/// The angles, and the steps that it took.
fn solve(arm: &Arm, mut angles: Angles, goal: &Isometry3<f64>) -> (Angles, usize) {
    let mut damping = 1e-2;
    for steps in 0..100 {
        let (error, columns) = error::at(arm, &angles, goal).jacobian_fwd();
        if error.norm() < 1e-12 {
            return (angles, steps);
        }
        let jacobian = SMatrix::<f64, 6, 7>::from_columns(columns.as_slice());
        let square: Matrix6<f64> = jacobian * jacobian.transpose() + damping * Matrix6::identity();
        let moved = angles - jacobian.transpose() * square.cholesky().expect("it is damped").solve(&error);
        // Fewer steps are damped, the closer the hand is.
        let better = self::error(arm, &moved, goal).norm() < error.norm();
        (angles, damping) = if better { (moved, damping * 0.1) } else { (angles, damping * 10.0) };
    }
    panic!("no convergence");
}

/// The joints from the side.
fn side(arm: &Arm, angles: &Angles) -> Vec<(f64, f64)> {
    let (mut at, mut turn) = (Vector3::zeros(), UnitQuaternion::identity());
    let mut joints = vec![(0.0, 0.0)];
    for (i, axis) in arm.axes.iter().enumerate() {
        turn *= UnitQuaternion::from_axis_angle(axis, angles[i]);
        at += turn * arm.links[i];
        joints.push((at.x, at.z));
    }
    joints
}

pub fn reach(folder: &Path) -> Result<(), Box<dyn Error>> {
    let arm = iiwa();
    let start = Angles::from([0.1, 0.4, 0.2, 0.9, -0.1, 0.5, 0.3]);
    error::at(&arm, &start, &Isometry3::identity()).check_jvp()?;
    let mut lines = vec![Series::line("at first", side(&arm, &start))];
    for (k, name) in ["goal 1", "goal 2", "goal 3"].into_iter().enumerate() {
        // A goal that can be reached: the hand at other angles.
        let reached = Angles::from_fn(|i, _| start[i] + 0.5 * (3.0 * k as f64 + 1.7 * i as f64).sin());
        let goal = hand(&arm, &reached);
        let (angles, steps) = solve(&arm, start, &goal);
        let left = error(&arm, &angles, &goal).norm();
        println!("inverse kinematics: {name} in {steps} steps, error {left:.0e}");
        assert!(steps < 20 && left < 1e-12);
        lines.push(Series::line(name, side(&arm, &angles)));
    }
    draw(&folder.join("arm.svg"), "An arm with seven joints", ["x [m]", "z [m]"], &lines)
}
