//! GradBench's `lse`: the logarithm of a sum of exponentials, shifted by the maximum. Its gradient is the softmax.

use cotangent::prelude::*;

/// `ln Σ exp(x_i)`
#[differentiable]
#[must_use]
pub fn log_sum_exp(x: &[f64]) -> f64 {
    let max = x.iter().fold(f64::NEG_INFINITY, |max, v| max.max(*v));
    let sum: f64 = x.iter().map(|v| (v - max).exp()).sum();
    max + sum.ln()
}

/// The same; the derivative with respect to the maximum, which is zero, is not computed.
#[differentiable]
#[must_use]
pub fn log_sum_exp_stopped(x: &[f64]) -> f64 {
    let max = stop_gradient(x.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    let sum: f64 = x.iter().map(|v| (v - max).exp()).sum();
    max + sum.ln()
}

/// Value; the gradient is added to `x_bar`. The exponentials are kept in `kept`.
pub fn by_hand(x: &[f64], x_bar: &mut [f64], kept: &mut [f64]) -> f64 {
    let max = x.iter().fold(f64::NEG_INFINITY, |max, v| max.max(*v));
    let mut sum = 0.0;
    for (e, v) in kept.iter_mut().zip(x) {
        *e = (v - max).exp();
        sum += *e;
    }
    let inverse = 1.0 / sum;
    for (bar, e) in x_bar.iter_mut().zip(kept) {
        *bar += *e * inverse;
    }
    max + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::super::reference::{Reference, assert_close};
    use super::*;

    #[test]
    fn references() {
        let reference = Reference::new(include_str!("data/gb_lse_n16_ref.txt"));
        let x = reference.get("x");
        for (value, gradient) in [log_sum_exp::value_and_grad(&x), log_sum_exp_stopped::value_and_grad(&x)] {
            assert_close("value", &[value], &reference.get("objective"));
            assert_close("gradient", &gradient, &reference.get("grad"));
        }
        let mut gradient = [0.0; 16];
        assert_close("value", &[by_hand(&x, &mut gradient, &mut [0.0; 16])], &reference.get("objective"));
        assert_close("gradient", &gradient, &reference.get("grad"));
    }
}
