//! The rules of matrices and affine maps.

use cotangent::glam::formulas::*;
use cotangent::glam::made;
use cotangent::glam::shared::*;
use cotangent::ops::{add, div, mul, neg, sub};
use glam::{
    Affine3A, DAffine2, DAffine3, DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat3A, Mat4, Vec3, Vec3A, Vec4,
};

use crate::harness::numbers;

fn m(seed: usize) -> DMat3 {
    DMat3::from_cols_array_2d(&numbers::<3, 3>(seed).data.0)
}
fn m4(seed: usize) -> DMat4 {
    DMat4::from_cols_array_2d(&numbers::<4, 4>(seed).data.0) + DMat4::IDENTITY
}
fn v(seed: usize) -> DVec3 {
    DVec3::from_array(numbers::<3, 1>(seed).data.0[0])
}
fn flat(seed: usize) -> DVec2 {
    DVec2::from_array(numbers::<2, 1>(seed).data.0[0])
}
fn q() -> DQuat {
    DQuat::from_array(numbers::<4, 1>(2).data.0[0]).normalize()
}
fn affine(seed: usize) -> DAffine3 {
    DAffine3::from_mat3_translation(m(seed), v(seed))
}

contracts! {
    operators {
        add: m(1), m(2);
        sub: m(1), m(2);
        neg: m(1);
        mul: m(1), m(2);
        mul: m(1), v(2);
        mul: m(1), 0.7;
        mul: 0.7, m(1);
        div: m(1), 0.7;
        mul: m4(1), m4(2);
        mul: DMat2::from_cols(flat(1), flat(2)), flat(3);
    }
    methods {
        transpose: m(1);
        determinant: m(1);
        determinant: m4(1);
        matrix_inverse: m(1);
        matrix_inverse: m4(1);
        diagonal: m(1);
        column: m(1), 2_usize;
        row_vector: m(1), 2_usize;
        scaled_columns: m(1), v(2);
        tr_mul: m(1), v(2);
        recip: m(1);
        component_abs: m(1);
        transform_point: m(1), flat(2);
        transform_vector: m(1), flat(2);
        transform_point: affine(1), v(2);
        transform_vector: affine(1), v(2);
        project_point: m4(1), v(2);
        mul: affine(1), affine(2);
        affine_inverse: affine(1);
        affine_inverse: DAffine2::from_angle_translation(0.7, flat(1));
        mul: DAffine2::from_angle_translation(0.7, flat(1)), DAffine2::from_angle_translation(0.3, flat(2));
    }
    functions {
        made<DMat2, from_columns>: flat(1), flat(2);
        made<DMat3, from_three_columns>: v(1), v(2), v(3);
        made<DMat3, diagonal_matrix>: v(1);
        made<DMat3, gathered>: numbers::<3, 3>(1).data.0;
        made<DMat2, columns_of_numbers<2, 2>>: numbers::<4, 1>(1).data.0[0];
        made<DMat2, plane_rotation<2, 2>>: 0.7;
        made<DMat3, plane_rotation<3, 3>>: 0.7;
        made<DMat3, axis_rotation<3, 3>>: v(1), 0.7;
        made<DMat4, axis_rotation<4, 4>>: v(1), 0.7;
        made<DMat4, coordinate_rotation<0, 4, 4>>: 0.7;
        made<DMat3, coordinate_rotation<1, 3, 3>>: 0.7;
        made<DAffine3, coordinate_rotation<2, 3, 4>>: 0.7;
        made<DMat3, quaternion_rotation<3, 3>>: q();
        made<DAffine3, quaternion_rotation<3, 4>>: q();
        made<DMat4, motion<4, 4>>: q(), v(1);
        made<DMat4, scaled_motion<4, 4>>: v(2), q(), v(1);
        made<DAffine3, scaled_motion<3, 4>>: v(2), q(), v(1);
        made<DMat4, scaling<4, 4>>: v(1);
        made<DMat3, scaling<3, 3>>: flat(1);
        made<DMat4, translation<4, 4>>: v(1);
        made<DAffine3, translation<3, 4>>: v(1);
        made<DMat4, linear_map<4, 4>>: m(1);
        made<DMat4, affine_map<4, 4>>: m(1), v(1);
        made<DAffine3, affine_map<3, 4>>: m(1), v(1);
        made<DAffine2, plane_motion<2, 3>>: 0.7, flat(1);
        made<DAffine2, affine_map<2, 3>>: DMat2::from_cols(flat(1), flat(2)), flat(3);
    }
    single_precision {
        mul: Mat3A::from_rotation_x(0.7), Vec3A::new(0.3, -0.7, 1.1);
        mul: Mat3A::from_rotation_x(0.7), Vec3::new(0.3, -0.7, 1.1);
        mul: Mat4::from_rotation_x(0.7), Vec4::new(0.3, -0.7, 1.1, 0.4);
        transform_point: Affine3A::from_translation(Vec3::X), Vec3A::new(0.3, -0.7, 1.1);
        mul: Affine3A::from_rotation_x(0.7), Affine3A::from_rotation_y(0.3);
    }
}

/// The last row of a matrix that is applied to a point is not read.
#[test]
fn a_map_of_points_has_a_translation() {
    let m = DMat4::from_cols(DVec4::X, DVec4::Y, DVec4::Z, DVec4::new(1.0, 2.0, 3.0, 1.0));
    crate::harness::contract::<transform_point, _>(&(m, v(1)));
    crate::harness::contract::<transform_vector, _>(&(m, v(1)));
}
