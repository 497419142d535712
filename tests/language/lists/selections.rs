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

#[derive(Differentiable, Clone, Debug)]
struct Hit {
    distance: f64,
    normal: Vec<f64>,
}

#[differentiable]
fn hit(x: f64, k: f64) -> Option<Hit> {
    if x > 0.5 { Some(Hit { distance: x * k, normal: vec![k, x] }) } else { None }
}

#[differentiable]
fn nearest(x: &[f64], k: f64) -> Option<Hit> {
    x.iter().filter_map(|x| hit(*x, k)).min_by(|a, b| a.distance.partial_cmp(&b.distance).unwrap())
}

/// Items that have no place, one selected from each chain.
#[differentiable]
fn without_places(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 0..x.len() {
        let Some(first) = nearest(x, x[k]) else { return x[0] };
        sum += first.distance * first.normal[1];
        if let Some(last) = x.iter().filter_map(|v| hit(*v, x[k])).max_by(|a, b| a.distance.total_cmp(&b.distance)) {
            sum += last.normal[0] * last.distance;
        }
    }
    let largest = x.iter().flat_map(|a| [a * a, a * x[0]]).max_by(|a, b| a.total_cmp(b)).unwrap();
    let last = x.iter().filter_map(|a| if *a > 0.2 { Some(a * x[0]) } else { None }).last().unwrap_or(0.0);
    let (i, least) = x
        .iter()
        .enumerate()
        .filter_map(|(i, a)| if *a > 0.2 { Some((i, a * x[1])) } else { None })
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .unwrap();
    sum + largest + 2.0 * last + least * x[i]
}

/// Of equal items the first is the least and the last the largest.
#[differentiable]
fn ends_of_equals(x: &[f64]) -> f64 {
    let least = x.iter().filter_map(|a| hit(*a, 1.0)).min_by(|a, b| a.distance.total_cmp(&b.distance)).unwrap();
    let largest = x.iter().filter_map(|a| hit(*a, 1.0)).max_by(|a, b| a.distance.total_cmp(&b.distance)).unwrap();
    least.distance + 10.0 * largest.distance
}

#[test]
fn items_without_places() {
    for x in [&[0.7, 0.3, 1.2][..], &[0.1, 0.3, 0.2], &[0.9, 0.6, 0.8, 0.55]] {
        without_places::at(x).check().unwrap();
        without_places::at(x).check_jvp().unwrap();
    }
    assert_eq!(ends_of_equals::grad(&[0.7, 0.3, 0.7, 0.7]), [1.0, 0.0, 0.0, 10.0]);
}

/// A knot of a table.
#[derive(Differentiable, Clone, Debug)]
struct Knot {
    at: f64,
    value: f64,
}

#[differentiable]
fn lookup(knots: &[Knot], x: f64) -> f64 {
    let i = match knots.binary_search_by(|probe| probe.at.partial_cmp(&x).expect("no NaN")) {
        Ok(i) => return knots[i].value,
        Err(i) => i,
    };
    if i == 0 {
        return knots[0].value;
    }
    if i >= knots.len() {
        return knots[knots.len() - 1].value * x;
    }
    let (a, b) = (&knots[i - 1], &knots[i]);
    a.value + (b.value - a.value) * (x - a.at) / (b.at - a.at)
}

#[differentiable]
fn searched(x: f64, y: &[f64]) -> f64 {
    let knots: Vec<Knot> =
        y.iter().enumerate().map(|(i, y)| Knot { at: 0.5 * i as f64 + 0.01 * y, value: y * y }).collect();
    let k = y.partition_point(|&v| v <= x).clamp(1, y.len() - 1) - 1;
    let found = match y.binary_search_by(|p| p.partial_cmp(&x).unwrap()) {
        Ok(i) => y[i],
        Err(0) => y[0] * x,
        Err(i) => y[i - 1],
    };
    lookup(&knots, x) + (x - y[k]) * y[k + 1] + found
}

#[test]
fn lists_that_are_searched() {
    for x in [0.05, 0.4, 0.7, 2.0] {
        searched::at(x, &[0.1, 0.5, 0.9]).check().unwrap();
        searched::at(x, &[0.1, 0.5, 0.9]).check_jvp().unwrap();
    }
}
