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
fn typed(gain: impl Into<f64>) -> f64 {
    let gain: f64 = gain.into();
    gain * gain
}

#[derive(Clone, Differentiable)]
struct Limits {
    gain: f64,
    limit: f64,
}

#[differentiable]
impl Limits {
    fn set(&mut self, gain: impl Into<f64>, limit: impl Into<f64>) {
        self.gain = gain.into();
        self.limit = limit.into();
    }
    fn chained(&mut self, gain: impl Into<f64>) -> &mut Self {
        self.gain *= gain.into();
        self
    }
}

/// Only the arguments tell the types, and the receiver may change.
#[differentiable]
fn inferred(x: f64) -> f64 {
    let mut limits = Limits { gain: 0.0, limit: 0.0 };
    limits.set(x, 100.0);
    for i in 0..2 {
        limits.chained(x).chained(3_u8);
        limits.chained(1.5 + i as f64);
    }
    typed(x) + typed(2_u8) + limits.gain * limits.gain * limits.limit
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
    check!(all() at 0.3, 0.8; inferred() at 0.3, -0.8;);
}

/// `Self::from` in a block for a number, where rules of libraries have a function of the name too.
mod to_self {
    use cotangent::prelude::*;

    #[differentiable]
    pub trait Lerp {
        fn lerp(t: f32, a: Self) -> Self;
        fn blend(self, t: f32) -> Self;
    }

    #[differentiable]
    impl Lerp for f64 {
        fn lerp(t: f32, a: Self) -> Self {
            let t = Self::from(t);
            a * (1. - t)
        }
        fn blend(self, t: f32) -> Self {
            self * Self::from(t) * self + Self::from(2_u8)
        }
    }

    #[differentiable]
    fn of_both(a: f64, t: f32) -> f64 {
        <f64 as Lerp>::lerp(0.5, a) + Lerp::blend(a, t)
    }

    #[test]
    fn are_those_of_the_number() {
        of_both::at(0.3, 0.7).check().unwrap();
        of_both::at(0.3, 0.7).check_jvp().unwrap();
        of_both::at(0.3, 0.7).check_hvp().unwrap();
    }
}
