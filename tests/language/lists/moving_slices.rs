//! Slices that move on along a list.

use cotangent::prelude::*;
#[differentiable]
fn by_index(x: &[f64]) -> f64 {
    let mut s = x;
    let mut t = 0.0;
    while !s.is_empty() {
        t = t * 0.5 + s[0] * s[0];
        s = &s[1..];
    }
    t
}
#[differentiable]
fn parameter(mut s: &[f64]) -> f64 {
    let mut t = 0.0;
    while let [a, rest @ ..] = s {
        t = t * 0.5 + a * a;
        s = rest;
    }
    t
}
#[differentiable]
fn split_first(x: &[f64]) -> f64 {
    let mut y = x;
    let mut s = 1.0;
    while let Some((h, t)) = y.split_first() {
        s = s * h + 0.5;
        y = t;
    }
    s
}
#[differentiable]
fn from_both_ends(x: &[f64]) -> f64 {
    let v: Vec<f64> = x.iter().map(|a| a * a).collect();
    let mut y = &v[..];
    let mut s = 1.0;
    while let [a, mid @ .., b] = y {
        s = s * a - b * 0.3;
        y = mid;
    }
    if let [m] = y {
        s *= m;
    }
    s + y.len() as f64
}
#[differentiable]
fn halves(x: &[f64], t: f64) -> f64 {
    let mut y: &[f64] = x;
    let mut s = t;
    while y.len() > 1 {
        let (l, r) = y.split_at(y.len() / 2);
        if l[0] * s > r[0] {
            s += l.iter().sum::<f64>() * t;
            y = r;
        } else {
            s *= r[r.len() - 1];
            y = l;
        }
    }
    s * y[0]
}
#[differentiable]
fn in_steps(x: &[f64]) -> f64 {
    let mut y = x;
    let mut s = 1.0;
    while let [a, b, rest @ ..] = y {
        s += a * b * s;
        y = rest;
        if let [c, tail @ ..] = y {
            s *= c;
            y = tail;
        }
    }
    for v in y {
        s += v;
    }
    s
}
#[differentiable]
fn in_a_loop_inside(x: &[f64]) -> f64 {
    let mut y = x;
    let mut s = 1.0;
    while let [a, rest @ ..] = y {
        for _ in 0..2 {
            s = s * a + 0.1;
            y = rest;
        }
    }
    s
}
#[differentiable]
fn total(x: &[f64]) -> f64 {
    x.iter().map(|a| a * a).sum()
}
#[differentiable]
fn windows(x: &[f64]) -> f64 {
    let mut y = x;
    let mut s = 1.0;
    while y.len() >= 2 {
        s += total(&y[..2]) * s + y[1];
        y = &y[1..];
    }
    s + total(y)
}
#[differentiable]
fn parse(x: &[f64]) -> Option<f64> {
    let mut y = x;
    let mut s = 0.0;
    loop {
        let [a, rest @ ..] = y else { return Some(s) };
        if *a < 0.0 {
            return None;
        }
        s = s * 0.5 + a.sqrt();
        y = rest;
        if y.len() == 1 {
            break;
        }
    }
    Some(s * y[0])
}

// What has no derivative moves on too.
#[differentiable]
fn of_constants(x: f64, powers: &[usize], name: &str) -> f64 {
    let mut rest = powers;
    let mut text = name;
    let mut sum = 0.0;
    while let [first, others @ ..] = rest {
        sum += x.powi(*first as i32);
        rest = others;
    }
    while !text.is_empty() {
        sum *= x + text.len() as f64;
        text = &text[1..];
    }
    sum
}

#[test]
fn slices_that_move_on() {
    macro_rules! right {
        ($($call:expr),* $(,)?) => {$(
            $call.check().unwrap();
            $call.check_jvp().unwrap();
            $call.check_hvp().unwrap();
        )*};
    }
    let x = &[1.0, 2.0, 0.7, 0.3, 1.4][..];
    right!(
        by_index::at(x),
        parameter::at(x),
        split_first::at(x),
        from_both_ends::at(x),
        in_steps::at(x),
        halves::at(x, 0.4),
        in_a_loop_inside::at(x),
        windows::at(x),
        parse::at(x),
        of_constants::at(0.7, &[1, 2], "ab"),
    );
}
