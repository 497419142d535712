//! Solvers with work of their own, systems as traits, and functions that visit parts.

use cotangent::prelude::*;

#[differentiable]
trait OdeSystem {
    fn rhs(&self, t: f64, y: &[f64], dy: &mut [f64]);
    fn dim(&self) -> usize {
        2
    }
}
#[derive(Differentiable, Clone)]
struct Vdp {
    mu: f64,
}
#[differentiable]
impl OdeSystem for Vdp {
    fn rhs(&self, _t: f64, y: &[f64], dy: &mut [f64]) {
        dy[0] = y[1];
        dy[1] = self.mu * (1.0 - y[0] * y[0]) * y[1] - y[0];
    }
}
#[differentiable]
fn heun<S: OdeSystem>(sys: &S, y: &mut Vec<f64>, h: f64, n: usize) {
    let mut k1 = vec![0.0; y.len()];
    let mut k2 = vec![0.0; y.len()];
    let mut tmp = y.clone();
    let mut t = 0.0;
    for _ in 0..n {
        sys.rhs(t, y, &mut k1);
        for i in 0..y.len() {
            tmp[i] = y[i] + h * k1[i];
        }
        sys.rhs(t + h, &tmp, &mut k2);
        for i in 0..y.len() {
            y[i] += 0.5 * h * (k1[i] + k2[i]);
        }
        t += h;
    }
}
#[differentiable]
fn system(v: &Vdp, x: f64) -> f64 {
    let mut y = vec![x, 0.1];
    heun(v, &mut y, 0.05, 8);
    y[0] * y[1]
}
#[differentiable]
fn handed_on_to_a_method(v: &Vdp, x: f64) -> f64 {
    let mut y = vec![x, 0.1];
    stepper(|t, y, dy| v.rhs(t, y, dy), &mut y, 0.05);
    y[0] * y[1]
}
#[differentiable]
fn stepper<F>(f: F, y: &mut [f64], h: f64)
where
    F: Fn(f64, &[f64], &mut [f64]),
{
    let mut w = Work::new(y.len());
    for i in 0..4 {
        w.step(&f, i as f64 * h, y, h);
    }
}
#[derive(Differentiable, Clone)]
struct Work {
    k1: Vec<f64>,
    tmp: Vec<f64>,
}
#[differentiable]
impl Work {
    fn new(n: usize) -> Self {
        Work { k1: vec![0.0; n], tmp: vec![0.0; n] }
    }
    fn step<F: Fn(f64, &[f64], &mut [f64])>(&mut self, f: &F, t: f64, y: &mut [f64], h: f64) {
        f(t, y, &mut self.k1);
        for i in 0..y.len() {
            self.tmp[i] = y[i] + 0.5 * h * self.k1[i];
        }
        f(t + 0.5 * h, &self.tmp, &mut self.k1);
        for (y, k) in y.iter_mut().zip(&self.k1) {
            *y += h * k;
        }
    }
}
#[differentiable]
fn jac<const N: usize, const M: usize>(f: impl Fn(&[f64; N], &mut [f64; M], &mut [[f64; N]; M]), x: &[f64; N]) -> f64 {
    let mut r = [0.0; M];
    let mut j = [[0.0; N]; M];
    f(x, &mut r, &mut j);
    let mut s = 0.0;
    for i in 0..M {
        for k in 0..N {
            s += r[i] * j[i][k];
        }
    }
    s
}
#[differentiable]
fn residuals_and_slopes(x: &[f64; 2], c: f64) -> f64 {
    jac::<2, 2>(
        |p, r, j| {
            r[0] = p[0] * c;
            j[0][0] = c * c;
            j[0][1] = p[1];
            r[1] = p[1] * p[1];
            j[1] = [p[0], 2.0 * p[1]];
        },
        x,
    )
}
#[differentiable]
fn visit(nodes: &[f64], mut f: impl FnMut(usize, &f64, &mut f64)) -> f64 {
    let mut acc = 1.0;
    for (i, n) in nodes.iter().enumerate() {
        f(i, n, &mut acc);
    }
    acc
}
#[differentiable]
fn visited(x: &[f64], c: f64) -> f64 {
    visit(x, |i, n, acc| if i % 2 == 0 { *acc += n * c } else { *acc *= *n }) + visit(x, |_, n, acc| *acc += n * n)
}
#[derive(Differentiable, Clone)]
struct Particle {
    p: [f64; 2],
    v: [f64; 2],
}
#[differentiable]
fn each(ps: &mut [Particle], f: impl Fn(&mut Particle)) {
    for p in ps.iter_mut() {
        f(p);
    }
}
#[differentiable]
fn each_i(ps: &mut Vec<Particle>, f: &dyn Fn(&mut Particle, f64)) {
    for i in 0..ps.len() {
        f(&mut ps[i], i as f64);
    }
}
#[differentiable]
fn particles(x: f64, g: f64) -> f64 {
    let mut ps = vec![Particle { p: [x, x * x], v: [1.0, g] }, Particle { p: [0.3, 0.2], v: [x, x] }];
    for _ in 0..3 {
        each(&mut ps, |q| {
            q.v[1] -= g * 0.1;
            q.p[0] += q.v[0] * 0.1;
            q.p[1] += q.v[1] * 0.1;
        });
        each_i(&mut ps, &|q, k| {
            q.p[0] *= k + g;
        });
    }
    ps.iter().map(|q| q.p[0] * q.p[1]).sum()
}
#[test]
fn solvers_of_many_forms() {
    macro_rules! right {
        ($($call:expr),* $(,)?) => {$(
            $call.check().unwrap();
            $call.check_jvp().unwrap();
            $call.check_hvp().unwrap();
        )*};
    }
    let v = Vdp { mu: 0.7 };
    right!(
        system::at(&v, 0.4),
        handed_on_to_a_method::at(&v, 0.4),
        residuals_and_slopes::at(&[0.3, 0.5], 0.7),
        visited::at(&[0.3, 0.5, 0.8], 0.7),
        particles::at(0.3, 0.5),
    );
}
