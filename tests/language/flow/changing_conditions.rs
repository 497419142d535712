//! Conditions that lend something to be changed, and flags that are set by what does.

use cotangent::prelude::*;

#[differentiable]
fn hit(x: f64, out: &mut f64) -> bool {
    *out += x * x;
    x > 0.0
}

#[differentiable]
fn halve(x: &mut f64) -> bool {
    *x *= 0.5;
    *x > 0.1
}

#[differentiable]
fn flags(x: f64) -> f64 {
    let mut y = x * x;
    let (mut any, mut all, mut odd) = (false, true, false);
    for _ in 0..3 {
        any |= halve(&mut y);
        all &= hit(x, &mut y);
        odd ^= halve(&mut y) && x > 0.0;
    }
    let (first, last) = (if any { y * y } else { y }, if odd { y } else { 3.0 });
    first * last * if all { x } else { 2.0 }
}

#[differentiable]
fn lazy(x: f64) -> f64 {
    let (mut o, mut p) = (x, x);
    let both = x > 0.0 && hit(x, &mut o);
    let either = x > 0.0 || hit(x * 2.0, &mut p);
    if x > 0.1 && hit(3.0 * x, &mut o) && !halve(&mut p) {
        o = o * p;
    }
    let mut s = if both || either { o * p } else { o };
    if !hit(s, &mut o) {
        s += o;
    } else if halve(&mut p) || hit(o, &mut p) {
        s *= p;
    }
    while halve(&mut o) && hit(x, &mut s) {
        s *= x;
    }
    s + o
}

#[derive(Clone, Differentiable)]
struct Decay {
    rate: f64,
}

#[differentiable]
impl Decay {
    fn step(&mut self, x: f64) -> bool {
        self.rate *= x;
        self.rate < 0.2
    }
    fn hit(&self, x: f64, out: &mut f64) -> bool {
        *out = x * self.rate;
        x > 0.0
    }
    fn twice(&mut self, x: f64) -> f64 {
        if self.step(x) {
            self.rate += x;
        }
        if !self.step(2.0 * x) { self.rate * x } else { self.rate }
    }
}

#[differentiable]
fn methods(x: f64) -> f64 {
    let mut decay = Decay { rate: x };
    let (mut out, mut count) = (0.0, 0);
    if decay.step(x) {
        count += 1;
    }
    if !decay.step(x) {
        count += 2;
    }
    out += f64::from(count) * decay.rate;
    let s = out;
    if decay.hit(x, &mut out) { out * s + decay.twice(x) } else { s * x }
}

#[test]
fn what_a_condition_changes_is_followed() {
    check! {
        flags() at 0.3, 1.4, -0.8;
        lazy() at 0.3, 0.05, -0.3;
        methods() at 0.3, 0.9, -0.4;
    }
}
