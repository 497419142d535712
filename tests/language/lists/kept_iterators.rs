//! Iterators in variables: taken from with `next`, drained by a loop, or used as a whole.

use cotangent::prelude::*;

/// The gradient of functions of four numbers, against differences, in both modes and of second order.
macro_rules! follow {
    ($($f:ident)*) => {$(
        for x in [[0.3, 0.2, 0.9, 0.4], [0.9, 0.1, 0.35, 0.8]] {
            cotangent::check::gradient(|x: &[f64; 4]| $f(x), |x| both_modes!($f(x)), x)
                .unwrap_or_else(|mismatch| panic!("{} at {x:?}: {mismatch}", stringify!($f)));
        }
    )*};
}

#[differentiable]
fn drained(x: &[f64; 4]) -> f64 {
    let mut it = x.iter().enumerate();
    let mut s = 1.0;
    while let Some((i, x)) = it.next() {
        if i == 2 {
            continue;
        }
        s *= x + i as f64;
        if s > 4.0 {
            break;
        }
    }
    s
}

#[differentiable]
fn first_and_rest(x: &[f64; 4]) -> f64 {
    let mut it = x.iter();
    let first = it.next().unwrap();
    let second = *it.next().unwrap();
    let mut s = second;
    for x in it {
        s = s * 0.5 + x * first * second;
    }
    s
}

#[differentiable]
fn one_after_the_other(x: &[f64; 4]) -> f64 {
    let mut it = x.iter().copied();
    let mut s = 0.0;
    for _ in 0..3 {
        let x = it.next().unwrap();
        s = s * x + x;
    }
    s
}

#[differentiable]
fn whole(x: &[f64; 4]) -> f64 {
    let squares = x.iter().map(|x| x * x);
    let neighbours = x.iter().zip(x.iter().skip(1));
    let sum: f64 = squares.sum();
    sum * neighbours.map(|(a, b)| a * b).sum::<f64>()
}

#[differentiable]
fn in_a_loop(x: &[f64; 4]) -> f64 {
    let mut s = 0.0;
    for k in 1..4 {
        let mut it = x[..=k].iter().rev();
        let a = it.next().unwrap();
        if let Some(b) = it.next().copied() {
            s += a * b;
        }
        let squares = it.map(|v| v * v);
        s += squares.fold(a * a, |t, v| t * v);
    }
    s
}

#[test]
fn iterators_in_variables() {
    follow! { drained first_and_rest one_after_the_other whole in_a_loop }
}
