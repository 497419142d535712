//! The global norm, and clipping to it.

use cotangent::optim::{clip_global_norm, global_norm};
use cotangent::prelude::*;

use super::oracle::{Model, fill};

#[test]
fn the_norm_is_that_of_all_leaves_together() {
    assert_eq!(global_norm(&-3.0), 3.0);
    assert_eq!(global_norm(&(tensor([[3.0_f32, -4.0]]), [12.0_f64], NoGrad)), 13.0);
    let mut gradient = Model::zero_tangent();
    fill(&mut gradient, |i| (i + 1) as f64);
    let n = Model::PARAMETERS as u64;
    assert_eq!(global_norm(&gradient), ((n * (n + 1) * (2 * n + 1) / 6) as f64).sqrt());
}

/// `1 + .. + 1` over lengths around the eight sums that run side by side.
#[test]
fn no_number_is_left_out() {
    fn lengths<const N: usize>() {
        assert_eq!(global_norm(&[1.0_f32; N]), (N as f64).sqrt());
        assert_eq!(global_norm(&[1.0_f64; N]), (N as f64).sqrt());
    }
    lengths::<0>();
    lengths::<1>();
    lengths::<7>();
    lengths::<8>();
    lengths::<9>();
    lengths::<16>();
    lengths::<23>();
}

#[test]
fn zero_has_norm_zero_and_stays() {
    let mut gradient = Model::zero_tangent();
    assert_eq!(clip_global_norm(&mut gradient, 1.0), 0.0);
    assert_eq!(clip_global_norm(&mut gradient, 0.0), 0.0);
    assert_eq!(gradient, Model::zero_tangent());
    assert_eq!(global_norm(&NoGrad), 0.0);
}

#[test]
fn the_norm_neither_overflows_nor_underflows() {
    assert_eq!(global_norm(&[f32::MAX; 4]), 2.0 * f64::from(f32::MAX));
    assert_eq!(global_norm(&[f32::from_bits(3), f32::from_bits(4)]), 5.0 * f64::from(f32::from_bits(1)));
    let huge = 2.0_f64.powi(1020);
    assert_eq!(global_norm(&[3.0 * huge, 4.0 * huge]), 5.0 * huge);
    assert_eq!(global_norm(&[f64::from_bits(3), f64::from_bits(4)]), f64::from_bits(5));
    assert_eq!(global_norm(&[f64::from_bits(1); 4]), f64::from_bits(2));
    assert_eq!(global_norm(&[3e-160, 4e-160]), 5e-160, "the square is subnormal");
    assert_eq!(global_norm(&[f64::MAX; 4]), f64::INFINITY, "the norm itself is too large");
}

/// The sum of the squares is a normal number, each square is not: it would lose its last digit, 2^-40, of 38 it has.
#[test]
fn many_small_squares_keep_their_digits() {
    let x = (1.0 + 2.0_f64.powi(-20)) * 2.0_f64.powi(-518);
    assert_eq!(global_norm(&[x; 1 << 14]), x * 128.0);
}

#[test]
fn a_long_gradient_gets_the_norm_asked_for() {
    let mut gradient = (tensor([[3.0_f32, -4.0]]), [12.0]);
    assert_eq!(clip_global_norm(&mut gradient, 6.5), 13.0);
    assert_eq!(gradient, (tensor([[1.5, -2.0]]), [6.0]));
    assert_eq!(clip_global_norm(&mut gradient, 6.5), 6.5, "at the limit nothing changes");
    assert_eq!(clip_global_norm(&mut gradient, f64::MAX), 6.5);
    assert_eq!(gradient, (tensor([[1.5, -2.0]]), [6.0]));
    assert_eq!(clip_global_norm(&mut gradient, 0.0), 6.5);
    assert_eq!(gradient, (tensor([[0.0, -0.0]]), [0.0]));
}

#[test]
fn extreme_gradients_are_clipped_with_all_digits() {
    let mut large = [3.0 * 2.0_f64.powi(1020), -4.0 * 2.0_f64.powi(1020)];
    clip_global_norm(&mut large, 2.0_f64.powi(-1020));
    assert_eq!(large, [0.6 * 2.0_f64.powi(-1020), -0.8 * 2.0_f64.powi(-1020)]);

    let mut single = [3e38_f32, -3e38];
    clip_global_norm(&mut single, 1.0);
    assert_eq!(single, [0.5_f32.sqrt(), -0.5_f32.sqrt()]);

    let mut small = [3.0 * 2.0_f64.powi(-1050), 4.0 * 2.0_f64.powi(-1050)];
    assert_eq!(clip_global_norm(&mut small, 2.5 * 2.0_f64.powi(-1050)), 5.0 * 2.0_f64.powi(-1050));
    assert_eq!(small, [1.5 * 2.0_f64.powi(-1050), 2.0_f64.powi(-1049)]);
}

#[test]
fn what_is_not_finite_is_told_and_left_alone() {
    for (bad, told) in [(f32::INFINITY, f64::INFINITY), (f32::NEG_INFINITY, f64::INFINITY), (f32::NAN, f64::NAN)] {
        let start = ([1e30, 2.0], tensor([[3.0_f32, bad]]));
        let mut gradient = start;
        let norm = clip_global_norm(&mut gradient, 1.0);
        assert!(norm == told || norm.is_nan() && told.is_nan(), "{norm} for {told}");
        assert_eq!(gradient.0, start.0);
        assert_eq!(gradient.1[[0, 0]].to_bits(), 3.0_f32.to_bits());
        assert_eq!(gradient.1[[0, 1]].to_bits(), bad.to_bits());
    }
    assert!(global_norm(&[f64::INFINITY, f64::NAN]).is_nan());
    assert!(global_norm(&[1e200, f64::NAN]).is_nan());
    assert_eq!(global_norm(&[1e-200, f64::INFINITY]), f64::INFINITY);
}
