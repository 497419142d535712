//! Casts of numbers to integers, and back: the derivative ends there, whatever is done with the integer.

use cotangent::prelude::*;

/// Linear interpolation in a table.
#[differentiable]
fn interpolated(x: f64) -> f64 {
    let table = [1.0, 2.0, 4.0, 8.0];
    let i = (x.floor() as usize).clamp(0, 2);
    let t = x - i as f64;
    table[i] * (1.0 - t) + table[i + 1] * t
}

#[differentiable]
fn power(x: f64) -> f64 {
    let n = (2.0 * x) as i32;
    x.powi(n) * (x as i64) as f64
}

#[differentiable]
fn geometric(x: f64) -> f64 {
    let mut y = x;
    for i in 0..x as usize {
        y *= x + i as f64;
    }
    y
}

#[test]
fn the_derivative_ends_at_a_cast_to_an_integer() {
    assert_eq!(both_modes!(interpolated(1.5)), (3.0, 2.0));
    // x⁵ · 2, with the 5 of 2 · 2.75 and the 2 of 2.75 constant
    assert_eq!(both_modes!(power(2.75)), (power(2.75), 10.0 * 2.75_f64.powi(4)));
    check! {
        interpolated() at 0.25, 1.5, 2.75;
        power() at 1.75, 2.75;
        geometric() at 0.5, 1.5, 2.5;
    }
}

/// Counts go to the bins that the values say.
#[differentiable]
fn histogram(x: &[f64], #[constant] width: f64) -> f64 {
    let mut bins = [0.0; 3];
    let mut acc = 1.0;
    for &x in x {
        let k = (x / width) as usize % 3;
        bins[k] += acc * x;
        acc *= x;
        if acc as i32 > 4 {
            break;
        }
    }
    bins[0] * bins[1] + bins[2] * bins[2]
}

#[test]
fn an_index_that_varies_is_kept() {
    let x = [0.3, 1.2, 2.7, 2.2, 9.5];
    let differences = |i: usize| {
        let moved = |h: f64| {
            let mut x = x;
            x[i] += h;
            histogram(&x, 1.0)
        };
        (moved(1e-5) - moved(-1e-5)) / 2e-5
    };
    let (value, gradient) = both_modes!(histogram(&x, 1.0));
    assert_eq!(value, histogram(&x, 1.0));
    for (i, g) in gradient.iter().enumerate() {
        assert!((g - differences(i)).abs() < 1e-8, "{i}: {g}");
    }
}

#[differentiable]
fn bits(x: f64) -> f64 {
    let is_negative = x.to_bits() >> 63 == 1;
    if is_negative { -x } else { x * x }
}

#[differentiable]
fn widened(x: f32) -> f64 {
    let y: f64 = x.into();
    y * y
}

#[test]
fn bits_are_integers_and_into_is_a_cast() {
    assert_eq!(both_modes!(bits(3.0)), (9.0, 6.0));
    assert_eq!(both_modes!(bits(-3.0)), (3.0, -1.0));
    assert_eq!(widened::value_and_grad(3.0), (9.0, 6.0));
}

#[derive(Clone, Differentiable)]
struct Scaled {
    value: f64,
    exponent: i32,
}

/// The exponent is a whole number beside a value with a derivative.
#[differentiable]
fn scaled(x: f64) -> (f64, i32) {
    let (mut y, mut exponent) = (x, 0);
    while y > 1.0 {
        y *= 0.5;
        exponent += 1;
    }
    while y < 0.5 {
        y *= 2.0;
        exponent -= 1;
    }
    (y, exponent)
}

#[differentiable]
fn negated_exponents(x: f64, y: f64) -> f64 {
    let (m, mut e) = scaled(x);
    let s = Scaled { value: m * y, exponent: -e };
    if e < 0 {
        e = -e;
    } else {
        e = -(e - 1);
    }
    s.value * f64::from(e) + m * 2f64.powi(-s.exponent) * y
}

#[test]
fn whole_numbers_are_negated() {
    for x in [3.3, 0.3, 0.7] {
        negated_exponents::at(x, 1.2).check().unwrap();
        negated_exponents::at(x, 1.2).check_jvp().unwrap();
    }
}
