//! Views that are kept in variables and change a part of a matrix, and iterators over such views.

use cotangent::prelude::*;
use nalgebra::{DMatrix, Matrix2, Matrix3, Matrix4, Vector2, Vector3, dmatrix, vector};

use crate::differences::agrees;

#[differentiable]
fn one_after_the_other(a: &Matrix3<f64>, v: &Vector3<f64>) -> f64 {
    let mut m = *a;
    let mut c = m.column_mut(0);
    c += v;
    c[1] *= 2.0;
    let mut r = m.row_mut(1);
    r *= v.x;
    let s = m.norm();
    let mut c = m.column_mut(2);
    c.copy_from(v);
    let c = s * 2.0;
    s * c * m.determinant()
}

#[differentiable]
fn homogeneous(r: &Matrix3<f64>, t: &Vector3<f64>) -> f64 {
    let mut m = Matrix4::identity();
    let mut rotation = m.fixed_view_mut::<3, 3>(0, 0);
    rotation.copy_from(r);
    let mut first = rotation.column_mut(0);
    first.scale_mut(t.y);
    rotation *= t.x;
    let whole = &mut m;
    let mut translation = whole.fixed_view_mut::<3, 1>(0, 3);
    translation.copy_from(t);
    m.norm() + m.determinant()
}

/// Gram-Schmidt.
#[differentiable]
fn orthonormal(a: &DMatrix<f64>) -> f64 {
    let mut q = a.clone();
    for j in 0..q.ncols() {
        for k in 0..j {
            let along = q.column(k) * q.column(k).dot(&q.column(j));
            let mut c = q.column_mut(j);
            c -= &along;
        }
        let n = q.column(j).norm();
        q.column_mut(j).unscale_mut(n);
    }
    q.map(|x| (2.0 * x).sin()).sum()
}

#[differentiable]
fn lists(a: &Vec<Matrix3<f64>>, v: &Vector3<f64>) -> f64 {
    let mut ms = a.clone();
    for k in 0..2 {
        let mut c = ms[k].column_mut(0);
        c += v;
        ms[k].row_mut(1).scale_mut(v.x);
        for mut r in ms[1 - k].row_iter_mut() {
            r *= v.y;
        }
    }
    ms[0].norm() * ms[1].determinant()
}

#[differentiable]
fn lines(a: &DMatrix<f64>, scale: &Vector2<f64>) -> f64 {
    let s = scale.x;
    let mut m = DMatrix::zeros(3, 3);
    for (i, mut row) in m.row_iter_mut().enumerate() {
        row[0] = s * i as f64;
        row[1] += s;
    }
    m += a;
    for mut c in m.column_iter_mut() {
        let n = c.norm();
        c /= n;
    }
    m.column_iter_mut().zip(a.column_iter()).for_each(|(mut c, d)| c += d * s);
    for x in m.column_mut(1).iter_mut() {
        *x = x.sin() * s;
    }
    m.row_mut(1).iter_mut().zip(a.row(0).iter()).for_each(|(x, y)| *x += y * s);
    m.column_mut(0).apply(|x| *x = x.tanh());
    m.zip_apply(a, |x, y| *x += y * y * s);
    m[(0, 1)] * m[(1, 0)] + m.norm()
}

/// The last statement of a block uses the view.
#[differentiable]
fn until_the_end(m: &Matrix3<f64>, v: &Vector3<f64>) -> f64 {
    let mut a = *m;
    for j in 0..3 {
        let mut c = a.column_mut(j);
        c *= v[j]
    }
    let n = {
        let mut r = a.row_mut(1);
        r *= v.x;
        r[0] * r.norm()
    };
    if n > 0.0 {
        let mut c = a.column_mut(0);
        c += v
    }
    n * a.determinant()
}

#[derive(Differentiable, Clone)]
struct State {
    p: Matrix2<f64>,
    q: Vector2<f64>,
}

#[differentiable]
impl State {
    fn step(&mut self, k: f64) {
        let mut c = self.p.column_mut(0);
        c += self.q * k;
        self.q *= k;
        self.p.row_mut(1).scale_mut(k);
    }
}

#[differentiable]
fn steps(p: &Matrix2<f64>, q: &Vector2<f64>, k: f64) -> f64 {
    let mut s = State { p: *p, q: *q };
    s.step(k);
    s.step(2.0);
    s.p.determinant() * s.q.x + s.p.norm()
}

/// What the place of a view names is hidden while the view lives.
#[differentiable]
fn hidden_places(a: &Matrix3<f64>, v: &Vector3<f64>) -> f64 {
    let mut ms = [*a, *a * 2.0, *a * 3.0];
    for k in 0..3 {
        let mut c = ms[k].column_mut(0);
        let k = (k + 1) % 3;
        c[k] *= v.x;
        c += v;
    }
    let (mut one, mut other) = (ms[0], ms[1]);
    {
        let m = &mut one;
        let mut c = m.column_mut(1);
        let m = &mut other;
        c *= v.y;
        m.row_mut(0).scale_mut(v.z);
    }
    one.determinant() * other.determinant() + ms[2].norm()
}

/// A method of the user's own that has the name of one that lends a part.
struct Image {
    pixels: Vec<u32>,
}

impl Image {
    fn row_mut(&mut self, i: usize) -> &mut [u32] {
        &mut self.pixels[2 * i..2 * i + 2]
    }
}

#[differentiable]
fn beside_an_image(x: f64) -> f64 {
    let mut image = Image { pixels: vec![0; 4] };
    let row = image.row_mut(1);
    row[0] = 3;
    x * x * image.pixels[2] as f64
}

#[test]
fn views_agree_with_differences() {
    let m = Matrix3::new(1.0, 0.2, 0.1, 0.2, 1.2, 0.4, 0.1, 0.4, 0.8);
    holds!(one_after_the_other(&a, &v), a = m, v = vector![0.5, -0.2, 0.7]);
    holds!(homogeneous(&r, &t), r = m, t = vector![0.5, -0.2, 0.7]);
    holds!(until_the_end(&a, &v), a = m, v = vector![0.5, -0.2, 0.7]);
    holds!(hidden_places(&a, &v), a = m, v = vector![0.5, -0.2, 0.7]);
    holds!(steps(&p, &q, k), p = Matrix2::new(1.0, 0.2, 0.3, 0.4), q = vector![0.5, 0.6], k = 0.4);
    let (a, s) = (dmatrix![1.0, 0.2, 0.1; 0.3, 1.2, 0.4; 0.1, 0.6, 0.8], vector![0.3, 0.0]);
    agrees!(orthonormal(a));
    agrees!(lines(a, s));
    let (ms, v) = (vec![m, 0.7 * m], vector![0.5, -0.2, 0.7]);
    agrees!(lists(ms, v));
    assert_eq!(beside_an_image::grad(2.0), 12.0);
}
