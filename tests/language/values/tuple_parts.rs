//! Tuples that are written out and taken apart, where some parts have a derivative and others do not.

use cotangent::prelude::*;

/// The type of the counter is inferred.
#[differentiable]
fn counter(a: f64, b: f64) -> f64 {
    let (mut y, mut c) = (1.0 - a, 0);
    while c < 3 {
        c += 1;
        y *= f64::from(c) * a;
    }
    y * b
}

#[differentiable]
fn sum_and_counter(a: f64, b: f64) -> f64 {
    let (mut s, mut c) = (0.0, 0);
    while c < 3 {
        c += 1;
        s += f64::from(c) * a * b;
    }
    s * s
}

#[differentiable]
fn bound(a: f64, b: f64) -> f64 {
    let (y, n) = (a * b, 3);
    let mut s = y;
    for i in 0..n {
        s *= f64::from(i + 1) * a;
    }
    s
}

#[differentiable]
fn nested(a: f64, b: f64) -> f64 {
    let ((mut y, mut c), (mut done, mut z), k) = ((a, 0), (false, b), 2.5);
    while !done {
        c += 1;
        y *= a + f64::from(c);
        z += y * k;
        done = c == 3;
    }
    y + z
}

/// The pattern hides what the values name.
#[differentiable]
fn hiding(a: f64, b: f64) -> f64 {
    let mut out = 0.0;
    for j in 0..3 {
        let (mut a, mut b, mut n) = (b, a * b, j);
        while n > 0 {
            n -= 1;
            (a, b) = (b * 0.5, a);
        }
        out += a * b;
        if j == 1 {
            let (mut p, mut i, ..) = (a, 0, b, 'x');
            loop {
                i += 1;
                p *= p;
                if i > 1 {
                    break;
                }
            }
            out += p;
        }
    }
    out
}

#[differentiable]
fn with_types(a: f64, b: f64) -> f64 {
    let xs = [a, b, a * b];
    let (mut i, mut best): (usize, f64) = (0, xs[0]);
    while i < xs.len() {
        best = best * 0.5 + xs[i] * i as f64;
        i += 1;
    }
    let (mut lo, mut hi, mut at) = (0.0, 1.0, -1);
    for x in xs {
        at += 1;
        if at % 2 == 0 {
            lo += x;
        } else {
            hi *= x;
        }
    }
    best + lo * hi * f64::from(at)
}

#[differentiable]
fn list_and_index(a: f64, b: f64) -> f64 {
    let (mut v, mut k, _) = (vec![a, b], 0, a);
    loop {
        v.push(v[k] * v[k + 1]);
        k += 1;
        if k >= 3 {
            break;
        }
    }
    v.iter().sum::<f64>() * f64::from(k as i32)
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Product,
    Sum,
}

#[differentiable]
fn modes(a: f64, b: f64) -> f64 {
    let (mut t, mut mode, name) = (a, Mode::Product, "x");
    for _ in 0..4 {
        match mode {
            Mode::Product => {
                t *= b;
                mode = Mode::Sum;
            }
            Mode::Sum => {
                t += a;
                mode = Mode::Product;
            }
        }
    }
    if name == "x" { t } else { b }
}

#[test]
fn parts_are_bound_one_by_one() {
    each_is_right!([counter sum_and_counter bound nested hiding with_types list_and_index modes] (0.7, 1.3));
    each_is_right!([counter sum_and_counter bound nested hiding with_types list_and_index modes] (1.3, 0.7));
}
