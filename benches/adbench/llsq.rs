//! GradBench's `llsq`: a polynomial fitted to the sign function at `n` points of [-1, 1].

use cotangent::prelude::*;

/// `½ Σ_i (sign t_i - Σ_j x_j t_i^j)²`, `t_i = -1 + 2 i / (n - 1)`
#[differentiable]
#[must_use]
pub fn misfit(x: &[f64], n: usize) -> f64 {
    let mut total = 0.0;
    for i in 0..n {
        let t = -1.0 + 2.0 * i as f64 / (n - 1) as f64;
        let mut residual = sign(t);
        let mut power = 1.0;
        for c in x {
            residual -= c * power;
            power *= t;
        }
        total += residual * residual;
    }
    0.5 * total
}

fn sign(t: f64) -> f64 {
    if t == 0.0 { 0.0 } else { t.signum() }
}

/// Value; the gradient is added to `x_bar`. The powers of one point are kept in `powers`.
pub fn by_hand(x: &[f64], n: usize, x_bar: &mut [f64], powers: &mut [f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..n {
        let t = -1.0 + 2.0 * i as f64 / (n - 1) as f64;
        let mut residual = sign(t);
        let mut power = 1.0;
        for (c, kept) in x.iter().zip(&mut *powers) {
            residual -= c * power;
            *kept = power;
            power *= t;
        }
        total += residual * residual;
        for (bar, power) in x_bar.iter_mut().zip(&*powers) {
            *bar -= residual * power;
        }
    }
    0.5 * total
}

#[cfg(test)]
mod tests {
    use super::super::reference::{Reference, assert_close};
    use super::*;

    #[test]
    fn references() {
        let reference = Reference::new(include_str!("data/gb_llsq_n16_m6_ref.txt"));
        let x = reference.get("x");
        let (value, gradient) = misfit::value_and_grad(&x, 16);
        assert_close("value", &[value], &reference.get("objective"));
        assert_close("gradient", &gradient, &reference.get("grad"));
        let mut gradient = [0.0; 6];
        assert_close("value", &[by_hand(&x, 16, &mut gradient, &mut [0.0; 6])], &reference.get("objective"));
        assert_close("gradient", &gradient, &reference.get("grad"));
    }
}
