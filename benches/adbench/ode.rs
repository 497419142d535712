//! GradBench's `ode`: `y_0' = x_0`, `y_i' = x_i y_{i-1}` from `y(0) = 0` to `y(2)` by the classic Runge-Kutta method.

use cotangent::prelude::*;

#[differentiable]
fn slope<const N: usize>(x: &[f64; N], y: &[f64; N]) -> [f64; N] {
    let mut dy = [0.0; N];
    dy[0] = x[0];
    for i in 1..N {
        dy[i] = x[i] * y[i - 1];
    }
    dy
}

/// `a + h b`
#[differentiable]
fn step<const N: usize>(a: &[f64; N], h: f64, b: &[f64; N]) -> [f64; N] {
    let mut c = *a;
    for i in 0..N {
        c[i] += h * b[i];
    }
    c
}

/// `y(2)` after `steps` steps.
#[differentiable]
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "small counts")]
pub fn solve<const N: usize>(x: &[f64; N], steps: usize) -> [f64; N] {
    let h = 2.0 / steps as f64;
    let mut y = [0.0; N];
    for _ in 0..steps {
        let k1 = slope(x, &y);
        let k2 = slope(x, &step(&y, h / 2.0, &k1));
        let k3 = slope(x, &step(&y, h / 2.0, &k2));
        let k4 = slope(x, &step(&y, h, &k3));
        for i in 0..N {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y
}

/// The last number of `y(2)`.
#[differentiable]
#[must_use]
pub fn last<const N: usize>(x: &[f64; N], steps: usize) -> f64 {
    let y = solve(x, steps);
    y[N - 1]
}

#[cfg(test)]
mod tests {
    use super::super::reference::{Reference, assert_close};
    use super::*;

    fn check<const N: usize>(reference: &Reference, steps: usize) {
        let x: [f64; N] = reference.get("x").try_into().expect("N numbers");
        assert_close("value", &solve(&x, steps), &reference.get("objective"));
        let (value, gradient) = last::value_and_grad(&x, steps);
        assert_eq!(value, solve(&x, steps)[N - 1]);
        assert_close("gradient", &gradient, &reference.get("grad"));
    }

    #[test]
    fn references() {
        check::<4>(&Reference::new(include_str!("data/gb_ode_n4_s5_ref.txt")), 5);
        check::<8>(&Reference::new(include_str!("data/gb_ode_n8_s20_ref.txt")), 20);
    }
}
