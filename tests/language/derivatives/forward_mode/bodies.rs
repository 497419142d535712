//! What stands in a function, in forward mode: names, indices, exits, loops, and calls that change what is lent to them.

use cotangent::prelude::*;

use super::{SPRING, Spring, root};
use crate::modes::check;

#[differentiable]
fn patterns((x, [y, _]): (f64, [f64; 2]), &Spring { stiffness: k, rest: [a, b], .. }: &Spring) -> (f64, [f64; 2]) {
    let (mut p, [q, first, _]) = (x * y, [k, a, b]);
    p *= b;
    let z = if let (s, 0) = (p * q, 0) { s } else { x };
    match (z, first) {
        (u, v) if u > 100.0 => (u, [v, 1.0]),
        (u, v) => (v, [u * v, x]),
    }
}

#[test]
fn parts_by_patterns() {
    check(
        "patterns",
        |(t, s)| patterns(*t, s),
        |(t, s), seed| patterns::vjp(*t, s, seed),
        |(t, s), dot| patterns::jvp(*t, s, dot),
        ((0.7, [1.3, 2.0]), SPRING),
    );
}

/// The index of a place is the one that it had when the place got its name.
#[differentiable]
fn moving_indices(x: &[f64; 4], k: f64) -> f64 {
    let mut a = *x;
    let mut at = 0;
    let mut y = 1.0;
    for i in 0..2 {
        let place = &mut a[at];
        at += 1;
        *place *= k;
        *place += y;
        y *= *place;
        let read = &x[at];
        at = (at + i) % 4;
        a[at] -= read * y;
        let at = 3 - at;
        a[at] += x[i] * x[at];
    }
    at = 2;
    let last = a[at];
    at -= 2;
    y * a[at] + last * a[3]
}

#[test]
fn indices_that_change_between_a_name_and_its_use() {
    check(
        "moving_indices",
        |(x, k)| moving_indices(x, *k),
        |(x, k), seed| moving_indices::vjp(x, *k, seed),
        |(x, k), dot| moving_indices::jvp(x, *k, dot),
        ([0.7, 1.2, -0.4, 0.9], 0.8),
    );
}

/// Names that the generated code has too, and names that hide others.
#[differentiable]
#[allow(non_snake_case)]
fn hidden_names(x: f64, x_dot: f64, tangents: f64, __width: f64, K: f64) -> f64 {
    let y_dot = x * x_dot;
    let x = y_dot * x;
    let x_dot = {
        let x = x_dot + x;
        let y = x * tangents;
        y * __width
    };
    let (y, k, d, given) = (x * K, 2.0 * x, x_dot, 3.0 * y_dot);
    let y = y * y;
    let x = x * x;
    x + y * k + d * given + x_dot * tangents
}

#[test]
fn names_may_be_those_of_generated_code() {
    both_modes!(hidden_names(0.7, -1.2, 0.4, 0.9, 1.1));
}

/// Counters count on, whatever is carried beside them.
#[differentiable]
fn counters(x: &[f64; 6], k: f64) -> f64 {
    let mut at = 0;
    let mut back = 6;
    let mut y = k;
    while at < back {
        y += x[at] * y;
        at += 1;
        back -= 1;
        y *= x[back];
        if y > 10.0 {
            at += 1;
        }
    }
    y * x[at]
}

#[differentiable]
fn exits(x: f64, n: usize) -> f64 {
    let mut y = x;
    let found = 'outer: loop {
        for i in 0..n {
            y += 0.1 * y * x;
            if i == 2 {
                continue 'outer;
            }
            if y > 2.0 {
                break 'outer y * x;
            }
            if i == 1 && y < 0.0 {
                return y * y;
            }
        }
        let part = 'block: {
            if y > 1.0 {
                break 'block x;
            }
            2.0 * x * y
        };
        y += part * part;
        if n == 0 {
            return part;
        }
    };
    let Some(z) = root(found - 1.0) else { return -found };
    z * found
}

#[test]
fn counters_labels_and_early_exits() {
    both_modes!(counters(&[0.7, 1.2, -0.4, 0.9, 1.6, 0.3], 1.3));
    both_modes!(counters(&[5.0, 1.2, 7.0, 0.9, 1.6, 4.0], 1.3));
    check!(exits(0) at 0.3, 1.1; exits(1) at 0.3, 0.9, 1.9; exits(2) at -0.4, 0.6; exits(4) at 0.4, 1.3;);
}

#[differentiable]
fn heat(start: &[f64; 5], c: f64, n: usize) -> [f64; 5] {
    let mut u = *start;
    #[checkpoint(every = 3)]
    for i in 0..n {
        let before = u;
        for j in 1..4 {
            u[j] += c * (before[j - 1] - 2.0 * before[j] + before[j + 1]) * before[i % 5];
        }
    }
    u
}

/// What reverse mode reverses as it runs.
#[differentiable]
fn sums(xs: &[f64], p: &[f64; 2]) -> f64 {
    let mut total = 0.0;
    let mut other = p[0];
    for (i, x) in xs.iter().enumerate() {
        let r = (p[0] * x).sin() - p[1];
        total += r * r;
        for j in 0..i {
            other += r * xs[j] * p[1];
        }
    }
    0.5 * total + other.tanh()
}

#[test]
fn loops_that_run_again_or_are_reversed_as_they_run() {
    check(
        "heat",
        |(u, c)| heat(u, *c, 8),
        |(u, c), seed| heat::vjp(u, *c, 8, seed),
        |(u, c), dot| heat::jvp(u, *c, 8, dot),
        ([1.0, 0.5, -0.3, 0.8, 1.2], 0.2),
    );
    let (_, dot) = heat::jvp(&[1.0, 0.5, -0.3, 0.8, 1.2], 0.2, 8, ([0.0; 5], 0.0));
    assert_eq!(dot, [0.0; 5]);
    let xs = [0.3, -1.2, 0.7, 2.1];
    for n in 0..=4 {
        both_modes!(sums(&xs[..n], &[0.8, -0.5]));
    }
}

#[differentiable]
fn exchange(a: &mut f64, b: &mut [f64; 2], x: f64) {
    let old = *a;
    *a = b[0] * x;
    b[1] += old * b[0];
    std::mem::swap(a, &mut b[0]);
}

#[differentiable]
fn exchanges(a: &mut f64, b: &mut [f64; 2], x: f64, n: usize) -> f64 {
    exchange(a, b, x);
    if n == 0 {
        return *a;
    }
    exchanges(a, b, *a, n - 1) * x
}

/// Two parts of one variable are lent to one call.
#[differentiable]
fn two_parts(x: f64, y: f64) -> f64 {
    let mut pair = (x, [y, x * y]);
    exchange(&mut pair.0, &mut pair.1, x);
    let mut nested = ([x, y], (pair.0, pair.1));
    exchange(&mut nested.0[1], &mut nested.1.1, y);
    let (left, right) = (&mut pair.0, &mut pair.1);
    let z = exchanges(left, right, x, 2);
    exchange(left, &mut nested.0, z);
    z * pair.0 + nested.0[1] * nested.0[0] + nested.1.1[1] * pair.1[1] - nested.1.0
}

#[test]
fn two_parts_of_a_variable_are_lent_at_once() {
    // a' = b₀, b₀' = b₀ x, b₁' = b₁ + a b₀
    let (mut a, mut b) = (2.0, [3.0, 5.0]);
    let (mut a_dot, mut b_dot) = (1.0, [10.0, 100.0]);
    let ((), _) = exchange::jvp(&mut a, &mut b, 7.0, (&mut a_dot, &mut b_dot, 0.5));
    assert_eq!((a, b), (3.0, [21.0, 11.0]));
    assert_eq!((a_dot, b_dot), (10.0, [71.5, 100.0 + 3.0 + 20.0]));
    both_modes!(two_parts(0.7, -1.2));
}
