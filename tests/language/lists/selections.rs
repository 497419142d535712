//! Ends of iterator chains that select an item, or reduce to one.

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
fn extremes(x: &[f64; 4]) -> f64 {
    let low = x.iter().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    let high = x.iter().copied().max_by(f64::total_cmp).unwrap();
    let square = x.iter().map(|x| x * x).filter(|y| *y < 0.5).max_by(|a, b| a.total_cmp(b)).unwrap_or(0.0);
    low * high * high + square * low
}

#[differentiable]
fn places(x: &[f64; 4]) -> f64 {
    let i = 5;
    let (at, low) = x.iter().enumerate().min_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap()).unwrap();
    let high = x.iter().enumerate().max_by(|a, b| a.1.partial_cmp(b.1).unwrap()).map(|(i, _)| i).unwrap();
    x[high] * low * (at + 1) as f64 + x[0] * i as f64
}

#[differentiable]
fn by_a_key(x: &[f64; 4]) -> f64 {
    let centre = 0.45;
    let near = x.iter().min_by_key(|x| ((**x - centre).abs() * 1e6) as i64).unwrap();
    let far = x.iter().max_by_key(|x| ((**x - centre).abs() * 1e6) as i64).expect("four numbers");
    near * far * far
}

#[differentiable]
fn one_in_a_loop(x: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for k in 1..4 {
        let last = *x[..=k].iter().last().unwrap();
        let next = x.iter().copied().filter(|x| *x > last).next().unwrap_or(last * last);
        let found = x.iter().find(|x| **x > 0.25).copied().unwrap_or(1.0);
        if k == 2 {
            continue;
        }
        sum += last * next * found + x.iter().nth(k).unwrap() * x.iter().rev().nth(1).unwrap();
    }
    sum
}

#[differentiable]
fn reduced(x: &[f64; 4]) -> f64 {
    let all = x.iter().copied().reduce(|s, x| s * x + 1.0).unwrap();
    let least = x.iter().map(|x| x * all).reduce(f64::min).unwrap_or(0.0);
    if let Some(sum) = x.iter().copied().filter(|x| *x > 5.0).reduce(|a, b| a + b) { sum } else { all * least }
}

#[differentiable]
fn tried(x: &[f64; 4]) -> f64 {
    let positive = x.iter().try_fold(1.0, |s, x| if *x > 0.0 { Some(s * x) } else { None });
    let small = x.iter().try_fold(1.0, |s, x| if *x < 0.5 { Some(s * x) } else { None });
    match (positive, small) {
        (Some(product), None) => product * product,
        _ => x[0],
    }
}

#[differentiable]
fn in_chunks(x: &[f64; 4]) -> f64 {
    let ends: f64 = x.chunks(3).enumerate().map(|(i, part)| part[part.len() - 1] * part[0] * i as f64).sum();
    ends + x.chunks(2).map(|part| part.iter().sum::<f64>() * part[0]).sum::<f64>()
}

#[test]
fn ends_that_select_an_item() {
    follow! { extremes places by_a_key one_in_a_loop reduced tried in_chunks }
}

/// Two items that are selected in one expression.
#[differentiable]
fn beside(x: &[f64; 4]) -> f64 {
    let list = x.iter().min_by(|a, b| a.total_cmp(b)).unwrap() * x.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
    if let Some(first) = x.iter().find(|x| **x > 0.2) {
        return first * list + x.iter().last().unwrap() * x.iter().copied().nth(1).unwrap();
    }
    list
}

#[test]
fn two_items_in_one_expression() {
    follow! { beside }
}

#[differentiable]
fn of_equals(x: &[f64; 2], y: f64) -> f64 {
    let (first, _) = x.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    let (last, _) = x.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    y * (first + 10 * last) as f64
}

#[differentiable]
fn largest(x: &[f64]) -> f64 {
    *x.iter().max_by(|a, b| a.total_cmp(b)).expect("a number")
}

#[test]
fn the_first_least_and_the_last_largest_of_equals() {
    assert_eq!(both_modes!(of_equals(&[2.0, 2.0], 3.0)), (30.0, ([0.0, 0.0], 10.0)));
    assert!(std::panic::catch_unwind(|| largest::grad(&[][..])).is_err());
}

/// A closure of a variable, passed to a method that asks it.
#[differentiable]
fn above(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 0..x.len() {
        let limit = 0.9 * x[k];
        let is_above = |v: &f64| *v > limit;
        if x.iter().any(is_above) {
            let last = x.iter().rposition(is_above).unwrap_or(0);
            sum += x[last] * limit;
        }
        let first = x.iter().position(is_above).unwrap_or(0);
        sum += x[first] * x[k];
    }
    sum
}

#[test]
fn predicates_of_variables() {
    above::at(&[0.7, 0.3, 1.2]).check().unwrap();
    above::at(&[0.7, 0.3, 1.2]).check_jvp().unwrap();
}
