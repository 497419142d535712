//! `LossScale`: each of its transitions, and what it does to gradients.

use cotangent::optim::{LossScale, all_finite};
use cotangent::prelude::*;

fn dynamic(scale: f64, grow_after: u32) -> LossScale {
    LossScale { scale, grow_after: Some(grow_after), good_steps: 0 }
}

/// Whether the step is taken, and the factor and the good steps after it.
fn after(scale: &mut LossScale, gradient: f32) -> (bool, f64, u32) {
    (scale.unscale(&mut [1.0, gradient]), scale.scale, scale.good_steps)
}

#[test]
fn good_steps_in_a_row_double_it() {
    let mut scale = dynamic(8.0, 3);
    assert_eq!(after(&mut scale, 1.0), (true, 8.0, 1));
    assert_eq!(after(&mut scale, 1.0), (true, 8.0, 2));
    assert_eq!(after(&mut scale, 1.0), (true, 16.0, 0));
    assert_eq!(after(&mut scale, 1.0), (true, 16.0, 1));
}

#[test]
fn an_overflow_halves_it_and_skips_the_step_and_starts_the_count_again() {
    for bad in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        let mut scale = dynamic(8.0, 3);
        after(&mut scale, 1.0);
        after(&mut scale, 1.0);
        assert_eq!(after(&mut scale, bad), (false, 4.0, 0));
        assert_eq!(after(&mut scale, bad), (false, 2.0, 0));
        assert_eq!(after(&mut scale, 1.0), (true, 2.0, 1));
    }
}

#[test]
fn a_fixed_one_stays_and_still_skips() {
    let mut scale = LossScale::fixed(8.0);
    for _ in 0..3_000 {
        assert_eq!(after(&mut scale, 1.0), (true, 8.0, 0));
    }
    assert_eq!(after(&mut scale, f32::NAN), (false, 8.0, 0));
}

#[test]
fn it_stays_a_number_of_f32() {
    let mut scale = dynamic(2_f64.powi(127), 1);
    assert_eq!(after(&mut scale, 1.0), (true, 2_f64.powi(127), 0));
    let mut scale = dynamic(2_f64.powi(-126), 1);
    assert_eq!(after(&mut scale, f32::NAN), (false, 2_f64.powi(-126), 0));
    assert_eq!(after(&mut scale, 1.0), (true, 2_f64.powi(-125), 0));
}

#[test]
fn it_starts_as_others_do() {
    assert_eq!(LossScale::dynamic(), dynamic(65_536.0, 2_000));
}

#[test]
fn gradients_are_divided_in_every_leaf() {
    let mut gradient = (tensor([8.0_f32, 2_f32.powi(-120)]), [16.0_f64; 2], 4.0_f32);
    assert!(LossScale::fixed(8.0).unscale(&mut gradient));
    assert_eq!(gradient, (tensor([1.0, 2_f32.powi(-123)]), [2.0; 2], 0.5));
}

#[test]
fn one_bad_number_anywhere_is_found() {
    let good = ([0.0_f64, f64::MAX], tensor([1.0_f32, f32::MIN_POSITIVE]), NoGrad);
    assert!(all_finite(&good));
    for i in 0..4 {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut gradient = good;
            if i < 2 {
                gradient.0[i] = bad;
            } else {
                gradient.1[[i - 2]] = f32::lit(bad);
            }
            assert!(!all_finite(&gradient), "{bad} at {i}");
        }
    }
    assert!(all_finite(&NoGrad));
}

#[test]
fn seeds_are_the_factor() {
    assert_eq!((LossScale::dynamic().seed::<f32>(), LossScale::fixed(0.5).seed::<f64>()), (65_536.0, 0.5));
}

#[test]
#[should_panic(expected = "`scale` must be a positive number, in `f32` too, it is 0")]
fn zero_is_refused() {
    LossScale::fixed(0.0);
}

#[test]
#[should_panic(expected = "`scale` must be a positive number, in `f32` too, it is inf")]
fn what_was_set_to_infinity_is_refused() {
    dynamic(f64::INFINITY, 1).unscale(&mut 1.0);
}

#[cfg(feature = "half")]
mod half {
    use super::*;

    #[test]
    #[should_panic(expected = "the number type of the loss cannot hold the scale 65536: make the loss an `f32`")]
    fn a_loss_in_f16_cannot_hold_the_first_factor() {
        let _: f16 = LossScale::dynamic().seed();
    }

    #[test]
    fn halves_are_divided_and_found_too() {
        let mut gradient = ([f16::lit(8.0)], [bf16::lit(2.0)]);
        assert!(LossScale::fixed(4.0).unscale(&mut gradient));
        assert_eq!(gradient, ([f16::lit(2.0)], [bf16::lit(0.5)]));
        assert!(!all_finite(&([f16::INFINITY], bf16::ONE)));
        assert!(!all_finite(&([f16::ONE], bf16::NAN)));
    }
}
