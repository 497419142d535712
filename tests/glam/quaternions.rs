//! The rules of quaternions.

use cotangent::glam::formulas::*;
use cotangent::glam::made;
use cotangent::glam::shared::*;
use cotangent::nalgebra::rotations::{conjugate, imag};
use cotangent::ops::norm::norm;
use cotangent::ops::{add, div, mul, neg, sub};
use glam::{DQuat, DVec3, Quat, Vec3A};

use crate::harness::numbers;

fn q(seed: usize) -> DQuat {
    DQuat::from_array(numbers::<4, 1>(seed).data.0[0]).normalize()
}
fn v(seed: usize) -> DVec3 {
    DVec3::from_array(numbers::<3, 1>(seed).data.0[0])
}

contracts! {
    operators {
        add: q(1), q(2);
        sub: q(1), q(2);
        neg: q(1);
        mul: q(1), q(2);
        mul: q(1), 0.7;
        div: q(1), 0.7;
        mul: q(1), v(1);
        mul: 1.3 * v(1), q(1).dot(q(2));
        mul: Quat::from_rotation_x(0.7), Vec3A::new(0.3, -0.7, 1.1);
    }
    methods {
        conjugate: q(1);
        imag: q(1);
        dot: q(1), q(2);
        norm: q(1);
        norm_squared: q(1);
        quaternion_length_recip: q(1);
        normalize: q(1) * 1.7;
        quaternion_lerp: q(1), q(2), 0.3;
        quaternion_slerp: q(1), q(2), 0.3;
        quaternion_slerp: q(1), -(q(1) * DQuat::from_rotation_x(0.01)), 0.3;
        quaternion_angle: q(1), q(2);
        to_axis_angle: q(1);
        to_scaled_axis: q(1);
        to_scaled_axis: DQuat::from_scaled_axis(v(1) * 1e-3);
        numbers_of: q(1);
    }
    functions {
        made<DQuat, quaternion_of_numbers>: [0.1, 0.2, 0.3, 0.4];
        made<DQuat, quaternion_of_axis>: v(1), 0.7;
        made<DQuat, exponential>: v(1);
        made<DQuat, exponential>: v(1) * 1e-3;
        made<DQuat, quaternion_of_coordinate<0>>: 0.7;
        made<DQuat, quaternion_of_coordinate<1>>: 0.7;
        made<DQuat, quaternion_of_coordinate<2>>: 0.7;
        made<DQuat, rotation_arc>: v(1).normalize(), v(2).normalize();
        made<DQuat, quaternion_of_matrix>: glam::DMat3::from_quat(q(1));
        made<DQuat, quaternion_of_matrix>: glam::DMat3::from_quat(q(2));
        made<DQuat, quaternion_of_matrix>: glam::DMat3::from_quat(q(3));
        made<DQuat, quaternion_of_matrix>: glam::DMat3::from_quat(DQuat::from_rotation_y(3.0));
    }
}
