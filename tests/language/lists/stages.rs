//! The stages of iterator chains that drop items, end early, nest or keep a state.

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
fn up_to_a_limit(x: &[f64; 4]) -> f64 {
    let before: f64 = x.iter().take_while(|x| **x < 0.85).map(|x| x * x).sum();
    let after: f64 = x.iter().skip_while(|&&x| x < 0.35).map(|x| x * x * before).sum();
    let roots: f64 = x.iter().map_while(|&x| (x < 0.6).then(|| x.sqrt())).sum();
    before * after + roots
}

#[differentiable]
fn some_root(x: f64) -> Option<f64> {
    if x > 0.25 { Some(x.sqrt()) } else { None }
}

#[differentiable]
fn those_with_a_value(x: &[f64; 4]) -> f64 {
    let roots: f64 = x.iter().filter_map(|&x| some_root(x)).map(|root| root * x[0]).sum();
    let squares: f64 = x.iter().filter_map(|x| if *x < 0.5 { Some(x * x) } else { None }).sum();
    let cubes = x
        .iter()
        .map_while(|x| match x {
            x if *x < 0.95 => Some(x * x * x),
            _ => None,
        })
        .fold(1.0, |y, cube| y + cube);
    roots * squares + cubes
}

#[differentiable]
fn with_a_state(x: &[f64; 4]) -> f64 {
    let sums: f64 = x
        .iter()
        .scan(0.0, |sum, x| {
            *sum += x;
            Some(*sum)
        })
        .map(|sum| sum * sum)
        .sum();
    let mut y = sums;
    for (both, x) in x.iter().scan((0.0, 1.0), |state, &x| {
        state.0 += x;
        state.1 *= x;
        if state.0 > 1.5 { None } else { Some((state.0 * state.1, x)) }
    }) {
        y += both * x * x;
    }
    y
}

#[differentiable]
fn lists_of_lists(x: &[f64; 4]) -> f64 {
    let rows = [[x[0], x[1]], [x[2], x[3] * x[0]]];
    let weighted: f64 = rows.iter().flatten().take(3).enumerate().map(|(i, x)| x * x * i as f64).sum();
    let products: f64 = (0..4).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| x[i] * x[j]).sum();
    let doubled: f64 = rows.iter().flat_map(|row| row.iter().map(|x| x * 2.0)).take_while(|x| *x < 1.7).sum();
    weighted * products + doubled * rows.into_iter().flatten().fold(1.0, |y, x| y * x)
}

#[differentiable]
fn left_early(x: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for (i, y) in x.iter().enumerate().flat_map(|(i, x0)| x.iter().map(move |x| (i, x0 * x))) {
        if sum > 1.1 {
            break;
        }
        if i == 1 {
            continue;
        }
        sum += y * y + sum * y;
    }
    for x in x.iter().filter(|x| **x < 0.8) {
        if sum > 1.9 {
            return sum * x;
        }
        sum += x * sum;
    }
    sum
}

#[differentiable]
fn one_after_the_other(x: &[f64; 4]) -> f64 {
    let w = [2.0, 3.0];
    let mut sum = 0.0;
    for (a, b) in x[..2].iter().zip(w.iter()).chain(x[2..].iter().zip(w.iter().rev())) {
        sum += a * b * a;
    }
    let last = std::iter::once(sum * x[0]).chain(x.iter().copied()).map(|x| x * x).sum::<f64>();
    last * x.iter().chain(&w).map(|x| x.sin()).product::<f64>()
}

#[differentiable]
fn again_and_again(x: &[f64; 4]) -> f64 {
    let w = [1.0, 2.0, 3.0];
    let weighted: f64 = x.iter().zip(w.iter().cycle()).map(|(x, w)| x * x * w).sum();
    let twice: f64 = x.iter().cycle().take(6).map(|x| x * weighted).sum();
    twice + std::iter::repeat(x[0] * x[1]).take(3).map(|y| y * y).sum::<f64>()
}

#[differentiable]
fn counted_after_a_filter(x: &[f64; 4]) -> f64 {
    let first: f64 = x.iter().filter(|x| **x > 0.25).enumerate().map(|(i, x)| x * x * (i + 1) as f64).take(2).sum();
    let rest: f64 = x.iter().filter(|x| **x < 0.85).skip(1).map(|y| y * x[0]).sum();
    first * rest + x.iter().inspect(|x| assert!(x.is_finite())).map(|x| x * x).sum::<f64>()
}

#[differentiable]
fn pairs_under_one_name(x: &[f64; 4]) -> f64 {
    let neighbours = |i: usize| x[i] * x[i + 1];
    let mut sum = neighbours(0) * neighbours(2);
    sum += x
        .iter()
        .zip(x.iter().skip(1))
        .enumerate()
        .filter(|p| p.0 != 1)
        .map(|p| p.1.0 * p.1.1 * (p.0 + 1) as f64)
        .sum::<f64>();
    sum += x.iter().enumerate().fold(0.0, |s, t| s + t.1 * t.0 as f64 * t.1);
    for p in x.iter().enumerate() {
        sum += *p.1 * p.0 as f64 * sum;
    }
    x.iter().zip(x).for_each(|p| sum += p.0 * *p.1);
    sum
}

#[test]
fn stages_that_drop_items_end_early_nest_or_keep_a_state() {
    follow! {
        up_to_a_limit those_with_a_value with_a_state lists_of_lists left_early one_after_the_other again_and_again
        counted_after_a_filter pairs_under_one_name
    }
}
