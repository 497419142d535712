//! Names of mutable references where a function only reads: `&mut T` becomes `&T`, as everywhere in Rust.

use cotangent::check::gradient;
use cotangent::prelude::*;

#[differentiable]
fn product(s: &[f64; 2]) -> f64 {
    s[0] * s[1]
}

#[differentiable]
fn scaled(s: &mut [f64; 2], x: f64) {
    s[0] *= x;
    s[1] += s[0];
}

#[differentiable]
fn number(x: &f64, y: &f64) -> f64 {
    x * y * y
}

#[differentiable]
fn step(s: &mut [f64; 2], x: f64, n: usize) -> f64 {
    let mut total = x;
    for i in 0..n {
        let energy = product(s);
        scaled(s, energy * x);
        s[0] -= energy;
        let first = &mut s[0];
        if i == 1 {
            total *= number(first, &x) + number(&total, first);
        }
        *first += 0.1;
        let whole = &mut *s;
        total += product(whole) * product(whole);
        scaled(whole, 0.5);
    }
    total * product(s)
}

#[test]
fn what_is_lent_may_only_be_read() {
    for n in 0..4 {
        both_modes_lent!(step(n));
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Counter {
    value: f64,
}

#[differentiable]
fn advance(c: &mut Counter, x: f64) {
    c.value += x * c.value;
}

#[differentiable]
fn advanced(c: &mut Counter, x: f64) -> f64 {
    advance(c, x);
    let again = &mut *c;
    advance(again, x);
    c.value
}

#[differentiable]
fn halved(s: &mut [f64], x: f64) -> f64 {
    if s.len() < 2 {
        return s[0] * x;
    }
    let half = s.len() / 2;
    let left = &mut s[..half];
    let first = halved(left, x);
    s[half] *= first;
    first + halved(&mut s[half..], x)
}

#[test]
fn names_are_still_lent() {
    let (mut c, mut dc, mut dx) = (Counter { value: 3.0 }, Counter::zero_tangent(), 0.0);
    // c (1 + x)²
    assert_eq!(advanced::at(&mut c, 1.0).on(&mut GrowableTape::new()).vjp_into(1.0, (&mut dc, &mut dx)), 12.0);
    assert_eq!((dc.value, dx), (4.0, 12.0));

    let derivative = |s: &[f64; 4]| {
        let (mut s, mut ds, mut dx) = (*s, [0.0; 4], 0.0);
        let y = halved::at(&mut s, 0.7).on(&mut GrowableTape::new()).vjp_into(1.0, (&mut ds, &mut dx));
        (y, ds)
    };
    gradient(|s: &[f64; 4]| halved(&mut s.clone(), 0.7), derivative, [0.4, 1.3, -0.6, 2.0]).unwrap();
}

#[differentiable]
fn labels(counts: &mut [usize; 2], x: f64) -> f64 {
    let y = weighted(counts, x);
    counts[0] += 1;
    y * weighted(counts, x)
}

#[differentiable]
fn weighted(counts: &[usize; 2], x: f64) -> f64 {
    x * counts[0] as f64
}

#[test]
fn what_has_no_derivative_is_read_as_it_was() {
    let (mut counts, mut dx) = ([2, 0], 0.0);
    // 2 x · 3 x
    let y = labels::value_and_grad_into(&mut GrowableTape::new(), &mut counts, 5.0, &mut dx);
    assert_eq!((y, dx), (150.0, 60.0));
}

#[differentiable]
fn first_times(e: &[f64; 3], x: f64) -> f64 {
    e[0] * x + e[1]
}

#[differentiable]
fn grown(e: &mut [f64; 3], x: f64) {
    e[0] += x * e[1];
}

#[differentiable]
fn read_while_it_is_read(e: &mut [f64; 3], x: f64) -> f64 {
    let sum: f64 = e.iter().map(|b| first_times(e, *b)).sum();
    grown(e, x);
    grown(e, sum);
    e[1] *= sum * x;
    sum
}

#[differentiable]
fn read_twice_at_once(x: f64) -> f64 {
    let mut e = [x, x * x, 2.0];
    let y = read_while_it_is_read(&mut e, x);
    y * e[1] * e[0]
}

#[test]
fn a_lent_list_is_read_by_a_call_while_its_elements_are() {
    check!(read_twice_at_once() at 0.7, -0.4;);
}
