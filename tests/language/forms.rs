//! The forms of a call: own tape, caller's tape, into the caller's cotangents, handled overflow.

use cotangent::prelude::*;

#[differentiable]
fn f(x: f64, y: &[f64; 2]) -> f64 {
    x * y[0] * y[1].exp()
}

#[differentiable]
fn g(x: f64, y: f64) -> (f64, [f64; 2]) {
    (x * y, [x, x + y])
}

#[test]
fn all_forms_agree() {
    let y = [2.0, 0.0];
    let expected = (6.0, (2.0, [3.0, 6.0]));
    let mut tape = TapeBuffer::<{ f::tape_words() }>::new();
    assert_eq!(f::value_and_grad(3.0, &y), expected);
    assert_eq!(f::value_and_grad_in(&mut tape, 3.0, &y), expected);
    assert_eq!(f::try_value_and_grad_in(&mut tape, 3.0, &y), Ok(expected));
    assert_eq!(f::grad(3.0, &y), expected.1);
    assert_eq!(f::grad_in(&mut tape, 3.0, &y), expected.1);
    assert_eq!(f::try_grad_in(&mut tape, 3.0, &y), Ok(expected.1));
    assert_eq!(f::vjp(3.0, &y, 1.0), expected);
    assert_eq!(f::vjp_in(&mut tape, 3.0, &y, 1.0), expected);
    assert_eq!(f::try_vjp_in(&mut tape, 3.0, &y, 1.0), Ok(expected));
}

#[test]
fn cotangents_are_added_to() {
    let mut tape = [0_u64; 16];
    let (mut dx, mut dy) = (10.0, [100.0, 200.0]);
    assert_eq!(f::value_and_grad_into(&mut tape, 3.0, &[2.0, 0.0], &mut dx, &mut dy), 6.0);
    assert_eq!(f::value_and_grad_into(tape.as_mut_slice(), 3.0, &[2.0, 0.0], &mut dx, &mut dy), 6.0);
    assert_eq!((dx, dy), (14.0, [106.0, 212.0]));
    assert_eq!(f::vjp_into(&mut tape, 3.0, &[2.0, 0.0], 10.0, &mut dx, &mut dy), 6.0);
    assert_eq!((dx, dy), (34.0, [136.0, 272.0]));
}

#[test]
fn a_seed_of_the_form_of_the_result() {
    let (value, (dx, dy)) = g::vjp(2.0, 3.0, (1.0, [10.0, 100.0]));
    assert_eq!((value, dx, dy), ((6.0, [2.0, 5.0]), 113.0, 102.0));
}

#[test]
fn overflow_is_reported_and_touches_nothing() {
    let needed = f::tape_words();
    assert!(needed > 0);
    let mut small = vec![0; needed - 1];
    let (mut dx, mut dy) = (1.0, [1.0; 2]);
    let error = f::try_value_and_grad_into(small.as_mut_slice(), 3.0, &[2.0, 0.0], &mut dx, &mut dy).unwrap_err();
    assert_eq!(error, TapeOverflow { needed, available: needed - 1 });
    assert_eq!((dx, dy), (1.0, [1.0; 2]));
    assert_eq!(f::tape_words_for(3.0, &[2.0, 0.0]), needed);
    assert_eq!(f::tape_bytes(), 8 * needed);
}

#[test]
#[should_panic(expected = "tape full: the forward sweep needs")]
fn overflow_panics_in_the_plain_forms() {
    f::grad_in(&mut [0_u64; 0], 3.0, &[2.0, 0.0]);
}

#[differentiable]
fn longer_on_one_side(x: f64) -> f64 {
    if x > 0.0 {
        let a = x.exp();
        let b = a.exp();
        b * b * a
    } else {
        x
    }
}

#[test]
fn the_size_is_that_of_the_longer_branch() {
    assert_eq!(longer_on_one_side::tape_words(), longer_on_one_side::tape_words_for(1.0));
    assert!(longer_on_one_side::tape_words_for(-1.0) < longer_on_one_side::tape_words());
}

#[test]
fn a_growable_tape_grows_once() {
    let mut tape = GrowableTape::new();
    assert_eq!(f::grad_in(&mut tape, 3.0, &[2.0, 0.0]), (2.0, [3.0, 6.0]));
    assert_eq!(tape.words(), f::tape_words());
}

#[test]
fn users_never_see_a_negative_zero() {
    let (dx, dy) = f::grad(0.0, &[0.0, 0.0]);
    assert!(dx.is_sign_positive() && dy.iter().all(|d| d.is_sign_positive()));
}

#[differentiable]
fn three_numbers(x: &[f64], y: f64) -> [f64; 3] {
    let e = y.exp();
    let mut squares = 0.0;
    for v in x {
        squares += v.sin() * v * e;
    }
    [x[0] * e, squares, e * e - squares]
}

#[test]
fn the_rows_of_a_jacobian_are_those_of_single_sweeps() {
    let (x, y) = ([2.0, 3.0], 0.5);
    let mut tape = GrowableTape::new();
    let (value, rows) = three_numbers::jacobian_rev_in(&mut tape, &x, y);
    assert_eq!(value, three_numbers(&x, y));
    for (i, row) in rows.iter().enumerate() {
        let mut seed = [0.0; 3];
        seed[i] = 1.0;
        assert_eq!(*row, three_numbers::vjp(&x, y, seed).1);
    }
    assert_eq!(rows[0].0, [0.5_f64.exp(), 0.0]);
}

#[test]
fn a_jacobian_on_too_small_a_tape() {
    let needed = three_numbers::tape_words_for(&[2.0, 3.0], 0.5);
    let error = three_numbers::try_jacobian_rev_in(&mut [0_u64; 2], &[2.0, 3.0], 0.5).unwrap_err();
    assert_eq!(error, TapeOverflow { needed, available: 2 });
}
