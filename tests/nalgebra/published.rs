//! Programs as they are published: estimation, control, geometry, regression, on nalgebra's types.

use cotangent::prelude::*;
use nalgebra::{
    DMatrix, DVector, Isometry3, Matrix2, Matrix3, Matrix3x4, Matrix4, Point3, Rotation3, RowVector2, RowVector3,
    SMatrix, Translation3, UnitQuaternion, Vector2, Vector3, Vector4, Vector6,
};

use crate::differences::agrees;

// 1. Kalman filter: predict and update of a list of measurements.
#[differentiable]
fn kalman(q: &DVector<f64>, z: &DVector<f64>) -> f64 {
    let f = Matrix2::new(1.0, 0.1, 0.0, 1.0);
    let h = RowVector2::new(1.0, 0.0);
    let qm = Matrix2::new(q[0] * q[0], 0.0, 0.0, q[1] * q[1]);
    let mut x = Vector2::new(z[0], 0.0);
    let mut p = Matrix2::identity();
    let mut nll = 0.0;
    for i in 0..z.len() {
        x = f * x;
        p = f * p * f.transpose() + qm;
        let y = z[i] - (h * x)[0];
        let s = (h * p * h.transpose())[(0, 0)] + q[2];
        let k = p * h.transpose() / s;
        x += k * y;
        p = (Matrix2::identity() - k * h) * p;
        nll += 0.5 * (s.ln() + y * y / s);
    }
    nll
}

// 2. Kalman filter with run-time sizes.
#[differentiable]
fn kalman_dynamic(a: &DMatrix<f64>, z: &DVector<f64>) -> f64 {
    let n = a.nrows();
    let h = DMatrix::from_fn(1, n, |_, j| if j == 0 { 1.0 } else { 0.0 });
    let mut x = DVector::zeros(n);
    let mut p = DMatrix::identity(n, n);
    let mut total = 0.0;
    for i in 0..z.len() {
        x = a * &x;
        p = a * &p * a.transpose() + DMatrix::identity(n, n) * 0.1;
        let innovation = DVector::from_element(1, z[i]) - &h * &x;
        let s = &h * &p * h.transpose() + DMatrix::from_element(1, 1, 0.5);
        let s_inv = s.clone().try_inverse().unwrap();
        let k = &p * h.transpose() * &s_inv;
        x += &k * &innovation;
        p = (DMatrix::identity(n, n) - &k * &h) * &p;
        total += innovation.dot(&(&s_inv * &innovation)) + s.determinant().ln();
    }
    total
}

// 3. Extended Kalman filter of a bearing sensor.
#[differentiable]
fn ekf(x0: &Vector3<f64>, z: &Vector4<f64>) -> f64 {
    let mut x = *x0;
    let mut p = Matrix3::<f64>::identity() * 0.5;
    let mut cost = 0.0;
    for i in 0..4 {
        let (v, w, dt) = (1.0, 0.3, 0.1);
        let th = x[2];
        x += Vector3::new(v * dt * th.cos(), v * dt * th.sin(), w * dt);
        let g = Matrix3::new(1.0, 0.0, -v * dt * th.sin(), 0.0, 1.0, v * dt * th.cos(), 0.0, 0.0, 1.0);
        p = g * p * g.transpose() + Matrix3::identity() * 0.01;
        let (dx, dy) = (5.0 - x.x, 3.0 - x.y);
        let q = dx * dx + dy * dy;
        let predicted = dy.atan2(dx) - x.z;
        let h = RowVector3::new(dy / q, -dx / q, -1.0);
        let s = (h * p * h.transpose()).x + 0.05;
        let k = p * h.transpose() / s;
        let e = z[i] - predicted;
        x += k * e;
        p -= k * h * p;
        cost += e * e / s;
    }
    cost + p.trace()
}

// 4. Point alignment by SVD (Kabsch).
#[differentiable]
fn kabsch(a: &Matrix3x4<f64>, b: &Matrix3x4<f64>) -> f64 {
    let (ca, cb) = (a.column_mean(), b.column_mean());
    let mut h = Matrix3::zeros();
    for i in 0..4 {
        h += (a.column(i) - ca) * (b.column(i) - cb).transpose();
    }
    let svd = h.svd(true, true);
    let (u, v_t) = (svd.u.unwrap(), svd.v_t.unwrap());
    let d = (v_t.transpose() * u.transpose()).determinant().signum();
    let r = v_t.transpose() * Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, d)) * u.transpose();
    let t = cb - r * ca;
    let mut cost = 0.0;
    for i in 0..4 {
        cost += (r * a.column(i) + t - b.column(i)).norm_squared();
    }
    cost
}

// 5. Camera projection with distortion.
#[differentiable]
fn projection(camera: &Vector6<f64>, point: &Vector3<f64>) -> f64 {
    let rotation = Rotation3::from_scaled_axis(camera.fixed_rows::<3>(0).into_owned());
    let p = rotation * point + camera.fixed_rows::<3>(3);
    let n = -p.xy() / p.z;
    let r2 = n.norm_squared();
    let distorted = n * (1.0 + 0.1 * r2 + 0.01 * r2 * r2);
    (distorted - Vector2::new(0.3, -0.2)).norm_squared()
}

// 6. PnP residuals.
#[differentiable]
fn pnp(pose: &Vector6<f64>, world: &Matrix3x4<f64>) -> f64 {
    let q = UnitQuaternion::from_scaled_axis(Vector3::new(pose[0], pose[1], pose[2]));
    let iso = Isometry3::from_parts(Translation3::new(pose[3], pose[4], pose[5] + 4.0), q);
    let k = Matrix3::new(500.0, 0.0, 320.0, 0.0, 500.0, 240.0, 0.0, 0.0, 1.0);
    let mut sum = 0.0;
    for c in world.column_iter() {
        let p = iso * Point3::from(c.into_owned());
        let h = k * p.coords;
        let (u, v) = (h.x / h.z, h.y / h.z);
        sum += (u - 300.0).powi(2) + (v - 250.0).powi(2);
    }
    sum * 1e-4
}

// 7. Denavit-Hartenberg kinematics.
#[differentiable]
fn dh(theta: f64, d: f64, a: f64, alpha: f64) -> Matrix4<f64> {
    let (st, ct) = theta.sin_cos();
    let (sa, ca) = alpha.sin_cos();
    Matrix4::new(
        ct,
        -st * ca,
        st * sa,
        a * ct, //
        st,
        ct * ca,
        -ct * sa,
        a * st, //
        0.0,
        sa,
        ca,
        d, //
        0.0,
        0.0,
        0.0,
        1.0,
    )
}
#[differentiable]
fn arm(q: &Vector6<f64>) -> f64 {
    let mut t = Matrix4::identity();
    for i in 0..6 {
        t *= dh(q[i], 0.1 * (i as f64), 0.3, 0.5);
    }
    let p = t.fixed_view::<3, 1>(0, 3);
    (p - Vector3::new(0.5, 0.2, 0.4)).norm() + t[(2, 1)]
}

// 8. Rigid-body dynamics (Euler's equations), RK4.
#[differentiable]
fn omega_dot(i: &Matrix3<f64>, w: &Vector3<f64>, tau: &Vector3<f64>) -> Vector3<f64> {
    let l = i * w;
    i.try_inverse().unwrap() * (tau - w.cross(&l))
}
#[differentiable]
fn rigid(i: &Matrix3<f64>, w0: &Vector3<f64>) -> f64 {
    let tau = Vector3::new(0.1, -0.2, 0.05);
    let (mut w, h) = (*w0, 0.05);
    for _ in 0..5 {
        let k1 = omega_dot(i, &w, &tau);
        let k2 = omega_dot(i, &(w + k1 * (h / 2.0)), &tau);
        let k3 = omega_dot(i, &(w + k2 * (h / 2.0)), &tau);
        let k4 = omega_dot(i, &(w + k3 * h), &tau);
        w += (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0);
    }
    0.5 * w.dot(&(i * w))
}

// 9. LQR by Riccati iterations.
#[differentiable]
fn lqr(a: &DMatrix<f64>, b: &DMatrix<f64>) -> f64 {
    let n = a.nrows();
    let (q, r) = (DMatrix::<f64>::identity(n, n), DMatrix::<f64>::identity(1, 1) * 0.5);
    let mut p = q.clone();
    for _ in 0..6 {
        let btp = b.transpose() * &p;
        let k = (&r + &btp * b).lu().solve(&(&btp * a)).unwrap();
        p = &q + a.transpose() * &p * (a - b * &k);
    }
    p.trace()
}

// 10. Ridge regression by normal equations.
#[differentiable]
fn ridge(x: &DMatrix<f64>, lambda: &DVector<f64>) -> f64 {
    let y = DVector::from_fn(x.nrows(), |i, _| (i as f64).sin());
    let gram = x.tr_mul(x) + DMatrix::from_diagonal(&lambda.map(|l| l.exp()));
    let w = gram.cholesky().unwrap().solve(&x.tr_mul(&y));
    (x * &w - y).norm_squared() + w.norm_squared()
}

// 11. PCA: variance explained by the first component.
#[differentiable]
fn pca(x: &DMatrix<f64>) -> f64 {
    let n = x.nrows() as f64;
    let mean = x.row_mean();
    let mut centered = x.clone();
    for i in 0..x.nrows() {
        let row = x.row(i) - &mean;
        centered.set_row(i, &row);
    }
    let cov = centered.transpose() * &centered / (n - 1.0);
    let eigen = cov.symmetric_eigen();
    eigen.eigenvalues[0] / eigen.eigenvalues.sum()
}

// 12. Gauss-Newton steps of a curve fit.
#[differentiable]
fn gauss_newton(start: &DVector<f64>, y: &DVector<f64>) -> f64 {
    let mut p = start.clone();
    for _ in 0..3 {
        let n = y.len();
        let mut j = DMatrix::zeros(n, 2);
        let mut r = DVector::zeros(n);
        for i in 0..n {
            let t = i as f64 * 0.5;
            let e = (-p[1] * t).exp();
            r[i] = y[i] - p[0] * e;
            j[(i, 0)] = -e;
            j[(i, 1)] = p[0] * t * e;
        }
        let jtj = j.transpose() * &j + DMatrix::identity(2, 2) * 1e-3;
        let step = jtj.lu().solve(&(j.transpose() * &r)).unwrap();
        p -= step;
    }
    p.norm_squared()
}

// 13. Energy of a spring network.
#[differentiable]
fn springs(x: &Matrix3x4<f64>) -> f64 {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)];
    let mut energy = 0.0;
    for (i, j) in edges {
        let d = x.column(i) - x.column(j);
        energy += 0.5 * (d.norm() - 1.0).powi(2);
    }
    energy
}

// 14. Bundle adjustment of a Vec of points.
#[differentiable]
fn bundle(cameras: &Vec<Vector6<f64>>, points: &Vec<Vector3<f64>>) -> f64 {
    let mut sum = 0.0;
    for (i, c) in cameras.iter().enumerate() {
        let r = Rotation3::new(Vector3::new(c[0], c[1], c[2]));
        for (j, p) in points.iter().enumerate() {
            let q = r * p + Vector3::new(c[3], c[4], c[5]);
            let e = Vector2::new(q.x / q.z, q.y / q.z) - Vector2::new(0.1 * (i as f64), 0.2 * (j as f64));
            sum += e.norm_squared();
        }
    }
    sum
}

// 15. IMU preintegration.
#[differentiable]
fn preintegration(gyro: &Vector3<f64>, accel: &Vector3<f64>) -> f64 {
    let dt = 0.02;
    let mut r = Rotation3::identity();
    let (mut v, mut p) = (Vector3::zeros(), Vector3::zeros());
    for i in 0..8 {
        let scale = 1.0 + 0.1 * (i as f64);
        p += v * dt + r * accel * (0.5 * dt * dt);
        v += r * accel * dt;
        r *= Rotation3::from_scaled_axis(gyro * (scale * dt));
    }
    r.scaled_axis().norm_squared() + v.norm() + p.dot(accel)
}

// 16. Complementary quaternion filter.
#[differentiable]
fn attitude(gyro: &Vector3<f64>, accel: &Vector3<f64>) -> f64 {
    let mut q = UnitQuaternion::identity();
    for _ in 0..5 {
        let predicted = q * UnitQuaternion::from_scaled_axis(gyro * 0.1);
        let g = predicted.inverse() * Vector3::z();
        let error = g.cross(&accel.normalize());
        q = predicted * UnitQuaternion::from_scaled_axis(error * 0.2);
    }
    q.angle() + q.vector().dot(accel)
}

// 17. A spline of rotations (slerp, cumulative).
#[differentiable]
fn rotation_spline(a: &Vector3<f64>, b: &Vector3<f64>) -> f64 {
    let (qa, qb) = (UnitQuaternion::from_scaled_axis(*a), UnitQuaternion::from_scaled_axis(*b));
    let mut sum = 0.0;
    for i in 0..4 {
        let t = 0.2 * (i as f64 + 0.5);
        let s = qa.slerp(&qb, t);
        sum += (s * Vector3::x()).y + (qa.rotation_to(&qb).powf(t) * Vector3::y()).z;
    }
    sum
}

// 18. Multivariate Gaussian log density.
#[differentiable]
fn gaussian(x: &DVector<f64>, l: &DMatrix<f64>) -> f64 {
    let cov = l * l.transpose() + DMatrix::identity(x.len(), x.len());
    let chol = cov.cholesky().unwrap();
    let z = chol.l().solve_lower_triangular(x).unwrap();
    -0.5 * z.dot(&z) - 0.5 * chol.ln_determinant() - 0.5 * x.len() as f64 * (2.0 * std::f64::consts::PI).ln()
}

// 19. Multi-layer perceptron with DMatrix weights.
#[differentiable]
fn mlp(w1: &DMatrix<f64>, b1: &DVector<f64>) -> f64 {
    let mut loss = 0.0;
    for k in 0..3 {
        let x = DVector::from_vec(vec![k as f64 * 0.3, 1.0, -0.5]);
        let h = (w1 * &x + b1).map(f64::tanh);
        let logits = w1 * &h;
        let exp = logits.map(|z| z.exp());
        let p = &exp / exp.sum();
        loss -= p[k].ln();
    }
    loss
}

// 20. Power iteration.
#[differentiable]
fn power_iteration(a: &DMatrix<f64>) -> f64 {
    let s = a * a.transpose();
    let mut v = DVector::from_element(a.nrows(), 1.0);
    for _ in 0..10 {
        v = (&s * &v).normalize();
    }
    v.dot(&(&s * &v))
}

// 21. Conjugate gradients.
#[differentiable]
fn conjugate_gradients(a: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let m = a.transpose() * a;
    let mut x = DVector::zeros(b.len());
    let mut r = b - &m * &x;
    let mut p = r.clone();
    let mut rs = r.dot(&r);
    for _ in 0..2 {
        let ap = &m * &p;
        let alpha = rs / p.dot(&ap);
        x.axpy(alpha, &p, 1.0);
        r.axpy(-alpha, &ap, 1.0);
        let new = r.dot(&r);
        p = &r + &p * (new / rs);
        rs = new;
    }
    x.norm_squared()
}

// 22. ARMA by a companion matrix and matrix powers.
#[differentiable]
fn companion(c: &Vector3<f64>) -> f64 {
    let m = Matrix3::new(c[0], c[1], c[2], 1.0, 0.0, 0.0, 0.0, 1.0, 0.0);
    (m.pow(4) * Vector3::new(1.0, 0.5, 0.2)).sum() + m.exp().trace()
}

// 23. Homography transfer error.
#[differentiable]
fn homography(h: &Matrix3<f64>, x: &Vector2<f64>) -> f64 {
    let p = h * x.push(1.0);
    let q = p.xy() / p.z;
    let back = h.try_inverse().map(|i| i * q.push(1.0)).unwrap();
    (back.xy() / back.z - x).norm_squared() + q.norm_squared()
}

// 24. Pose graph edge on SE(3).
#[differentiable]
fn pose_edge(a: &Vector6<f64>, b: &Vector6<f64>) -> f64 {
    let pose = |v: &Vector6<f64>| Isometry3::new(Vector3::new(v[0], v[1], v[2]), Vector3::new(v[3], v[4], v[5]));
    let (ta, tb) = (pose(a), pose(b));
    let e = ta.inv_mul(&tb);
    e.translation.vector.norm_squared() + e.rotation.scaled_axis().norm_squared()
}

// 25. Laplacian of a graph with run-time size, heat flow by implicit steps.
#[differentiable]
fn heat(w: &DMatrix<f64>, u0: &DVector<f64>) -> f64 {
    let n = w.nrows();
    let s = w.component_mul(w);
    let mut lap = DMatrix::zeros(n, n);
    for i in 0..n {
        for j in 0..n {
            if i != j {
                lap[(i, j)] -= s[(i, j)];
                lap[(i, i)] += s[(i, j)];
            }
        }
    }
    let step = (DMatrix::identity(n, n) + lap * 0.1).lu();
    let mut u = u0.clone();
    for _ in 0..3 {
        u = step.solve(&u).unwrap();
    }
    u.variance() + u.amax()
}

fn numbers<const R: usize, const C: usize>(seed: usize) -> SMatrix<f64, R, C> {
    SMatrix::from_fn(|i, j| (((i * 37 + j * 29 + seed * 53) % 101) as f64 - 50.25) / 40.0)
}

#[test]
fn filters_agree_with_differences() {
    let (q, z) = (DVector::from_vec(vec![0.3, 0.4, 0.5]), DVector::from_vec(vec![0.1, 0.4, 0.2, 0.9]));
    agrees!(kalman(q, z));
    let a = DMatrix::from_row_slice(2, 2, &[1.0, 0.1, -0.05, 0.95]);
    agrees!(kalman_dynamic(a, z));
    let (x, z) = (Vector3::new(0.1, 0.2, 0.3), Vector4::new(0.4, 0.3, 0.2, 0.1));
    agrees!(ekf(x, z));
    let (g, a) = (Vector3::new(0.3, -0.2, 0.5), Vector3::new(0.1, 0.4, 0.9));
    agrees!(preintegration(g, a));
    agrees!(attitude(g, a));
}

#[test]
fn vision_agrees_with_differences() {
    let (a, b) = (numbers::<3, 4>(1), numbers::<3, 4>(2));
    agrees!(kabsch(a, b));
    let (c, p) = (numbers::<6, 1>(3), Vector3::new(0.2, 0.1, -3.0));
    agrees!(projection(c, p));
    let (pose, world) = (numbers::<6, 1>(4) * 0.2, numbers::<3, 4>(5) * 0.5);
    agrees!(pnp(pose, world));
    let cameras = vec![Vector6::new(0.1, 0.2, -0.1, 0.0, 0.1, 4.0), Vector6::new(-0.1, 0.3, 0.2, 0.1, 0.0, 5.0)];
    let points = vec![Vector3::new(0.1, 0.5, 0.2), Vector3::new(-0.3, 0.2, 0.4), Vector3::new(0.6, -0.1, 0.3)];
    agrees!(bundle(cameras, points));
    let (h, x) = (Matrix3::new(1.1, 0.1, 0.2, -0.1, 0.9, 0.3, 0.01, 0.02, 1.0), Vector2::new(0.3, 0.7));
    agrees!(homography(h, x));
}

#[test]
fn mechanics_agree_with_differences() {
    let q = numbers::<6, 1>(6);
    agrees!(arm(q));
    let (i, w) = (Matrix3::new(2.0, 0.1, 0.0, 0.1, 1.5, 0.2, 0.0, 0.2, 1.0), Vector3::new(0.5, -0.3, 0.8));
    agrees!(rigid(i, w));
    let x = numbers::<3, 4>(7);
    agrees!(springs(x));
    let (a, b) = (Vector3::new(0.3, -0.4, 0.2), Vector3::new(-0.2, 0.5, 0.7));
    agrees!(rotation_spline(a, b));
    let (a, b) = (numbers::<6, 1>(8) * 0.6, numbers::<6, 1>(9) * 0.6);
    agrees!(pose_edge(a, b));
    let (a, b) = (DMatrix::from_row_slice(2, 2, &[1.0, 0.1, 0.05, 1.02]), DMatrix::from_row_slice(2, 1, &[0.1, 0.5]));
    agrees!(lqr(a, b));
    let c = Vector3::new(0.5, -0.3, 0.2);
    agrees!(companion(c));
}

#[test]
fn regressions_agree_with_differences() {
    let x = DMatrix::from_fn(6, 3, |i, j| ((i * 7 + j * 5) % 11) as f64 / 5.0 - 1.0);
    let l = DVector::from_vec(vec![-1.0, 0.2, 0.5]);
    agrees!(ridge(x, l));
    agrees!(pca(x));
    let (p, y) = (DVector::from_vec(vec![1.0, 0.6]), DVector::from_vec(vec![1.2, 0.8, 0.5, 0.3]));
    agrees!(gauss_newton(p, y));
    let a = DMatrix::from_row_slice(3, 3, &[2.0, 0.3, -0.5, 0.1, 1.5, 0.7, -0.2, 0.4, 3.0]);
    let b = DVector::from_vec(vec![1.0, -2.0, 0.5]);
    agrees!(gaussian(b, a));
    agrees!(mlp(a, b));
    agrees!(power_iteration(a));
    agrees!(conjugate_gradients(a, b));
    agrees!(heat(a, b));
}
