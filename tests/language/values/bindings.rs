//! `let`, shadowing, patterns, blocks, tuples, arrays and references.

use cotangent::prelude::*;

#[differentiable]
fn shadowed(x: f64) -> f64 {
    let x = x * 2.0;
    let x = x * x;
    let x = x + 1.0;
    x * x
}

#[test]
fn every_binding_of_a_shadowed_name_counts() {
    // (4x² + 1)², derivative 16 x (4x² + 1)
    assert_eq!(both_modes!(shadowed(3.0)), (1369.0, 1776.0));
}

#[differentiable]
fn scoped(x: f64) -> f64 {
    let y = {
        let x = x * x;
        let z = x * 3.0;
        z * x
    };
    y * x
}

#[test]
fn a_block_has_its_own_names() {
    // 3 x⁵
    assert_eq!(both_modes!(scoped(2.0)), (96.0, 240.0));
}

#[differentiable]
fn annotated(x: f64) -> f64 {
    let a: f64 = x * x;
    let b: f64 = a;
    let c: &f64 = &b;
    a * b * *c
}

#[test]
fn other_names_for_a_place_share_its_cotangent() {
    // x⁶
    assert_eq!(both_modes!(annotated(2.0)), (64.0, 192.0));
}

#[differentiable]
fn swapped(x: f64, y: f64) -> (f64, f64) {
    (y * y, x)
}

#[differentiable]
fn destructured(x: f64, y: f64) -> f64 {
    let (a, b) = swapped(x, y);
    let [c, _, d] = [a, b, a * b];
    let ((e, f), g) = ((c, d), x);
    e * f * g
}

#[test]
fn patterns_take_values_apart() {
    // y² · (y² x) · x
    assert_eq!(both_modes!(destructured(3.0, 2.0)), (144.0, (96.0, 288.0)));
}

#[differentiable]
fn indexed(xs: &[f64; 3]) -> f64 {
    const LAST: usize = 2;
    xs[0] * xs[1] + xs[LAST] * xs[LAST] * xs[0]
}

#[test]
fn elements_of_an_array_add_up() {
    assert_eq!(both_modes!(indexed(&[2.0, 3.0, 5.0])), (56.0, [28.0, 2.0, 20.0]));
}

#[differentiable]
fn nested(m: &[[f64; 2]; 2], t: (f64, (f64, f64))) -> f64 {
    m[0][0] * m[1][1] - m[0][1] * m[1][0] + t.0 * t.1.0 * t.1.1
}

#[test]
fn nested_arrays_and_tuples() {
    let (value, (dm, dt)) = both_modes!(nested(&[[1.0, 2.0], [3.0, 4.0]], (5.0, (6.0, 7.0))));
    assert_eq!(value, -2.0 + 210.0);
    assert_eq!(dm, [[4.0, -3.0], [-2.0, 1.0]]);
    assert_eq!(dt, (42.0, (35.0, 30.0)));
}

#[differentiable]
fn patterns((a, b): (f64, f64), [c, d]: &[f64; 2], _: f64, _unused: f64) -> f64 {
    a * b + c * d
}

#[test]
fn parameters_may_be_patterns() {
    let (value, (ab, cd, skipped, unused)) = both_modes!(patterns((2.0, 3.0), &[5.0, 7.0], 1.0, 1.0));
    assert_eq!((value, ab, cd, skipped, unused), (41.0, (3.0, 2.0), [7.0, 5.0], 0.0, 0.0));
}

#[differentiable]
fn many(x: f64) -> f64 {
    let a = x * x;
    let b = a * x;
    let c = b * x;
    let d = c * x;
    let e = d * x;
    let f = e * x;
    let g = f * x;
    let h = g * x;
    let i = h * x;
    let j = i * x;
    a * b * c * d * e * f * g * h * i * j
}

#[test]
fn more_values_than_one_tape_entry_holds() {
    // x^(2 + 3 + .. + 11) = x^65
    let (value, slope) = both_modes!(many(1.0));
    assert_eq!((value, slope), (1.0, 65.0));
}

#[differentiable]
fn unused_values(x: f64) -> f64 {
    let _a = x * x;
    let _ = x.sin();
    let _ = x.cos() * x;
    x * 3.0
}

#[test]
fn values_that_nobody_uses_have_no_effect() {
    assert_eq!(both_modes!(unused_values(2.0)), (6.0, 3.0));
}

#[differentiable]
fn identity(x: f64) -> f64 {
    x
}

#[differentiable]
fn constant(x: f64) -> f64 {
    let _ = x;
    4.0
}

#[test]
fn trivial_bodies() {
    assert_eq!(both_modes!(identity(2.0)), (2.0, 1.0));
    assert_eq!(both_modes!(constant(2.0)), (4.0, 0.0));
    assert_eq!(identity::tape_words(), 0);
}

/// Not `Copy`.
#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Inner {
    a: f64,
    n: i32,
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Outer {
    inner: Inner,
    b: f64,
}

#[differentiable]
fn moved(x: f64, n: i32) -> f64 {
    let inner = Inner { a: x * x, n };
    let outer = Outer { inner, b: x };
    let copy = outer.clone();
    let times = copy.inner.n as f64;
    copy.inner.a * outer.b * times
}

#[test]
fn values_that_are_not_copy_may_move() {
    assert_eq!(both_modes!(moved(2.0, 3)), (24.0, 36.0));
}

/// The name of a type parameter in generated code.
#[derive(Differentiable, Clone)]
struct M {
    x_slot: f64,
}
gradients!(MTangent);

#[differentiable]
fn shadowed_types(x: f64, m: &M) -> f64 {
    m.x_slot * x
}

#[test]
fn types_may_have_any_name() {
    let (value, (dx, dm)) = both_modes!(shadowed_types(2.0, &M { x_slot: 3.0 }));
    assert_eq!((value, dx, dm.x_slot), (6.0, 3.0, 2.0));
}

/// A struct that is cloned, not copied.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Curve {
    c: [f64; 3],
}

#[differentiable]
fn curve(k: f64) -> (f64, Curve) {
    (k * k, Curve { c: [0.5, k, k * k] })
}

#[differentiable]
fn moved_to_names(k: f64) -> f64 {
    let first = Curve { c: [0.5, k, k * k] };
    let second = first;
    let (square, third) = curve(k);
    let Curve { c } = third;
    second.c[1].sin() * second.c[2].sin() + square * c[2].exp() * c[1]
}

#[differentiable]
fn moved_out_of_a_branch(k: f64, c: bool) -> Option<f64> {
    let chosen = if c { Curve { c: [k, 1.0, 2.0] } } else { Curve { c: [curve(k).0, Some(k)?, 0.5] } };
    let curve = chosen;
    Some(curve.c[0].sin() * curve.c[1])
}

#[test]
fn a_value_may_move_to_another_name() {
    check! { moved_to_names () at 0.3, 0.7; }
    for c in [true, false] {
        let (y, slope) = both_modes!(moved_out_of_a_branch(0.7, c));
        let expected = if c {
            (0.7_f64.sin(), 0.7_f64.cos())
        } else {
            let s: f64 = 0.7 * 0.7;
            (s.sin() * 0.7, s.cos() * 1.4 * 0.7 + s.sin())
        };
        assert_eq!(y, Some(expected.0));
        assert!((slope - expected.1).abs() < 1e-15);
    }
}

#[differentiable]
fn names_of_an_index(m: f64, s: f64) -> f64 {
    let x = [m, s, m * s];
    let r = &2_usize;
    let mut t = x[*r];
    for i in 0..3 {
        let r = &i;
        let &j = &i;
        let (p, v) = (&i, &x[i]);
        t += x[*r] * x[j] * *v * *p as f64;
    }
    let third = 1.0 / 3.0;
    let r = &third;
    for i in 0..3 {
        let j: u8 = i;
        t += m * f64::from(!j) * 0.01;
    }
    let (p, q): (&f64, u8) = (&m, 255);
    t * *r * *p + f64::from(!q)
}

#[differentiable]
fn behind_a_reference(m: f64, s: f64) -> f64 {
    let mut t = m;
    let &w = &t;
    t = s;
    let mut x = [m, s];
    let &[a, b] = &x;
    x[0] = b * 2.0;
    let (&p, &q) = (&t, &x[0]);
    t *= p;
    w * t * a * b * x[0] * p * q
}

const PAIR: (f64, f64) = (2.0, 3.0);

#[differentiable]
fn tuples_of_constants(m: f64, s: f64) -> f64 {
    let mut a = m;
    let mut b = s;
    let t = a * b;
    (a, b) = PAIR;
    let u = a * m;
    let (c, d);
    (c, d) = (u, b * s);
    t + a * b * m + c * d
}

#[differentiable]
fn parts_in_their_order(m: f64, s: f64) -> f64 {
    let mut k = 1;
    match (k, {
        k = 5;
        m * f64::from(k)
    }) {
        (1, x) => x * s,
        (j, x) => x + s * f64::from(j),
    }
}

#[differentiable]
fn spelled_like_what_is_derived(m: f64, s: f64) -> f64 {
    let x = m * s;
    let x_dot = x.sin();
    let x_bar = x_dot * m;
    let r#match = x * 2.0;
    let match_ = x + 1.0;
    x * x_dot * m * x_bar * r#match * match_
}

/// The row that is chosen is bound beside an active number, and changes.
#[differentiable]
fn chosen_beside_its_number(m: f64, s: f64) -> f64 {
    let a = [m * s, m, s * s];
    let (mut best, mut at) = (a[0].abs(), 0);
    for i in 1..3 {
        if a[i].abs() > best {
            (best, at) = (a[i].abs(), i);
        }
    }
    a[at] * best * m
}

#[test]
fn names_for_constants_and_copies_mean_what_they_are() {
    follows!(chosen_beside_its_number);
    follows!(names_of_an_index behind_a_reference tuples_of_constants parts_in_their_order);
    follows!(spelled_like_what_is_derived);
}
