//! A trait of interpolation whose values may be numbers or vectors, and a spline of any of them.

use cotangent::prelude::*;

#[differentiable]
trait Interpolate<T>: Sized + Copy {
    fn lerp(t: T, a: Self, b: Self) -> Self;
    fn cubic_hermite(t: T, x: (T, Self), a: (T, Self), b: (T, Self), y: (T, Self)) -> Self;
}

#[differentiable]
impl Interpolate<f64> for f64 {
    fn lerp(t: f64, a: f64, b: f64) -> f64 {
        a * (1.0 - t) + b * t
    }
    fn cubic_hermite(t: f64, x: (f64, f64), a: (f64, f64), b: (f64, f64), y: (f64, f64)) -> f64 {
        let two_t = t * 2.;
        let three_t = t * 3.;
        let t2 = t * t;
        let t3 = t2 * t;
        let two_t3 = t2 * two_t;
        let three_t2 = t * three_t;
        let m0 = (b.1 - x.1) / (b.0 - x.0) * (b.0 - a.0);
        let m1 = (y.1 - a.1) / (y.0 - a.0) * (b.0 - a.0);
        a.1 * (two_t3 - three_t2 + 1.) + m0 * (t3 - t2 * 2. + t) + b.1 * (three_t2 - two_t3) + m1 * (t3 - t2)
    }
}

#[derive(Differentiable, Clone, Copy)]
struct Key<T, V> {
    t: T,
    value: V,
}

#[derive(Differentiable, Clone)]
struct Spline<T, V>(Vec<Key<T, V>>);

#[differentiable]
impl<V: Interpolate<f64>> Spline<f64, V> {
    fn sample(&self, t: f64) -> Option<V> {
        let keys = &self.0;
        let mut i = 0;
        while i + 1 < keys.len() && keys[i + 1].t < t {
            i += 1;
        }
        if i + 1 >= keys.len() {
            return None;
        }
        let (a, b) = (keys[i], keys[i + 1]);
        let nt = (t - a.t) / (b.t - a.t);
        Some(V::lerp(nt, a.value, b.value))
    }
}

#[differentiable]
fn of_numbers(a: f64, t: f64) -> f64 {
    let s = Spline(vec![Key { t: 0.0, value: a }, Key { t: a, value: a * a }, Key { t: 3.0, value: 1.0 }]);
    s.sample(t).unwrap_or(0.0)
        + s.sample(t * 2.0).unwrap_or(0.0)
            * <f64 as Interpolate<f64>>::cubic_hermite(t, (0.0, a), (1.0, t), (2.0, a * t), (3.0, 1.0))
}

#[differentiable]
impl Interpolate<f64> for [f64; 2] {
    fn lerp(t: f64, a: Self, b: Self) -> Self {
        [a[0] * (1.0 - t) + b[0] * t, a[1] * (1.0 - t) + b[1] * t * t]
    }
    fn cubic_hermite(_: f64, _: (f64, Self), a: (f64, Self), _: (f64, Self), _: (f64, Self)) -> Self {
        a.1
    }
}

#[differentiable]
fn of_vectors(a: f64, t: f64) -> f64 {
    let spline = Spline(vec![Key { t: 0.0, value: [a, 1.0] }, Key { t: a, value: [a * a, t] }]);
    match spline.sample(t) {
        Some([x, y]) => x * y,
        None => 0.0,
    }
}

#[test]
fn their_gradients_are_those_of_differences() {
    of_numbers::at(0.7, 0.4).check().unwrap();
    of_numbers::at(0.7, 1.3).check().unwrap();
    of_numbers::at(0.7, 0.4).check_hvp().unwrap();
    of_vectors::at(0.7, 0.4).check().unwrap();
    of_vectors::at(0.7, 0.4).check_hvp().unwrap();
}
