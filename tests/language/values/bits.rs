//! The bits of a number are integers, where its derivative ends; what is made of them again is refused (ui-test `lost/number_of_bits`).

use cotangent::prelude::*;

/// The exponent does not vary smoothly.
#[differentiable]
fn exponent(x: f64) -> f64 {
    let exponent = ((x.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    x * x * exponent as f64
}

/// A power of two, of a whole number that is no part of the bits of `x`.
#[differentiable]
fn scaled(x: f64) -> f64 {
    let k = x.floor() as i64;
    let two_to_k = f64::from_bits(((k + 1023) as u64) << 52);
    (x - k as f64) * two_to_k
}

/// On purpose.
#[differentiable]
fn truncated(x: f64) -> f64 {
    x * stop_gradient(f64::from_bits(x.to_bits() & !0xffff_ffff))
}

#[differentiable]
fn of_a_constant(x: f64, #[constant] k: f64) -> f64 {
    x * f64::from_bits(k.to_bits() ^ 1)
}

#[test]
fn gradients_agree_with_differences() {
    exponent::at(5.3).check().unwrap();
    scaled::at(2.3).check().unwrap();
    of_a_constant::at(2.0, 3.0).check().unwrap();
    assert_eq!(truncated::grad(2.0), 2.0);
}
