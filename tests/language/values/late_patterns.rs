//! `let (a, [b, c]): Name;`: variables that are declared by a pattern and given values later, where the type of the whole has a name.

use cotangent::prelude::*;
use cotangent::real::Real;

type Quaternion<T> = (T, [T; 3]);
type Pair = [f64; 2];
type Two = (f64, f64);
type Counted = (f64, i32, f32);
type Flat = (f64, Vec<f64>);

#[differentiable]
fn quaternion(x: f64, y: f64) -> f64 {
    let (a, [b, c, d]): Quaternion<f64>;
    if x > y {
        a = x;
        b = x * y;
        c = x * 3.0;
        d = x;
    } else {
        a = 1.0;
        b = x;
        c = 2.0;
        d = 3.0;
    }
    a * b + c + d
}

/// What no value says, the name of the type does: `0.1` is an `f32`.
#[differentiable]
fn in_a_loop(x: f64, y: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        let [a, b]: Pair;
        if i == 1 {
            a = x;
            b = 1.0;
        } else {
            a = 2.0;
            b = y * s;
        }
        let (p, n, k): Counted;
        if i == 2 {
            p = x;
            n = 200;
            k = 0.1;
        } else {
            p = s;
            n = -3;
            k = 0.5;
        }
        s += a * b + p * f64::from(n) * f64::from(k);
    }
    s
}

#[differentiable]
fn generic<T: Real>(x: T, y: T) -> T {
    let (a, [b, c, _]): Quaternion<T>;
    if x > y {
        (a, [b, c]) = (x * x, [y, x]);
    } else {
        a = y;
        b = x;
        c = x * y;
    }
    a * b + c
}

#[differentiable]
fn of_f64(x: f64, y: f64) -> f64 {
    generic(x, y)
}

#[differentiable]
fn parts_of_patterns(x: f64, y: f64) -> f64 {
    let ((a, q), mut r): (Two, f64);
    (a, q) = (x * y, x);
    r = a * q;
    r *= y;
    let (e, f): Two;
    (e, f) = if r > 0.1 { (r, y) } else { (y, x) };
    r + e * f
}

#[differentiable]
fn beside_a_condition(x: f64, y: f64) -> f64 {
    let (h, (w, v)): (bool, Flat);
    if x < y {
        h = true;
        w = x;
        v = vec![x, y];
    } else {
        h = false;
        w = y;
        v = vec![y; 3];
    }
    if h { w * v[0] * v[1] } else { w * v[2] }
}

#[test]
fn parts_have_the_types_that_the_name_says() {
    each_is_right!([quaternion in_a_loop of_f64 parts_of_patterns beside_a_condition] (0.7, 1.3));
    each_is_right!([quaternion in_a_loop of_f64 parts_of_patterns beside_a_condition] (1.3, 0.7));
    let y = in_a_loop(0.7, 1.3);
    let third = |s: f64| 2.0 * 1.3 * s + 0.7 * 200.0 * f64::from(0.1_f32);
    assert!((y - 0.7 - third(0.7)).abs() < 1e-12);
}
