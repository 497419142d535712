//! What an optimizer remembers ends at zero: arithmetic on subnormal numbers takes many times as long, and they would stay.

use cotangent::optim::{Adam, AdamW, Momentum};
use cotangent::prelude::*;

/// The smallest normal numbers.
const LEAST: (f32, f64) = (f32::MIN_POSITIVE, f64::MIN_POSITIVE);
/// They are two to the power of minus these.
const HALVINGS: (u32, u32) = (126, 1022);

/// One gradient of 1, then none: the averages are `1/2, 1/4, 1/8, ..`, without rounding.
#[test]
fn moments_halve_until_the_smallest_normal_number_and_then_are_zero() {
    let mut x = (1.0_f32, 1.0_f64);
    let (mut adam, mut adamw) = (Adam::new(&x, 0.0), AdamW::new(&x, 0.0));
    (adam.beta1, adam.beta2, adamw.beta1, adamw.beta2) = (0.5, 0.5, 0.5, 0.5);
    for t in 1..=HALVINGS.1 + 10 {
        let gradient = if t == 1 { (1.0, 1.0) } else { (0.0, 0.0) };
        adam.step(&mut x, &gradient);
        adamw.step(&mut x, &gradient);
        let exponent = -(t as i32);
        let expected = (
            if t <= HALVINGS.0 { 2.0_f32.powi(exponent) } else { 0.0 },
            if t <= HALVINGS.1 { 2.0_f64.powi(exponent) } else { 0.0 },
        );
        for moment in [adam.first_moment, adam.second_moment, adamw.first_moment, adamw.second_moment] {
            assert_eq!(moment, expected, "after {t} steps");
        }
    }
}

#[test]
fn velocity_halves_until_the_smallest_normal_number_and_then_is_zero() {
    for sign in [1.0, -1.0] {
        let mut x = (1.0_f32, 1.0_f64);
        let mut optimizer = Momentum::new(&x, 0.0, 0.5);
        optimizer.velocity = (2.0 * sign as f32, 2.0 * sign);
        for t in 0..HALVINGS.1 + 10 {
            optimizer.step(&mut x, &(0.0, 0.0));
            let exponent = -(t as i32);
            let expected = (
                if t <= HALVINGS.0 { sign as f32 * 2.0_f32.powi(exponent) } else { 0.0 },
                if t <= HALVINGS.1 { sign * 2.0_f64.powi(exponent) } else { 0.0 },
            );
            assert_eq!(optimizer.velocity, expected, "after {t} steps");
        }
    }
}

/// With the usual averages, 0.9 of a few smallest subnormal numbers rounds to as many of them: they would never end.
#[test]
fn no_state_is_ever_subnormal_with_the_default_averages() {
    let mut x = [0.5_f32; 3];
    let mut adamw = AdamW::new(&x, 0.01);
    let mut momentum = Momentum::new(&x, 0.01, 0.9);
    for t in 0..90_000 {
        let gradient = if t < 10 { [1.0, -1e-3, 1e-12] } else { [0.0; 3] };
        adamw.step(&mut x, &gradient);
        momentum.step(&mut x, &gradient);
        for state in [adamw.first_moment, adamw.second_moment, momentum.velocity] {
            assert!(!state.iter().any(|s| s.is_subnormal()), "{state:?} after {} steps", t + 1);
        }
    }
    assert_eq!([adamw.first_moment, adamw.second_moment, momentum.velocity], [[0.0; 3]; 3]);
}

/// Without averages the moments are the gradient and its square, the velocity is the gradient.
#[test]
fn what_is_normal_is_kept_and_what_is_not_a_number_too() {
    let (least32, least64) = LEAST;
    // Their squares are the smallest normal numbers.
    let root = (2.0_f32.powi(-63), 2.0_f64.powi(-511));
    let gradient = (
        [least32, -least32, least32 / 2.0, -least32 / 2.0, root.0, root.0 / 2.0],
        [least64, -least64, least64 / 2.0, -least64 / 2.0, root.1, root.1 / 2.0],
        [f32::INFINITY, f32::NEG_INFINITY, f32::NAN],
    );
    let first =
        ([least32, -least32, 0.0, 0.0, root.0, root.0 / 2.0], [least64, -least64, 0.0, 0.0, root.1, root.1 / 2.0]);
    let second = ([0.0, 0.0, 0.0, 0.0, least32, 0.0], [0.0, 0.0, 0.0, 0.0, least64, 0.0]);

    let mut x = ([1.0_f32; 6], [1.0_f64; 6], [1.0_f32; 3]);
    let mut adam = Adam::new(&x, 0.0);
    (adam.beta1, adam.beta2) = (0.0, 0.0);
    adam.step(&mut x, &gradient);
    assert_eq!((adam.first_moment.0, adam.first_moment.1), first);
    assert_eq!((adam.second_moment.0, adam.second_moment.1), second);

    let mut x = ([1.0_f32; 6], [1.0_f64; 6], [1.0_f32; 3]);
    let mut momentum = Momentum::new(&x, 0.0, 0.0);
    momentum.step(&mut x, &gradient);
    assert_eq!((momentum.velocity.0, momentum.velocity.1), first);

    for [positive, negative, nan] in [adam.first_moment.2, momentum.velocity.2] {
        assert!(positive == f32::INFINITY && negative == f32::NEG_INFINITY && nan.is_nan());
    }
    let [positive, negative, nan] = adam.second_moment.2;
    assert!(positive == f32::INFINITY && negative == f32::INFINITY && nan.is_nan());
}
