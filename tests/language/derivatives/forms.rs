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
    assert_eq!(f::at(3.0, &y).on(&mut tape).value_and_grad(), expected);
    assert_eq!(f::at(3.0, &y).on(&mut tape).try_value_and_grad(), Ok(expected));
    assert_eq!(f::grad(3.0, &y), expected.1);
    assert_eq!(f::at(3.0, &y).on(&mut tape).grad(), expected.1);
    assert_eq!(f::at(3.0, &y).on(&mut tape).try_grad(), Ok(expected.1));
    assert_eq!(f::vjp(3.0, &y, 1.0), expected);
    assert_eq!(f::at(3.0, &y).on(&mut tape).vjp(1.0), expected);
    assert_eq!(f::at(3.0, &y).on(&mut tape).try_vjp(1.0), Ok(expected));
}

#[test]
fn cotangents_are_added_to() {
    let mut tape = [0_u64; 16];
    let (mut dx, mut dy) = (10.0, [100.0, 200.0]);
    assert_eq!(f::value_and_grad_into(&mut tape, 3.0, &[2.0, 0.0], &mut dx, &mut dy), 6.0);
    assert_eq!(f::value_and_grad_into(tape.as_mut_slice(), 3.0, &[2.0, 0.0], &mut dx, &mut dy), 6.0);
    assert_eq!((dx, dy), (14.0, [106.0, 212.0]));
    assert_eq!(f::at(3.0, &[2.0, 0.0]).on(&mut tape).vjp_into(10.0, (&mut dx, &mut dy)), 6.0);
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
    let error =
        f::at(3.0, &[2.0, 0.0]).on(small.as_mut_slice()).try_value_and_grad_into((&mut dx, &mut dy)).unwrap_err();
    assert_eq!(error, TapeOverflow { needed, available: needed - 1 });
    assert_eq!((dx, dy), (1.0, [1.0; 2]));
    assert_eq!(f::at(3.0, &[2.0, 0.0]).tape_words(), needed);
    assert_eq!(f::tape_bytes(), 8 * needed);
}

#[test]
#[should_panic(expected = "tape full: the forward sweep needs")]
fn overflow_panics_in_the_plain_forms() {
    f::at(3.0, &[2.0, 0.0]).on(&mut [0_u64; 0]).grad();
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
    assert_eq!(longer_on_one_side::tape_words(), longer_on_one_side::at(1.0).tape_words());
    assert!(longer_on_one_side::at(-1.0).tape_words() < longer_on_one_side::tape_words());
}

#[test]
fn a_growable_tape_grows_once() {
    let mut tape = GrowableTape::new();
    assert_eq!(f::at(3.0, &[2.0, 0.0]).on(&mut tape).grad(), (2.0, [3.0, 6.0]));
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
    let (value, rows) = three_numbers::at(&x, y).on(&mut tape).jacobian_rev();
    assert_eq!(value, three_numbers(&x, y));
    for (i, row) in rows.iter().enumerate() {
        let mut seed = [0.0; 3];
        seed[i] = 1.0;
        assert_eq!(*row, three_numbers::vjp(&x, y, seed).1);
    }
    assert_eq!(rows[0].0, [0.5_f64.exp(), 0.0]);
}

#[test]
fn a_pullback_gives_what_single_sweeps_give() {
    let (x, y, seeds) = ([2.0, 3.0], 0.5, [[1.0, 0.0, 2.0], [0.0, -1.0, 0.5]]);
    let single = seeds.map(|seed| three_numbers::vjp(&x, y, seed).1);
    let found = three_numbers::at(&x, y).pullback(|value, pull| {
        assert_eq!(value, three_numbers(&x, y));
        seeds.map(pull)
    });
    assert_eq!(found, single);
    // The seed may depend on the value, and on what was pulled back before.
    let steps = three_numbers::at(&x, y).pullback(|value, pull| {
        let (first, _) = pull([value[0], 0.0, 0.0]);
        pull([0.0, first[0], 0.0])
    });
    let first = three_numbers::vjp(&x, y, [three_numbers(&x, y)[0], 0.0, 0.0]).1.0[0];
    assert_eq!(steps, three_numbers::vjp(&x, y, [0.0, first, 0.0]).1);
}

#[test]
fn nothing_has_to_be_pulled_back() {
    let mut tape = GrowableTape::new();
    assert_eq!(three_numbers::at(&[2.0, 3.0], 0.5).on(&mut tape).pullback(|value, _| value[0]), 2.0 * 0.5_f64.exp());
}

#[test]
fn a_pullback_on_too_small_a_tape() {
    let needed = three_numbers::at(&[2.0, 3.0], 0.5).tape_words();
    let error =
        three_numbers::at(&[2.0, 3.0], 0.5).on(&mut [0_u64; 2]).try_pullback(|_, _| unreachable!()).unwrap_err();
    assert_eq!(error, TapeOverflow { needed, available: 2 });
}

/// Scales.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Scales<T: Real, const N: usize> {
    of: [T; N],
}

#[differentiable]
impl<T: Real, const N: usize> Scales<T, N> {
    fn scaled(&self, x: &[T]) -> [T; N] {
        let mut y = self.of;
        for v in x {
            for y in &mut y {
                *y *= v.sin();
            }
        }
        y
    }
}

#[test]
fn a_pullback_of_a_generic_method() {
    let (scales, x) = (Scales { of: [2.0, 3.0] }, [0.3, 0.4, 0.5]);
    let seeds = [[1.0, 0.5], [0.0, 2.0]];
    let found = scales.scaled_at(&x).pullback(|_, pull| seeds.map(pull));
    assert_eq!(found, seeds.map(|seed| scales.scaled_vjp(&x, seed).1));
}

#[test]
fn a_jacobian_on_too_small_a_tape() {
    let needed = three_numbers::at(&[2.0, 3.0], 0.5).tape_words();
    let error = three_numbers::at(&[2.0, 3.0], 0.5).on(&mut [0_u64; 2]).try_jacobian_rev().unwrap_err();
    assert_eq!(error, TapeOverflow { needed, available: 2 });
}
