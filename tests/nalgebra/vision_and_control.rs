//! Functions as vision, estimation and control write them: early returns, factors that may be missing, parts that are set one by one.

use cotangent::prelude::*;
use nalgebra::{
    Cholesky, DMatrix, DVector, Matrix2, Matrix2x4, Matrix3, Matrix4, Point3, SMatrix, UnitQuaternion, Vector2,
    Vector3, Vector4,
};

#[differentiable]
fn skew(v: &Vector3<f64>) -> Matrix3<f64> {
    Matrix3::new(0.0, -v.z, v.y, v.z, 0.0, -v.x, -v.y, v.x, 0.0)
}

#[differentiable]
fn rotation_of(w: &Vector3<f64>) -> Matrix3<f64> {
    let theta = w.norm();
    if theta < 1e-14 {
        return Matrix3::identity();
    }
    let k = skew(&(w / theta));
    Matrix3::identity() + k * theta.sin() + k * k * (1.0 - theta.cos())
}

#[differentiable]
fn reprojection(w: &Vector3<f64>, t: &Vector3<f64>, #[constant] points: &[(Vector3<f64>, [f64; 2])]) -> f64 {
    let r = rotation_of(w);
    let mut sum = 0.0;
    for (p, uv) in points {
        let pc = r * p + t;
        if !(pc.z > 1e-6) {
            return f64::INFINITY;
        }
        let du = 2.0 * pc.x / pc.z - uv[0];
        let dv = 2.0 * pc.y / pc.z - uv[1];
        sum += du * du + dv * dv;
    }
    sum
}

/// The nearest rotation.
#[differentiable]
fn orthonormal(m: &Matrix3<f64>) -> Option<Matrix3<f64>> {
    let svd = m.svd(true, true);
    let u = svd.u?;
    let v_t = svd.v_t?;
    let mut r = u * v_t;
    if r.determinant() < 0.0 {
        let mut flip = Matrix3::identity();
        flip[(2, 2)] = -1.0;
        r = u * flip * v_t;
    }
    Some(r)
}

#[differentiable]
fn aligned(m: &Matrix3<f64>, v: &Vector3<f64>) -> f64 {
    let r = orthonormal(m).unwrap();
    (r * v).x + r[(0, 1)] * v.y
}

#[differentiable]
fn plane_of_a_homography(h: &Matrix3<f64>, k: &Matrix3<f64>) -> Option<f64> {
    let ki = k.try_inverse()?;
    let mut hn = ki * h;
    let s = (hn.column(0).norm() + hn.column(1).norm()) / 2.;
    hn /= s;
    let r1 = hn.column(0).into_owned();
    let r2 = hn.column(1).into_owned();
    let t = hn.column(2).into_owned();
    let r12 = Matrix3::from_columns(&[r1, r2, r1.cross(&r2)]);
    Some(t.dot(&r12.column(2)) + r12.determinant())
}

#[differentiable]
fn plane(h: &Matrix3<f64>, k: &Matrix3<f64>) -> f64 {
    plane_of_a_homography(h, k).unwrap_or(0.0)
}

#[test]
fn vision() {
    let points = [(Vector3::new(1.0, 0.5, 0.2), [0.1, 0.2]), (Vector3::new(-1.0, 0.5, 0.7), [0.1, -0.2])];
    let (w, t) = (Vector3::new(0.1, 0.2, 0.3), Vector3::new(0.5, -0.2, 5.7));
    reprojection::at(&w, &t, &points).check().unwrap();
    let m = Matrix3::new(1.0, 0.2, 0.1, -0.3, 1.2, 0.4, 0.1, 0.0, 0.8);
    holds!(aligned(&m, &v), m = m, v = t);
    holds!(plane(&m, &k), m = m, k = m + Matrix3::identity());
}

#[derive(Clone, Differentiable)]
struct Estimate {
    x: Vector4<f64>,
    p: Matrix4<f64>,
}

#[differentiable]
fn predicted(s: &Estimate, dt: f64, q: f64) -> Estimate {
    let mut f = Matrix4::identity();
    f[(0, 2)] = dt;
    f[(1, 3)] = dt;
    Estimate { x: f * s.x, p: f * s.p * f.transpose() + Matrix4::identity() * q }
}

#[differentiable]
fn updated(s: &Estimate, z: &Vector2<f64>, r: f64) -> Estimate {
    let h = Matrix2x4::new(1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0);
    let y = z - h * s.x;
    let innovation = h * s.p * h.transpose() + Matrix2::identity() * r;
    let k = s.p * h.transpose() * innovation.try_inverse().expect("invertible");
    Estimate { x: s.x + k * y, p: (Matrix4::identity() - k * h) * s.p }
}

#[differentiable]
fn filtered(q: f64, r: f64, #[constant] observations: &[Vector2<f64>]) -> f64 {
    let mut s = Estimate { x: Vector4::zeros(), p: Matrix4::identity() };
    let mut loss = 0.0;
    for z in observations {
        s = predicted(&s, 0.1, q);
        loss += (z - s.x.fixed_rows::<2>(0)).norm_squared() + s.p.trace();
        s = updated(&s, z, r);
    }
    loss
}

#[differentiable]
fn student(mean: &DVector<f64>, scale: &DMatrix<f64>, df: f64, #[constant] x: &DVector<f64>) -> f64 {
    if x.len() != mean.len() {
        return f64::NEG_INFINITY;
    }
    let cholesky = match Cholesky::new(scale.clone()) {
        Some(cholesky) => cholesky,
        None => return f64::NEG_INFINITY,
    };
    let k = mean.len() as f64;
    let diff = x - mean;
    let distance = diff.dot(&cholesky.solve(&diff));
    let l = cholesky.l();
    let log_det: f64 = (0..l.nrows()).map(|i| l[(i, i)].ln()).sum::<f64>() * 2.0;
    -0.5 * (k * (df * std::f64::consts::PI).ln() + log_det) - ((df + k) / 2.0) * (1.0 + distance / df).ln()
}

#[differentiable]
fn spectrum(m: &DMatrix<f64>) -> f64 {
    let e = m.symmetric_eigenvalues();
    let least = e.iter().cloned().fold(f64::INFINITY, f64::min);
    let mut all: Vec<f64> = e.iter().copied().collect();
    all.sort_by(|a, b| a.partial_cmp(b).unwrap());
    least + all[1] * all[2]
}

#[test]
fn estimation() {
    let observations = [Vector2::new(0.1, 0.2), Vector2::new(0.4, 0.3), Vector2::new(0.6, 0.1)];
    filtered::at(0.1, 0.5, &observations).check().unwrap();
    let (mean, x) = (DVector::from_vec(vec![0.1, 0.2]), DVector::from_vec(vec![0.5, -0.2]));
    student::at(&mean, &DMatrix::from_row_slice(2, 2, &[2.0, 0.3, 0.3, 1.0]), 3.0, &x).check().unwrap();
    spectrum::at(&DMatrix::from_row_slice(3, 3, &[2.0, 0.1, 0.2, 0.1, 3.0, 0.3, 0.2, 0.3, 4.5])).check().unwrap();
}

#[differentiable]
fn local_point(point: &Point3<f64>, position: &Point3<f64>, orientation: &UnitQuaternion<f64>) -> Point3<f64> {
    orientation.inverse() * Point3::from(point.coords - position.coords)
}

#[differentiable]
fn seen(points: &[Point3<f64>], position: &Point3<f64>, orientation: &UnitQuaternion<f64>) -> f64 {
    let local: Vec<Point3<f64>> = points.iter().map(|point| local_point(point, position, orientation)).collect();
    local.iter().map(|p| p.coords.norm_squared() * p.x).sum()
}

#[differentiable]
fn kinetic_energy(q: &UnitQuaternion<f64>, inertia: &Matrix3<f64>, w: &Vector3<f64>) -> f64 {
    let r = q.to_rotation_matrix();
    let r_mat = r.matrix();
    let i = r_mat * inertia * r_mat.transpose();
    0.5 * w.dot(&(i * w))
}

/// How a quaternion changes with an angular velocity.
#[differentiable]
fn quaternion_rate(q: &UnitQuaternion<f64>, w: &Vector3<f64>) -> f64 {
    let mut out = SMatrix::<f64, 4, 3>::zeros();
    let v = q.vector();
    out.fixed_rows_mut::<1>(0).copy_from(&-v.transpose());
    out.fixed_rows_mut::<3>(1).copy_from(&(q.w * Matrix3::identity() + v.cross_matrix()));
    (0.5 * out * w).norm_squared()
}

#[differentiable]
fn hyperelastic(x: &SMatrix<f64, 2, 3>, #[constant] rest: &Matrix2<f64>, mu: f64, lambda: f64) -> f64 {
    let edges = Matrix2::from_columns(&[x.column(1) - x.column(0), x.column(2) - x.column(0)]);
    let f = edges * rest;
    let e = (f.transpose() * f - Matrix2::identity()) * 0.5;
    mu * (e.transpose() * e).trace() + 0.5 * lambda * e.trace().powi(2) + f.determinant().ln()
}

#[differentiable]
fn largest_eigenvalue(matrix: &DMatrix<f64>) -> f64 {
    let mut v = DVector::<f64>::from_element(matrix.ncols(), 1.0 / matrix.ncols() as f64);
    let mut eigenvalue = 0.0;
    for _ in 0..8 {
        let next = matrix * &v;
        let norm = next.norm();
        if norm <= 0.0 || !norm.is_finite() {
            return 1.0;
        }
        v = next.scale(1.0 / norm);
        eigenvalue = v.dot(&(matrix * &v));
    }
    eigenvalue.abs()
}

#[test]
fn mechanics() {
    let q = UnitQuaternion::from_euler_angles(0.1, 0.2, 0.3);
    let (p, w) = (Point3::new(0.5, -0.2, 5.7), Vector3::new(0.5, -0.2, 0.7));
    seen::at(&[Point3::new(0.1, 0.2, 0.3)], &p, &q).check().unwrap();
    let inertia = Matrix3::new(1.0, 0.2, 0.1, 0.2, 1.2, 0.4, 0.1, 0.4, 0.8);
    kinetic_energy::at(&q, &inertia, &w).check().unwrap();
    quaternion_rate::at(&q, &w).check().unwrap();
    let x = SMatrix::<f64, 2, 3>::new(0.0, 1.0, 0.2, 0.1, 0.0, 1.3);
    hyperelastic::at(&x, &Matrix2::new(1.0, 0.1, 0.0, 0.9), 2.0, 3.0).check().unwrap();
    largest_eigenvalue::at(&DMatrix::from_row_slice(2, 2, &[2.0, 0.1, 0.2, 3.0])).check().unwrap();
}
