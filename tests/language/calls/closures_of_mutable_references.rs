//! A closure that takes `&T` is called with the name of a mutable reference: the call lends it anew.

use cotangent::prelude::*;

#[differentiable]
fn changed(y: &mut [f64; 2], scale: f64) {
    let product = |v: &[f64; 2]| v[0] * v[1] * scale;
    let first = product(y);
    let second = product(y);
    y[0] = first + second * y[0];
    y[1] += product(y);
}

#[differentiable]
fn of_changed(start: [f64; 2], scale: f64) -> f64 {
    let mut y = start;
    changed(&mut y, scale);
    y[0] * y[1]
}

#[test]
fn gradients_agree_with_differences() {
    of_changed::at([1.0, 2.0], 0.7).check().unwrap();
    of_changed::at([1.0, 2.0], 0.7).check_hvp().unwrap();
}
