//! Parameters `impl Into<f64>` and `impl Into<T>`: numbers of any kind, with a derivative and without.

use cotangent::prelude::*;
use num_traits::Float;

#[differentiable]
fn square(x: impl Into<f64>) -> f64 {
    let x = x.into();
    x * x
}

#[differentiable]
fn scaled<T: Into<f64>>(x: T, #[constant] k: impl Into<f64>) -> f64 {
    let k: f64 = k.into();
    x.into() * k
}

#[derive(Clone, Differentiable)]
struct Pid<T: Float> {
    kp: T,
    limit: T,
}

#[differentiable]
impl<T: Float> Pid<T> {
    #[differentiable]
    fn new(kp: T, limit: impl Into<T>) -> Self {
        Self { kp, limit: limit.into() }
    }
    fn step(&mut self, error: T) -> T {
        self.kp = self.kp * error;
        num_traits::clamp(self.kp, -self.limit, self.limit)
    }
}

#[differentiable]
fn all(x: f64) -> f64 {
    let mut pid = Pid::new(x, x * 2.0);
    let mut sum = 0.0;
    for i in 0..3 {
        sum += if i == 1 { square(x) * square(i) } else { scaled(x, 2.0_f32) + scaled(x * x, 3) };
        sum += pid.step(1.5 + x);
    }
    sum
}

#[test]
fn numbers_of_any_kind() {
    check!(all() at 0.3, 0.8;);
}
