//! Programs as they are found in robotics and vision, with the attribute added.

use cotangent::prelude::*;
use nalgebra::{
    Isometry3, Matrix2, Matrix3, Matrix4, Matrix4x3, Point2, Point3, RowVector2, SVector, UnitQuaternion, Vector2,
    Vector3, Vector4, Vector6,
};

use crate::harness::numbers;

#[differentiable]
fn dh(q: &SVector<f64, 3>) -> f64 {
    let mut t = Matrix4::<f64>::identity();
    for i in 0..3 {
        let (s, c) = (q[i].sin(), q[i].cos());
        t = t * Matrix4::new(c, -s, 0.0, 0.1, s, c, 0.0, 0.2, 0.0, 0.0, 1.0, 0.3, 0.0, 0.0, 0.0, 1.0);
    }
    let p = t.column(3);
    p.norm_squared()
}

#[differentiable]
fn gauss_newton(j: &Matrix4x3<f64>, r: &Vector4<f64>) -> f64 {
    let h = j.transpose() * j + Matrix3::identity() * 1e-3;
    let step = h.cholesky().unwrap().solve(&(j.transpose() * r));
    step.norm()
}

#[differentiable]
fn project(k: &Matrix3<f64>, pose: &Isometry3<f64>, point: &Point3<f64>, #[constant] seen: &Point2<f64>) -> f64 {
    let p = pose.transform_point(point);
    let uvw = k * p.coords;
    let uv = uvw.xy() / uvw.z;
    (uv - seen.coords).norm_squared()
}

#[differentiable]
fn rk4(x0: &Vector2<f64>, k: f64) -> f64 {
    let f = |x: &Vector2<f64>| Vector2::new(x.y, -k * x.x);
    let mut x = *x0;
    let h = 0.1;
    for _ in 0..5 {
        let k1 = f(&x);
        let k2 = f(&(x + k1 * (h / 2.0)));
        let k3 = f(&(x + k2 * (h / 2.0)));
        let k4 = f(&(x + k3 * h));
        x += (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0);
    }
    x.norm_squared()
}

#[differentiable]
fn by_columns(a: &Matrix3<f64>) -> f64 {
    let mut s = 0.0;
    for c in a.column_iter() {
        s += c.norm();
    }
    for r in a.row_iter() {
        s += r.sum() * r.norm_squared();
    }
    s
}

#[differentiable]
fn springs(x: &[Vector3<f64>; 4], k: f64) -> f64 {
    let mut forces = [Vector3::zeros(); 4];
    for i in 0..3 {
        let d = x[i + 1] - x[i];
        let f = d.normalize() * (k * (d.norm() - 1.0));
        forces[i] += f;
        forces[i + 1] -= f;
    }
    forces.iter().map(|f| f.norm_squared()).sum::<f64>()
}

#[differentiable]
fn covariance(points: &[Vector3<f64>; 5]) -> f64 {
    let mut mean = Vector3::zeros();
    for p in points {
        mean += p;
    }
    mean /= 5.0;
    let mut c = Matrix3::zeros();
    for p in points.iter() {
        let d = p - mean;
        c += d * d.transpose();
    }
    c.symmetric_eigenvalues().max() + c.determinant()
}

#[differentiable]
fn elimination(a: &Matrix3<f64>, b: &Vector3<f64>) -> f64 {
    let mut m = *a;
    let mut x = *b;
    for k in 0..3 {
        for i in k + 1..3 {
            let f = m[(i, k)] / m[(k, k)];
            for j in k..3 {
                m[(i, j)] -= f * m[(k, j)];
            }
            x[i] -= f * x[k];
        }
    }
    for i in (0..3).rev() {
        for j in i + 1..3 {
            x[i] -= m[(i, j)] * x[j];
        }
        x[i] /= m[(i, i)];
    }
    x.sum()
}

#[differentiable]
fn horner(a: &Matrix3<f64>, c: &[f64; 4]) -> f64 {
    let mut acc = Matrix3::zeros();
    for k in c.iter() {
        acc = acc * a + Matrix3::identity() * *k;
    }
    acc.norm()
}

#[differentiable]
fn attitude(q: &UnitQuaternion<f64>, w: &Vector3<f64>, dt: f64) -> f64 {
    let dq = UnitQuaternion::from_scaled_axis(w * dt);
    let mut q = *q;
    for _ in 0..3 {
        q = q * dq;
    }
    let g = q.inverse() * Vector3::new(0.0, 0.0, -9.81);
    let e = q.euler_angles();
    g.x + g.y * e.0 + e.1 - e.2
}

#[differentiable]
fn slices(x: f64, y: f64) -> f64 {
    let v = Vector3::from([x, y, x * y]);
    let w = Vector3::from_row_slice(&[y, x, 1.0]);
    let m = Matrix3::from_columns(&[v, w, v.cross(&w)]);
    m.max() + v.min() + v[1] + v.amax() + m.row(1).dot(&w.transpose())
}

#[differentiable]
fn ekf(p: &Matrix2<f64>, f: &Matrix2<f64>, q: f64, r: f64) -> f64 {
    let p = f * p * f.transpose() + Matrix2::from_diagonal_element(q);
    let h = RowVector2::new(1.0, 0.0);
    let s = (h * p * h.transpose())[0] + r;
    let k = p * h.transpose() / s;
    let p = (Matrix2::identity() - k * h) * p;
    let i = p.try_inverse().unwrap();
    i.trace() + s.abs().ln()
}

#[differentiable]
fn screw(v: &Vector6<f64>) -> f64 {
    let w = v.fixed_rows::<3>(3).into_owned();
    let u = v.fixed_rows::<3>(0);
    let k = Matrix3::new(0.0, -w.z, w.y, w.z, 0.0, -w.x, -w.y, w.x, 0.0);
    let theta = w.norm();
    let r = Matrix3::identity() + k * (theta.sin() / theta) + k * k * ((1.0 - theta.cos()) / (theta * theta));
    (r * u).dot(&w) + r.trace()
}

#[test]
fn programs_of_robotics() {
    let v = |seed| numbers::<3, 1>(seed);
    let q = UnitQuaternion::from_scaled_axis(v(1));
    holds!(dh(&q), q = v(1));
    holds!(
        project(&k, &pose, &point, &seen),
        k = numbers::<3, 3>(1),
        pose = Isometry3::new(v(2), v(3)),
        point = Point3::from(v(4)),
        seen = Point2::new(0.1, 0.2)
    );
    holds!(attitude(&q, &w, dt), q = q, w = v(2), dt = 0.3);
    holds!(screw(&v), v = numbers::<6, 1>(2));
    holds!(ekf(&p, &f, noise, r), p = numbers::<2, 2>(1), f = numbers::<2, 2>(2), noise = 0.3, r = 4.0);
    holds!(rk4(&x, k), x = numbers::<2, 1>(1), k = 2.0);
}

#[test]
fn programs_of_linear_algebra() {
    let v = |seed| numbers::<3, 1>(seed);
    holds!(gauss_newton(&j, &r), j = numbers::<4, 3>(1), r = numbers::<4, 1>(2));
    holds!(by_columns(&a), a = numbers::<3, 3>(1));
    holds!(springs(&x, k), x = [v(1), v(2), v(3), v(4)], k = 3.0);
    holds!(covariance(&points), points = [v(1), v(2), v(3), v(4), v(5)]);
    holds!(elimination(&a, &b), a = numbers::<3, 3>(1), b = v(2));
    holds!(horner(&a, &c), a = numbers::<3, 3>(1), c = [0.1, 0.4, -0.3, 0.7]);
    holds!(slices(x, y), x = 0.3, y = 0.8);
}

#[differentiable]
fn of_references(n: &Vector3<f64>, m: &Vector3<f64>) -> f64 {
    let both = [*n, *m];
    n.dot(&m) + n.cross(&m).norm() + both.iter().map(|v| v.dot(&m)).sum::<f64>()
}

#[test]
fn references_to_references_are_references() {
    of_references::at(&Vector3::new(0.1, 0.2, 0.3), &Vector3::new(0.1, -0.2, 0.3)).check().unwrap();
}
