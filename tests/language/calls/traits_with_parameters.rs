//! Traits with several parameters, default parameters and lengths, implemented for numbers.

use cotangent::prelude::*;
use num_traits::Float;

#[differentiable]
trait Basis<T, const N: usize> {
    fn eval(&self, x: T) -> [T; N];
    fn dim(&self) -> usize {
        N
    }
}

#[derive(Differentiable, Clone)]
struct Powers<F> {
    scale: F,
}

#[differentiable]
impl<F: Float, const N: usize> Basis<F, N> for Powers<F> {
    fn eval(&self, x: F) -> [F; N] {
        let mut out = [F::zero(); N];
        let mut p = self.scale;
        for i in 0..N {
            out[i] = p;
            p = p * x;
        }
        out
    }
}

#[differentiable]
fn of_a_length(x: f64) -> f64 {
    let p = Powers { scale: x * 2.0 };
    let e: [f64; 3] = p.eval(x);
    e[0] + e[1] * e[2]
}

#[differentiable]
trait Combine<Rhs = Self> {
    type Out;
    fn combine(&self, other: &Rhs) -> Self::Out;
}

#[derive(Differentiable, Clone, Copy)]
struct Pair<F> {
    x: F,
    y: F,
}

#[differentiable]
impl<F: Float> Combine for Pair<F> {
    type Out = F;
    fn combine(&self, o: &Pair<F>) -> F {
        self.x * o.y - self.y * o.x
    }
}

#[differentiable]
fn of_a_default(x: f64) -> f64 {
    let a = Pair { x, y: x * x };
    let b = Pair { x: 1.0, y: x.sin() };
    a.combine(&b)
}

#[differentiable]
trait Metric<P, R> {
    fn distance(&self, a: &P, b: &P) -> R;
}

#[derive(Differentiable, Clone, Copy)]
struct Scaled<F> {
    s: F,
}

#[differentiable]
impl<F: Float> Metric<[F; 2], F> for Scaled<F> {
    fn distance(&self, a: &[F; 2], b: &[F; 2]) -> F {
        let dx = a[0] - b[0];
        let dy = a[1] - b[1];
        self.s * (dx * dx + dy * dy).sqrt()
    }
}

#[differentiable]
fn of_two(x: f64) -> f64 {
    let m = Scaled { s: x };
    m.distance(&[x, 1.0], &[0.3, x * x])
}

#[differentiable]
trait State<T> {
    fn step(&mut self, dt: T);
    fn energy(&self) -> T;
}

#[derive(Differentiable, Clone)]
struct Oscillator<F> {
    q: F,
    p: F,
    history: Vec<F>,
}

#[differentiable]
impl<F: Float> State<F> for Oscillator<F> {
    fn step(&mut self, dt: F) {
        self.p = self.p - self.q * dt;
        self.q = self.q + self.p * dt;
        self.history.push(self.q);
    }
    fn energy(&self) -> F {
        let mut s = self.q * self.q + self.p * self.p;
        for h in self.history.iter() {
            s = s + *h;
        }
        s
    }
}

#[differentiable]
fn that_changes(x: f64) -> f64 {
    let mut o = Oscillator { q: x, p: x * x, history: Vec::new() };
    for _ in 0..5 {
        o.step(0.1 * x);
    }
    o.energy()
}

#[differentiable]
trait Activation {
    fn apply<T: Float>(&self, x: T) -> T;
}

#[derive(Differentiable, Clone, Copy)]
struct Square;

#[differentiable]
impl Activation for Square {
    fn apply<T: Float>(&self, x: T) -> T {
        x * x
    }
}

#[differentiable]
fn twice<A: Activation>(a: &A, x: f64) -> f64 {
    a.apply(x) * a.apply(x + 1.0)
}

#[differentiable]
fn of_methods(x: f64) -> f64 {
    twice(&Square, x) + Square.apply(x)
}

#[test]
fn their_gradients_are_those_of_differences() {
    each_is_right!([of_a_length of_a_default of_two that_changes of_methods](0.7));
}
