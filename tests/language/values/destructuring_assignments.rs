//! `[a, b] = [b, a]`, `Point { x, y } = moved`: several places are assigned at once.

use cotangent::prelude::*;

#[differentiable]
fn fibonacci(x: f64) -> f64 {
    let (mut a, mut b) = (x, 1.0);
    for _ in 0..3 {
        [a, b] = [b, a * b + a];
    }
    a + b
}

#[derive(Differentiable, Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn fields(x: f64) -> f64 {
    let (mut a, mut b) = (x, 1.0);
    Point { x: a, y: b } = Point { x: b, y: a * x };
    Point { x: a, .. } = Point { x: a * b, y: a };
    a + b * b
}

#[derive(Differentiable, Clone, Copy)]
struct Both(f64, f64);

#[differentiable]
fn tuple_struct(x: f64) -> f64 {
    let (mut a, mut b) = (x, 1.0);
    for _ in 0..2 {
        Both(a, b) = Both(b + x, a * x);
    }
    a + b * x
}

#[differentiable]
fn powers(x: f64) -> [f64; 3] {
    [x, x * x, 1.0]
}

#[differentiable]
fn places(x: f64) -> f64 {
    let mut v = [x; 3];
    let mut a = 0.0;
    let mut p = Point { x, y: 0.2 };
    for i in 0..2 {
        [a, v[i], _] = powers(a + x);
        [p.y, .., v[2]] = powers(v[i]);
        (a, [p.x, _, _]) = (p.y, powers(a));
    }
    a + v[0] * v[1] * v[2] + p.y * p.x
}

#[differentiable]
fn nested_tuples(x: f64, y: f64) -> f64 {
    let (mut a, mut b, mut c) = (x, y, 1.0);
    for _ in 0..3 {
        (a, (b, c)) = (b * c, (c - a, a.sin()));
        ((a, _), b) = ((b, c), a + c);
    }
    a * b + c
}

#[differentiable]
fn declared_by_a_pattern(x: f64, y: f64) -> f64 {
    let (p, [q, r]): (f64, [f64; 2]);
    let (s, (t, u));
    if x > y {
        (p, [q, r]) = (x, [y, x * y]);
        (s, t, u) = (y, q, r);
    } else {
        p = y;
        q = x;
        r = x + y;
        (s, (t, u)) = (p, (q * r, r));
    }
    p * q + r * s * t + u
}

#[test]
fn gradients_agree_with_differences() {
    fibonacci::at(1.5).check().unwrap();
    fields::at(1.5).check().unwrap();
    tuple_struct::at(0.7).check().unwrap();
    places::at(0.7).check().unwrap();
    places::at(0.7).check_hvp().unwrap();
    nested_tuples::at(0.7, 0.4).check().unwrap();
    declared_by_a_pattern::at(0.7, 0.4).check().unwrap();
    declared_by_a_pattern::at(0.4, 0.7).check().unwrap();
}
