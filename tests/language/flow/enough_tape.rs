//! Functions that look, before the first loop that is reversed as it runs, whether the tape is large enough for the rest.

use cotangent::prelude::*;

/// How much the triangle pushes is known when it runs. What the last loop needs is a constant.
#[differentiable]
fn solved(l: &[[f64; 5]; 5], b: &[f64; 5], n: usize) -> f64 {
    let mut x = *b;
    for i in 0..n {
        for j in 0..i {
            x[i] -= l[i][j] * x[j];
        }
        x[i] = x[i] / l[i][i];
    }
    let mut sum = 0.0;
    for i in 0..5 {
        sum += x[i].exp() * x[i];
    }
    sum
}

/// The last loop may need less than the constant.
#[differentiable]
fn chosen(l: &[[f64; 5]; 5], b: &[f64; 5], n: usize) -> f64 {
    let mut x = *b;
    for i in 0..n {
        for j in 0..i {
            x[i] -= l[i][j] * x[j];
        }
    }
    let mut sum = 0.0;
    for i in 0..5 {
        sum += if n > 3 { (x[i].exp() * x[i].sin()).tanh() * x[i].cos() } else { x[i] };
    }
    sum
}

/// What the rest needs is not known: it is measured before.
#[differentiable]
fn long(l: &[[f64; 5]; 5], b: &[f64; 5], n: usize) -> f64 {
    let mut x = *b;
    for i in 0..n {
        for j in 0..i {
            x[i] -= l[i][j] * x[j];
        }
    }
    let mut sum = 0.0;
    for i in 0..5 {
        let mut y = x[i];
        for _ in 0..n {
            y = y.sin() * y;
        }
        sum += y;
    }
    sum
}

const L: [[f64; 5]; 5] = [
    [1.2, 0.0, 0.0, 0.0, 0.0],
    [0.3, -0.9, 0.0, 0.0, 0.0],
    [-0.4, 0.8, 1.1, 0.0, 0.0],
    [0.5, -0.7, 0.2, 1.4, 0.0],
    [0.1, 0.6, -0.3, 0.9, 0.7],
];
const B: [f64; 5] = [0.7, -0.2, 0.5, 1.1, -0.6];

/// A tape that is too short by any number of words adds nothing to the cotangents; one of exactly the size, and one that grows, give the
/// gradient.
macro_rules! exactly_enough {
    ($at:ident, $zeros:ident, $ones:ident, |$bars:ident| $lent:expr) => {{
        let (value, expected) = $at().value_and_grad();
        let need = $at().tape_words();
        let mut tape = vec![0; need];
        for short in 1..=need {
            let mut $bars = $ones.clone();
            let full = $at().on(&mut tape[short..]).try_value_and_grad_into($lent);
            assert_eq!(full.unwrap_err(), TapeOverflow { needed: need, available: need - short });
            assert_eq!($bars, $ones);
        }
        let mut $bars = $zeros.clone();
        assert_eq!($at().on(&mut tape[..]).value_and_grad_into($lent), value);
        assert_eq!($bars, expected);
        let mut growing = GrowableTape::with_words(need / 2);
        for _ in 0..2 {
            let mut $bars = $zeros.clone();
            assert_eq!($at().on(&mut growing).value_and_grad_into($lent), value);
            assert_eq!($bars, expected);
        }
        assert_eq!(growing.words(), need);
    }};
}

macro_rules! looks {
    ($($module:ident: $name:ident)*) => {$(
        mod $module {
            use super::{B, L};
            use cotangent::prelude::*;

            #[test]
            fn the_gradient() {
                for n in 0..=5 {
                    let found = cotangent::check::gradient(
                        |(l, b): &([[f64; 5]; 5], [f64; 5])| super::$name(l, b, n),
                        |(l, b)| super::$name::value_and_grad(l, b, n),
                        (L, B),
                    );
                    found.unwrap_or_else(|mismatch| panic!("{n}: {mismatch}"));
                }
            }

            #[test]
            fn exactly_enough_is_enough_and_too_little_adds_nothing() {
                for n in 0..=5 {
                    let at = || super::$name::at(&L, &B, n);
                    let zeros = ([[0.0; 5]; 5], [0.0; 5]);
                    let ones = ([[1.0; 5]; 5], [1.0; 5]);
                    exactly_enough!(at, zeros, ones, |bars| (&mut bars.0, &mut bars.1));
                }
            }
        }
    )*};
}
looks!(a_constant_rest: solved a_choice: chosen an_unknown_rest: long);

#[differentiable]
fn step(x: &[f64], next: &mut [f64], rate: f64) {
    for i in 1..x.len() {
        next[i] += rate * x[i] * x[i - 1];
    }
}

/// How much the calls push depends on the length of the slice.
#[differentiable]
fn of_a_slice(first: &[f64], rate: f64) -> f64 {
    let mut x = first.to_vec();
    for _ in 0..3 {
        let mut next = x.clone();
        step(&x, &mut next, rate);
        x = next;
    }
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i].exp() * x[i];
    }
    sum
}

/// The rest calls too, and what it pushes depends on the length.
#[differentiable]
fn of_calls_in_the_rest(first: &[f64], rate: f64) -> f64 {
    let x = first.to_vec();
    let mut next = first.to_vec();
    step(&x, &mut next, rate);
    let mut sum = 0.0;
    for i in 0..next.len() {
        let mut again = vec![rate; first.len()];
        step(&next, &mut again, next[i]);
        sum += again[1].exp() * next[i];
    }
    sum
}

macro_rules! looks_at_slices {
    ($($name:ident)*) => {$({
        const FIRST: [f64; 4] = [0.7, -0.2, 0.5, 1.1];
        for first in [&FIRST[..2], &FIRST[..3], &FIRST] {
            let at = || $name::at(first, 0.8);
            at().check().unwrap();
            let (zeros, ones) = ((vec![0.0; first.len()], 0.0), (vec![1.0; first.len()], 1.0));
            exactly_enough!(at, zeros, ones, |bars| (&mut bars.0[..], &mut bars.1));
        }
    })*};
}

#[test]
fn what_calls_push_may_depend_on_the_length_of_a_slice() {
    looks_at_slices!(of_a_slice of_calls_in_the_rest);
}

#[derive(Differentiable, Clone)]
struct Row {
    x: Vec<f64>,
}

/// The type of the parameter does not say that there are lists in it.
#[differentiable]
fn of_a_struct(row: &Row, rate: f64) -> f64 {
    let mut next = row.x.clone();
    step(&row.x, &mut next, rate);
    let mut sum = 0.0;
    for i in 0..next.len() {
        sum += next[i].exp() * next[i];
    }
    sum
}

#[test]
fn a_list_may_be_in_a_struct() {
    for n in 2..=4 {
        let row = Row { x: [0.7, -0.2, 0.5, 1.1][..n].to_vec() };
        let at = || of_a_struct::at(&row, 0.8);
        at().check().unwrap();
        let (zeros, ones) = ((RowTangent { x: vec![0.0; n] }, 0.0), (RowTangent { x: vec![1.0; n] }, 1.0));
        exactly_enough!(at, zeros, ones, |bars| (&mut bars.0, &mut bars.1));
    }
}
