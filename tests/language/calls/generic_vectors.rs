//! Functions that are generic over values with the operators of vectors: numbers, and types of the user's.

use cotangent::prelude::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, Differentiable)]
struct State {
    x: f64,
    v: f64,
}

#[differentiable]
impl Add for State {
    type Output = State;
    fn add(self, other: State) -> State {
        State { x: self.x + other.x, v: self.v + other.v }
    }
}
#[differentiable]
impl Sub for State {
    type Output = State;
    fn sub(self, other: State) -> State {
        State { x: self.x - other.x, v: self.v - other.v }
    }
}
#[differentiable]
impl Mul<f64> for State {
    type Output = State;
    fn mul(self, k: f64) -> State {
        State { x: self.x * k, v: self.v * k }
    }
}
#[differentiable]
impl Mul<State> for f64 {
    type Output = State;
    fn mul(self, state: State) -> State {
        State { x: self * state.x, v: self * state.v }
    }
}
// Its quotients are on the tape.
#[differentiable]
impl Div<f64> for State {
    type Output = State;
    fn div(self, k: f64) -> State {
        State { x: self.x / k, v: self.v / k }
    }
}
#[differentiable]
impl Neg for State {
    type Output = State;
    fn neg(self) -> State {
        State { x: -self.x, v: -self.v }
    }
}

/// A sum that is not linear, and leaves values on the tape; a product that is not linear either.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Odd {
    x: f64,
}

#[differentiable]
impl Add for Odd {
    type Output = Odd;
    fn add(self, other: Odd) -> Odd {
        let mut x = 1.0;
        for _ in 0..3 {
            x = x * self.x + other.x.sin() * self.x;
        }
        Odd { x }
    }
}
#[differentiable]
impl Mul<f64> for Odd {
    type Output = Odd;
    fn mul(self, k: f64) -> Odd {
        Odd { x: self.x * self.x * k }
    }
}

/// A vector of any numbers.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair<T> {
    x: T,
    y: T,
}

#[differentiable]
impl<T: num_traits::Float> Add for Pair<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Pair { x: self.x + other.x, y: self.y + other.y }
    }
}
#[differentiable]
impl<T: num_traits::Float> Mul<T> for Pair<T> {
    type Output = Pair<T>;
    fn mul(self, k: T) -> Pair<T> {
        Pair { x: self.x * k, y: self.y * k }
    }
}

#[differentiable]
fn runge_kutta<V, F>(f: F, t: f64, y: V, h: f64) -> V
where
    V: Copy + Add<Output = V> + Mul<f64, Output = V>,
    F: Fn(f64, V) -> V,
{
    let k1 = f(t, y);
    let k2 = f(t + 0.5 * h, y + k1 * (0.5 * h));
    let k3 = f(t + 0.5 * h, y + k2 * (0.5 * h));
    let k4 = f(t + h, y + k3 * h);
    y + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0)
}

#[differentiable]
fn swing(angle: f64, h: f64) -> f64 {
    let mut state = State { x: angle, v: 0.0 };
    let (mut number, mut t) = (angle, 0.0);
    for _ in 0..3 {
        state = runge_kutta(|t, s: State| State { x: s.v, v: 0.1 * t - s.x.sin() }, t, state, h);
        number = runge_kutta(|_, x: f64| -x * angle, t, number, h);
        t += h;
    }
    state.x * number
}

#[differentiable]
fn casteljau<V>(points: &[V; 4], t: f64) -> V
where
    V: Copy + Add<V, Output = V> + Mul<f64, Output = V>,
{
    let mut q = *points;
    let n = q.len();
    for k in 1..n {
        for i in 0..n - k {
            q[i] = q[i] * (1.0 - t) + q[i + 1] * t;
        }
    }
    q[0]
}

#[differentiable]
fn curve(x: f64, t: f64) -> f64 {
    let point = |a: f64| Pair { x: a, y: a * a };
    let p = casteljau(&[point(x), point(2.0), point(x * x), point(1.0)], t);
    p.x * p.y + casteljau(&[x, 1.0, t, 2.0], t)
}

#[differentiable]
fn mixed<V>(a: V, b: V, k: f64) -> V
where
    V: Copy + Add<Output = V> + Sub<Output = V> + Neg<Output = V> + Div<f64, Output = V>,
    f64: Mul<V, Output = V>,
{
    let c = k * (a - b) / k.exp();
    -(c / 3.0) + 2.0 * a
}

#[differentiable]
fn of_both(x: f64, k: f64) -> f64 {
    let state = mixed(State { x, v: k }, State { x: k * x, v: 1.0 }, k);
    state.x * state.v + mixed(x, k, k)
}

#[differentiable]
fn repeated<V: Copy + Add<Output = V> + Mul<f64, Output = V>>(a: V, b: V) -> V {
    let mut sum = a + b;
    for _ in 0..3 {
        sum = (sum + b) * 0.3;
    }
    sum * 2.0 + a
}

#[differentiable]
fn odd(x: f64, y: f64) -> f64 {
    repeated(Odd { x }, Odd { x: y }).x
}

#[differentiable]
fn scalar_product<T: Copy + Mul<U, Output = V>, U: Copy, V: Add<Output = V> + Default>(a: &[T], b: &[U]) -> V {
    let mut sum = V::default();
    for i in 0..a.len() {
        sum = sum + a[i] * b[i];
    }
    sum
}

#[differentiable]
fn of_lists(x: f64, y: f64) -> f64 {
    scalar_product(&[x, y, x * y], &[y, 2.0, x])
}

#[test]
fn operators_by_bounds() {
    for (x, y) in [(0.4, 0.3), (0.9, 0.2)] {
        swing::at(x, y).check().unwrap();
        swing::at(x, y).check_jvp().unwrap();
        curve::at(x, y).check().unwrap();
        curve::at(x, y).check_jvp().unwrap();
        of_both::at(x, y).check().unwrap();
        of_both::at(x, y).check_jvp().unwrap();
        odd::at(x, y).check().unwrap();
        odd::at(x, y).check_jvp().unwrap();
        of_lists::at(x, y).check().unwrap();
        of_lists::at(x, y).check_jvp().unwrap();
    }
}
