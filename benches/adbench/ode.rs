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
fn step<const N: usize>(a: &[f64; N], #[constant] h: f64, b: &[f64; N]) -> [f64; N] {
    let sum: [f64; N] = std::array::from_fn(|i| a[i] + h * b[i]);
    sum
}

/// `y(2)` after `steps` steps.
#[differentiable]
#[must_use]
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

/// Value of [`last()`]; the gradient is added to `x_bar`. The four states of each step are kept in `kept`.
pub fn by_hand<const N: usize>(x: &[f64; N], steps: usize, x_bar: &mut [f64; N], kept: &mut [[[f64; N]; 4]]) -> f64 {
    let h = 2.0 / steps as f64;
    let mut y = [0.0; N];
    for states in &mut kept[..steps] {
        let [s1, s2, s3, s4] = states;
        *s1 = y;
        let mut k = slope(x, s1);
        for (from, to, ahead) in [(1.0, &mut *s2, h / 2.0), (2.0, s3, h / 2.0), (2.0, s4, h)] {
            for i in 0..N {
                y[i] += h / 6.0 * from * k[i];
                to[i] = s1[i] + ahead * k[i];
            }
            k = slope(x, to);
        }
        for i in 0..N {
            y[i] += h / 6.0 * k[i];
        }
    }
    let mut y_bar = [0.0; N];
    y_bar[N - 1] = 1.0;
    for states in kept[..steps].iter().rev() {
        let mut next = y_bar;
        let mut state_bar = [0.0; N];
        for (state, weight, ahead) in
            [(&states[3], 1.0, 0.0), (&states[2], 2.0, h), (&states[1], 2.0, h / 2.0), (&states[0], 1.0, h / 2.0)]
        {
            let mut k_bar = [0.0; N];
            for i in 0..N {
                k_bar[i] = h / 6.0 * weight * y_bar[i] + ahead * state_bar[i];
            }
            x_bar[0] += k_bar[0];
            for i in 1..N {
                x_bar[i] += k_bar[i] * state[i - 1];
                state_bar[i - 1] = k_bar[i] * x[i];
            }
            state_bar[N - 1] = 0.0;
            for i in 0..N {
                next[i] += state_bar[i];
            }
        }
        y_bar = next;
    }
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
        let mut gradient = [0.0; N];
        let value = by_hand(&x, steps, &mut gradient, &mut vec![[[0.0; N]; 4]; steps]);
        assert_close("value", &[value], &reference.get("objective")[N - 1..]);
        assert_close("gradient", &gradient, &reference.get("grad"));
    }

    #[test]
    fn references() {
        check::<4>(&Reference::new(include_str!("data/gb_ode_n4_s5_ref.txt")), 5);
        check::<8>(&Reference::new(include_str!("data/gb_ode_n8_s20_ref.txt")), 20);
    }
}
