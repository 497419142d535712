//! Lesson 13: functions that take functions. An integrator, a quadrature and a root finder are written once; the derivative flows
//! through the closures that they are called with.

#![expect(clippy::cast_precision_loss, clippy::cast_lossless, reason = "the casts of ordinary code")]

use cotangent::prelude::*;

/// The classical method of Runge and Kutta, for `dy/dt = f(t, y)` from `t = 0`.
#[differentiable]
fn solve<const N: usize>(f: impl Fn(f64, &[f64; N]) -> [f64; N], start: [f64; N], h: f64, steps: usize) -> [f64; N] {
    let mut y = start;
    for i in 0..steps {
        let t = i as f64 * h;
        let k1 = f(t, &y);
        let k2 = f(t + h / 2.0, &moved(&y, &k1, h / 2.0));
        let k3 = f(t + h / 2.0, &moved(&y, &k2, h / 2.0));
        let k4 = f(t + h, &moved(&y, &k3, h));
        for j in 0..N {
            y[j] += h / 6.0 * (k1[j] + 2.0 * k2[j] + 2.0 * k3[j] + k4[j]);
        }
    }
    y
}

/// `y + h k`
#[differentiable]
fn moved<const N: usize>(y: &[f64; N], k: &[f64; N], h: f64) -> [f64; N] {
    let mut next = *y;
    for j in 0..N {
        next[j] += h * k[j];
    }
    next
}

/// Simpson's rule.
#[differentiable]
fn integral(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let (n, mut sum) = (100, f(a) + f(b));
    let h = (b - a) / n as f64;
    for i in 1..n {
        sum += if i % 2 == 1 { 4.0 } else { 2.0 } * f(a + i as f64 * h);
    }
    sum * h / 3.0
}

/// Newton's method, for a function that gives its slope too.
#[differentiable]
fn root(f: impl Fn(f64) -> (f64, f64), start: f64) -> f64 {
    let mut x = start;
    for _ in 0..50 {
        let (y, slope) = f(x);
        x -= y / slope;
        if y.abs() < 1e-14 {
            break;
        }
    }
    x
}

/// The position of a damped oscillator at `t = 1`, which has a formula.
#[differentiable]
fn position(stiffness: f64, damping: f64) -> f64 {
    let end = solve(|_, y| [y[1], -stiffness * y[0] - damping * y[1]], [1.0, 0.0], 0.01, 100);
    end[0]
}

/// The median of a distribution with the density `k exp(-k t)`: where the integral reaches one half.
#[differentiable]
fn median(k: f64) -> f64 {
    root(
        |x| {
            let density = |t: f64| k * (-k * t).exp();
            (integral(density, 0.0, x) - 0.5, density(x))
        },
        0.1,
    )
}

fn main() {
    let (x, (by_stiffness, by_damping)) = position::value_and_grad(9.0, 0.0);
    println!("position {x:.6}, by stiffness {by_stiffness:.6}, by damping {by_damping:.6}");
    // cos(w t) with w = sqrt(stiffness).
    assert!((x - 3.0_f64.cos()).abs() < 1e-6 && (by_stiffness + 3.0_f64.sin() / 6.0).abs() < 1e-6);

    let (x, slope) = median::value_and_grad(2.0);
    println!("median {x:.9}, derivative {slope:.9}");
    // ln(2) / k
    assert!((x - 2.0_f64.ln() / 2.0).abs() < 1e-8 && (slope + 2.0_f64.ln() / 4.0).abs() < 1e-7);

    let second = median::at(2.0).hvp(1.0);
    println!("second derivative {second:.6}");
    assert!((second - 2.0_f64.ln() / 4.0).abs() < 1e-5);
}
