//! A function of twenty scalar operations.

use cotangent::prelude::*;

/// `+ - * /`, `exp`, `sin`, `cos`, `ln`, `sqrt`, `tanh` in a row.
#[differentiable]
#[must_use]
pub fn twenty(x: f64, y: f64) -> f64 {
    let a = x * y + x.sin();
    let b = a.exp() - y / x;
    let c = (b * b + 1.0).sqrt();
    let d = c.ln() * a.cos() - b.tanh();
    let e = d * d + c * a - x;
    e / (c + 2.0) + d * y
}

/// The gradient by hand: every intermediate value once, every partial in its shortest form.
#[must_use]
pub fn by_hand(x: f64, y: f64) -> (f64, (f64, f64)) {
    let (sin_x, cos_x) = (x.sin(), x.cos());
    let a = x * y + sin_x;
    let exp_a = a.exp();
    let q = y / x;
    let b = exp_a - q;
    let c = (b * b + 1.0).sqrt();
    let ln_c = c.ln();
    let cos_a = a.cos();
    let tanh_b = b.tanh();
    let d = ln_c * cos_a - tanh_b;
    let e = d * d + c * a - x;
    let s = c + 2.0;
    let r = e / s;

    let e_bar = 1.0 / s;
    let d_bar = y + 2.0 * d * e_bar;
    let c_bar = -r / s + a * e_bar + cos_a * d_bar / c;
    let b_bar = c_bar * b / c - d_bar * (1.0 - tanh_b * tanh_b);
    let a_bar = c * e_bar - d_bar * ln_c * a.sin() + b_bar * exp_a;
    let x_bar = -e_bar + b_bar * q / x + a_bar * (y + cos_x);
    let y_bar = d - b_bar / x + a_bar * x;
    (r + d * y, (x_bar, y_bar))
}

#[cfg(test)]
mod tests {
    #[test]
    fn both_gradients_agree() {
        let (value, (dx, dy)) = super::twenty::value_and_grad(0.7, 1.3);
        let (expected, (ex, ey)) = super::by_hand(0.7, 1.3);
        assert_eq!(value, expected);
        assert!((dx - ex).abs() < 1e-13 * ex.abs() && (dy - ey).abs() < 1e-13 * ey.abs(), "{dx} {ex} {dy} {ey}");
    }
}
