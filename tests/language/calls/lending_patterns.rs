//! Patterns that take a mutable reference apart: the names in them are places, which functions may change.
#![allow(irrefutable_let_patterns, reason = "they are those of conditions, too")]

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Pair {
    a: f64,
    b: f64,
}

#[differentiable]
fn bump(place: &mut f64, by: f64) {
    *place = *place * by + 1.0;
}

#[differentiable]
fn bump_and_ask(place: &mut f64, by: f64) -> f64 {
    *place = *place * by + 1.0;
    *place * by
}

#[differentiable]
fn first_of(list: &mut [f64], x: f64) {
    list[0] = x * list[1];
}

#[differentiable]
fn fields_of_a_struct(m: f64, s: f64) -> f64 {
    let mut p = Pair { a: m, b: s };
    match &mut p {
        Pair { a, b } => {
            bump(a, m);
            *b *= *a;
            bump(b, s);
        }
    }
    if let Pair { a, b: other } = &mut p {
        bump(other, m);
        *a -= *other;
    }
    p.a * p.b
}

#[differentiable]
fn parts_of_a_tuple(m: f64, s: f64) -> f64 {
    let mut t = (m, [s, m * s]);
    let y = match &mut t {
        (x, list) => {
            let y = bump_and_ask(x, s);
            first_of(list, y);
            list[1] *= *x;
            y
        }
    };
    y * t.0 + t.1[0] * t.1[1]
}

#[differentiable]
fn elements_of_an_array(m: f64, s: f64) -> f64 {
    let mut a = [m, s, m * s];
    match &mut a {
        [x, _, z] => {
            core::mem::swap(x, z);
            *x += *z * m;
            bump(z, s);
        }
    }
    a[0] * a[1] + a[2]
}

#[differentiable]
fn a_name_alone(m: f64, s: f64) -> f64 {
    let mut t = m;
    match &mut t {
        r if *r > 1.0 => bump(r, s),
        r => {
            bump(r, s);
            bump(r, m);
        }
    }
    t * s
}

#[differentiable]
fn two_at_once(m: f64, s: f64) -> f64 {
    let (mut a, mut b) = (m, s);
    if let (x, y) = (&mut a, &mut b) {
        *x *= *y;
        bump(y, *x);
    }
    a * b
}

#[differentiable]
fn of_a_parameter(Pair { a, b }: &mut Pair, (x, list): &mut (f64, [f64; 2]), by: f64) {
    bump(a, *x);
    let again = b;
    bump(again, by);
    first_of(list, *a);
    *x *= list[1];
}

#[differentiable]
fn a_parameter(m: f64, s: f64) -> f64 {
    let mut p = Pair { a: m, b: s };
    let mut t = (s, [m * s, 2.0 * m]);
    of_a_parameter(&mut p, &mut t, s);
    p.a * p.b * t.0 + t.1[0]
}

#[differentiable]
fn read_through(option: &mut Option<f64>, s: f64) -> f64 {
    match option {
        Some(x) => *x * s + x.sin(),
        None => s,
    }
}

#[differentiable]
fn a_variant_is_looked_at(m: f64, s: f64) -> f64 {
    let mut some = Some(m);
    let y = read_through(&mut some, s);
    let mut none = None;
    let z = read_through(&mut none, y);
    y * z
}

#[test]
fn what_a_pattern_lends_changes() {
    follows!(fields_of_a_struct parts_of_a_tuple elements_of_an_array a_name_alone two_at_once a_parameter);
    follows!(a_variant_is_looked_at);
}

#[differentiable]
fn in_a_loop(m: f64, s: f64) -> f64 {
    let mut pairs = [(m, s), (s, m * s), (2.0, m)];
    for i in 0..3 {
        let (x, y) = &mut pairs[i];
        bump(x, *y);
        if i == 1 {
            continue;
        }
        *y *= m;
    }
    for (x, y) in &mut pairs {
        bump(y, *x);
    }
    pairs[0].1 * pairs[1].1 + pairs[2].0
}

#[test]
fn patterns_lend_in_loops() {
    follows!(in_a_loop);
}
