//! Matrices of slices, arrays and `Vec`s.

use cotangent::prelude::*;
use nalgebra::{
    DMatrix, DVector, Dyn, Matrix2, Matrix2x3, OMatrix, Quaternion, RowDVector, UnitQuaternion, Vector3, Vector4,
};

#[differentiable]
fn of_slices(x: &[f64], y: &Vec<f64>, z: &[f64; 6], n: usize) -> f64 {
    let v = DVector::from_row_slice(x);
    let a = Matrix2::from_column_slice(&x[1..5]);
    let b = DMatrix::from_row_slice(n, 3, z) * DMatrix::from_column_slice(3, n, y);
    let c = Matrix2x3::from_row_slice(z);
    let q = vec![x[0], x[1] * x[2]];
    let d = DVector::from_vec(q);
    let e = Vector3::from_column_slice(&y[n..n + 3]);
    let f = RowDVector::from_row_slice(&z[0..2]);
    let wide = OMatrix::<f64, nalgebra::Const<2>, Dyn>::from_column_slice(y);
    v.norm() * v.len() as f64 + (a * c).norm() * b.norm() + d.norm() * e.norm() + (f * d)[0] + wide.row(1).sum()
}

/// The parameters of a camera in one list, as bundle adjustment has them.
#[differentiable]
fn reprojection(camera: &[f64], point: &[f64], #[constant] seen: &[f64; 2]) -> f64 {
    let q = UnitQuaternion::from_quaternion(Quaternion::from(Vector4::from_column_slice(&camera[0..4])));
    let p = q * Vector3::from_column_slice(point) + Vector3::from_column_slice(&camera[4..7]);
    let (u, v) = (-p.x / p.z, -p.y / p.z);
    let r = 1.0 + camera[7] * (u * u + v * v);
    let (du, dv) = (camera[8] * r * u - seen[0], camera[8] * r * v - seen[1]);
    du * du + dv * dv
}

#[differentiable]
fn owned(x: Vec<f64>, y: DVector<f64>) -> f64 {
    let m = DMatrix::from_vec(2, 2, x);
    (m * y).norm_squared()
}

#[test]
fn lists_of_every_kind() {
    let y = vec![0.1, 0.4, -0.8, 0.3, 1.0, 2.0];
    of_slices::at(&[1.0, 2.0, -3.0, 0.5, 0.2], &y, &[0.5, 0.4, 0.2, -0.7, -0.2, 1.0], 2).check().unwrap();
    let camera = [0.1, -0.2, 0.3, 0.9, 0.2, 0.1, -4.0, 0.05, 1.3];
    reprojection::at(&camera, &[0.3, -0.2, 0.5], &[0.1, 0.2]).check().unwrap();
}

#[test]
fn both_modes_and_second_order() {
    let at = || owned::at(vec![0.3, 1.0, -0.4, 0.9], DVector::from_vec(vec![1.0, 2.0]));
    at().check().unwrap();
    at().check_jvp().unwrap();
    at().check_hvp().unwrap();
}

#[test]
#[should_panic(expected = "a matrix of 2 x 2 elements cannot be made of 3 numbers")]
fn a_list_of_another_length_is_refused() {
    #[differentiable]
    fn corner(x: &[f64]) -> f64 {
        Matrix2::from_row_slice(x)[(0, 0)]
    }
    // The function itself panics as nalgebra does.
    corner::at(&[1.0, 2.0, 3.0]).value_and_grad();
}
