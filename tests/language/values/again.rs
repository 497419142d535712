//! Values that are computed again and counters, in loops that run again and beside them.

use cotangent::prelude::*;

/// Walks over `x` by a counter that changes before, in and after two loops in one another. `$attr` stands on both.
macro_rules! walk {
    ($name:ident $(#[$($outer:tt)*])? | $(#[$($inner:tt)*])?) => {
        #[differentiable]
        fn $name(x: &[f64; 16], k: f64) -> f64 {
            let mut at = 0;
            let mut y = 1.0;
            for _ in 0..2 {
                y += k * x[at];
                at += 1;
            }
            let before = at;
            $(#[$($outer)*])?
            for i in 0..3 {
                let scaled = k * y;
                let sum = scaled + x[at];
                y += sum.sin() * x[before] * 0.25;
                at += 1;
                let mut left = 3;
                $(#[$($inner)*])?
                for _ in 0..=i {
                    let both = y * x[at];
                    y = both * k + both.cos() * x[left];
                    at += 1;
                    left -= 1;
                }
            }
            for _ in 0..2 {
                at += 1;
                y *= x[at];
            }
            y * x[at]
        }
    };
}
walk!(stored | );
walk!(outer_again #[checkpoint] | );
walk!(outer_by_twos #[checkpoint(every = 2)] | );
walk!(outer_halved #[checkpoint(bisection)] | );
walk!(inner_again | #[checkpoint]);
walk!(both_again #[checkpoint(bisection)] | #[checkpoint(every = 1)]);

/// The gradient by complex steps would need complex numbers: this is the tangent, number by number.
fn walk_by_hand(x: &[f64; 16], dx: &[f64; 16], k: f64, dk: f64) -> (f64, f64) {
    let (mut at, mut y, mut d) = (0, 1.0, 0.0);
    for _ in 0..2 {
        y += k * x[at];
        d += dk * x[at] + k * dx[at];
        at += 1;
    }
    for i in 0..3 {
        let (sum, dsum) = (k * y + x[at], dk * y + k * d + dx[at]);
        y += sum.sin() * x[2] * 0.25;
        d += (sum.cos() * dsum * x[2] + sum.sin() * dx[2]) * 0.25;
        at += 1;
        let mut left = 3;
        for _ in 0..=i {
            let (both, dboth) = (y * x[at], d * x[at] + y * dx[at]);
            y = both * k + both.cos() * x[left];
            d = dboth * k + both * dk - both.sin() * dboth * x[left] + both.cos() * dx[left];
            at += 1;
            left -= 1;
        }
    }
    for _ in 0..2 {
        at += 1;
        d = d * x[at] + y * dx[at];
        y *= x[at];
    }
    (y * x[at], d * x[at] + y * dx[at])
}

#[test]
fn counters_and_computed_values_in_loops_that_run_again() {
    let x = core::array::from_fn(|i| 0.75 + 0.0625 * f64::from(u8::try_from(i).unwrap()));
    let (k, expected) = (0.875, both_modes!(stored(&x, 0.875)));
    assert_eq!(both_modes!(outer_again(&x, k)), expected);
    assert_eq!(both_modes!(outer_by_twos(&x, k)), expected);
    assert_eq!(both_modes!(outer_halved(&x, k)), expected);
    assert_eq!(both_modes!(inner_again(&x, k)), expected);
    assert_eq!(both_modes!(both_again(&x, k)), expected);
    let (value, (dx, dk)) = expected;
    for i in 0..16 {
        let unit = core::array::from_fn(|j| f64::from(u8::from(i == j)));
        let (y, d) = walk_by_hand(&x, &unit, k, 0.0);
        assert_eq!(y, value);
        assert!((d - dx[i]).abs() <= 1e-14 * d.abs().max(1.0), "x[{i}]: {d} and {}", dx[i]);
    }
    let (_, d) = walk_by_hand(&x, &[0.0; 16], k, 1.0);
    assert!((d - dk).abs() <= 1e-14 * d.abs(), "k: {d} and {dk}");
}

/// The end of the inner loop is looked at by a counter that goes on in it.
#[differentiable]
fn rows(x: &[f64; 6], lengths: &[usize; 6]) -> f64 {
    let mut at = 0;
    let mut total = 0.0;
    for _ in 0..2 {
        for column in 0..lengths[at] {
            total += x[column] * x[at];
            at += 1;
        }
    }
    total
}

#[test]
fn the_ends_of_a_loop_are_where_it_begins() {
    // x0 x0 + x1 x1, then from 2 on: x0 x2 + x1 x3 + x2 x4.
    let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let dx = [2.0 + 3.0, 4.0 + 4.0, 1.0 + 5.0, 2.0, 3.0, 0.0];
    assert_eq!(both_modes!(rows(&x, &[2, 9, 3, 9, 9, 1])), (1.0 + 4.0 + 3.0 + 8.0 + 15.0, dx));
}

#[differentiable]
fn doubled(x: &[f64; 2]) -> f64 {
    2.0 * x[0] + x[1]
}

#[differentiable]
fn squared(x: &[f64; 2]) -> f64 {
    x[0] * x[0] * x[1]
}

#[differentiable]
fn moved(x: &mut [f64; 2], by: f64) -> f64 {
    x[0] += by;
    by * x[1]
}

/// One name is given to functions that change it, that read it and that need nothing of it.
#[differentiable]
fn passed_on(x: &mut [f64; 2], by: f64) -> f64 {
    let a = doubled(x);
    let b = moved(x, by);
    let c = squared(x);
    let d = doubled(x);
    a * b + c * d
}

#[test]
fn a_name_of_a_place_is_lent_read_or_neither() {
    let (mut x, by) = ([3.0, 5.0], 2.0);
    let mut dx = [0.0, 0.0];
    let mut dby = 0.0;
    let value = passed_on::value_and_grad_into(&mut GrowableTape::new(), &mut x, by, &mut dx, &mut dby);
    // With z = x0 + by: (2 x0 + x1) by x1 + z² x1 (2 z + x1).
    let (x0, x1, z) = (3.0, 5.0, 5.0);
    assert_eq!((value, x), ((2.0 * x0 + x1) * by * x1 + z * z * x1 * (2.0 * z + x1), [z, x1]));
    let of_z = 2.0 * z * x1 * (2.0 * z + x1) + 2.0 * z * z * x1;
    assert_eq!(dx, [2.0 * by * x1 + of_z, 2.0 * x0 * by + 2.0 * x1 * by + 2.0 * z * z * z + 2.0 * z * z * x1]);
    assert_eq!(dby, (2.0 * x0 + x1) * x1 + of_z);
}

/// Sums and products of tensors are kept, those of numbers are computed again, whatever `T` is.
#[differentiable]
fn of_any_number<T: Real>(x: T, v: &Vector<T, 2>) -> T {
    let product = x * x;
    let sum = product + x;
    let scaled = &(v + v) * v;
    scaled.exp().sum() * sum.sin()
}

#[test]
fn numbers_are_computed_again_in_generic_functions() {
    let (x, v) = (0.5_f64, tensor([0.25, -0.5]));
    let (value, (dx, dv)) = both_modes!(of_any_number(x, &v));
    let s = v.map(|v| (2.0 * v * v).exp());
    assert_eq!(value, s.sum() * 0.75_f64.sin());
    assert_eq!(dx, s.sum() * 0.75_f64.cos() * 2.0);
    assert_eq!(dv, tensor([s[[0]] * 0.75_f64.sin(), -2.0 * s[[1]] * 0.75_f64.sin()]));
}

#[differentiable]
fn two_walks(x: f64, n: usize) -> [f64; 2] {
    let (mut a, mut b) = (x, 1.0);
    #[checkpoint]
    for _ in 0..n {
        a = (a * b).sin() + x;
        b *= a.cos();
    }
    [a, a * b]
}

#[test]
fn every_row_of_a_jacobian_runs_the_loop_again() {
    let (_, rows) = two_walks::at(0.5, 10).on(&mut GrowableTape::new()).jacobian_rev();
    assert_eq!(rows, [two_walks::vjp(0.5, 10, [1.0, 0.0]).1, two_walks::vjp(0.5, 10, [0.0, 1.0]).1]);
    assert!(rows[0] != 0.0 && rows[0] != rows[1]);
}
