//! What the standard library does to places: `mem::replace` and `take`, and lists that are changed as a whole.

use std::mem;

use cotangent::prelude::*;

/// The gradient of a function of an array and a number, against differences.
macro_rules! check {
    ($f:ident($($argument:expr),*)) => {
        cotangent::check::gradient(
            |(a, x): &([f64; 4], f64)| $f(a, *x, $($argument),*),
            |(a, x)| both_modes!($f(a, *x, $($argument),*)),
            ([0.7, -1.2, 0.4, 1.6], 0.9),
        )
        .unwrap_or_else(|mismatch| panic!("{}: {mismatch}", stringify!($f($($argument),*))));
    };
}

#[allow(unused_must_use)]
#[differentiable]
fn replaced(x: f64, y: f64) -> f64 {
    let mut a = x * x;
    let old = mem::replace(&mut a, x * y);
    // Whose value nobody uses.
    mem::replace(&mut a, old * y);
    let _ = std::mem::replace(&mut a, old * x);
    let other = mem::replace(&mut a, old);
    old * other * a
}

#[test]
fn the_old_value_and_the_new_one() {
    // x² x³ x²
    assert_eq!(both_modes!(replaced(2.0, 3.0)), (128.0, (7.0 * 64.0, 0.0)));
}

#[differentiable]
fn taken(x: f64, y: f64) -> f64 {
    let mut a = x * y;
    let mut s = mem::take(&mut a) * y;
    s += a * 100.0;
    let mut pair = [x, y];
    let mut both = core::mem::take(&mut pair);
    both[0] += pair[0] + mem::take(&mut both[1]);
    s * both[0] + both[1] + pair[1]
}

#[test]
fn what_is_taken_leaves_zero() {
    // x y² (x + y)
    assert_eq!(both_modes!(taken(2.0, 3.0)), (90.0, (63.0, 78.0)));
}

#[differentiable]
fn constant_start(x: f64, n: usize) -> f64 {
    let mut a = 1.0;
    let mut k = n;
    let mut s = 0.0;
    for _ in 0..n {
        s += mem::replace(&mut a, s + x);
        k = mem::replace(&mut k, 7) + mem::take(&mut k);
    }
    s * a * k as f64
}

#[test]
fn a_variable_becomes_active_by_what_replaces_it() {
    // n = 2, k = 2 + 7, then 9 + 7: s = 1 + x, a = 1 + x
    assert_eq!(both_modes!(constant_start(2.0, 2)), (9.0 * 16.0, 6.0 * 16.0));
    assert_eq!(both_modes!(constant_start(2.0, 0)), (0.0, 0.0));
}

#[derive(Clone, Debug, Differentiable)]
struct State {
    v: [f64; 4],
    k: f64,
}
gradients!(StateTangent);

#[differentiable]
fn in_loops_and_branches(a: &[f64; 4], x: f64, n: usize, at: usize) -> f64 {
    let mut state = State { v: *a, k: x };
    let mut s = 1.0;
    for i in 0..n {
        let j = (i * at + 1) % 4;
        s += mem::replace(&mut state.v[j], s * x) * state.v[at];
        if i % 2 == 1 {
            state.k = mem::replace(&mut s, state.k) + x;
        }
        let last = &mut state.v[3];
        s *= mem::replace(last, state.k);
        *last += s;
        mem::swap(last, &mut state.k);
    }
    s * state.k + state.v[0] * state.v[1] + state.v[2] * state.v[3]
}

#[test]
fn elements_and_fields_are_replaced_by_run_time_indices() {
    for n in 0..4 {
        for at in 0..4 {
            check!(in_loops_and_branches(n, at));
        }
    }
}

#[differentiable]
fn exchanged(list: &mut [f64], other: &mut [f64; 2], i: usize) {
    let (a, b) = (&mut list[i], &mut other[1]);
    *a *= *b;
    mem::swap(a, b);
    mem::swap(&mut list[0], &mut other[0]);
    list.swap(i, 1);
    list[1..].reverse()
}

#[differentiable]
fn exchanges_of_lent_places(a: &[f64; 4], x: f64, i: usize) -> f64 {
    let (mut a, mut b) = (*a, [x, x * x]);
    exchanged(&mut a, &mut b, i);
    a[0] * a[1] * b[0] + a[2] * a[3] * b[1]
}

#[test]
fn places_behind_references_are_exchanged() {
    for i in 0..4 {
        check!(exchanges_of_lent_places(i));
    }
}

#[differentiable]
fn rearranged(a: &[f64; 4], x: f64, k: usize, n: usize) -> f64 {
    let mut m = [*a, [x, 1.0, x * x, 2.0]];
    let mut s = x;
    for i in 0..n {
        m[0].rotate_left(k);
        s += m[0][0] * m[1][i];
        m[i % 2][1..].rotate_right((k + i) % 3);
        m.reverse();
        if m[0][1] > 0.5 {
            m.swap(0, k % 2);
            m[1][..k].reverse();
        }
        m[0][i] *= s;
        m[1].swap(i, (i + k) % 4);
    }
    let row = &mut m[1];
    row.reverse();
    s * row[0] + row[1] * row[2] * m[0][3]
}

#[test]
fn elements_change_places() {
    for k in 0..4 {
        for n in 0..4 {
            check!(rearranged(k, n));
        }
    }
}

#[test]
fn rearranging_stores_nothing_but_its_arguments() {
    #[differentiable]
    fn weighted(a: &[f64; 4], #[constant] w: &[f64; 4], k: usize) -> f64 {
        let mut a = *a;
        a.reverse();
        a.rotate_left(k);
        a.swap(0, 2);
        let mut s = 0.0;
        for i in 0..4 {
            s += a[i] * w[i];
        }
        s
    }
    // 4 3 2 1, then 3 2 1 4, then 1 2 3 4
    let (value, da) = both_modes!(weighted(&[1.0, 2.0, 3.0, 4.0], &[1.0, 10.0, 100.0, 1000.0], 1));
    assert_eq!((value, da), (4321.0, [1.0, 10.0, 100.0, 1000.0]));
    assert_eq!(weighted::tape_words(), 0);
}

#[differentiable]
fn filled(a: &[f64; 4], x: f64, from: usize, to: usize) -> f64 {
    let mut b = *a;
    b[from..to].fill(x * a[0]);
    let mut c = [0.0; 4];
    c.fill(b[1]);
    let mut m = [[1.0; 4]; 2];
    m.fill(b);
    m[1].fill(2.0);
    if from == 1 {
        b.fill(3.0);
        m[0][..2].fill(b[2] * x);
    }
    let r = &mut c;
    r[2..].fill(x);
    let mut s = 0.0;
    for i in 0..4 {
        s += b[i] * c[i] * m[0][i] * m[1][3 - i];
    }
    s
}

#[test]
fn every_element_gets_one_value() {
    for (from, to) in [(0, 4), (0, 0), (1, 3), (2, 4)] {
        check!(filled(from, to));
    }
}

#[differentiable]
fn copied(a: &[f64; 4], x: f64, from: usize) -> f64 {
    let mut b = [x; 4];
    let before = b[0] * a[1];
    b.copy_from_slice(a);
    b[from..from + 2].copy_from_slice(&[x * x, a[from]]);
    let mut c = [0.0; 2];
    c.clone_from_slice(&b[from..from + 2]);
    let mut rows = [[x, 2.0], [1.0, x]];
    rows[1].copy_from_slice(&c);
    for i in 0..2 {
        rows[0].copy_from_slice(&b[i..i + 2]);
        c[i] *= rows[0][1];
        b[2..].copy_from_slice(&c);
        c.copy_from_slice(&[1.5, 0.5]);
    }
    before + b[0] * b[1] + b[2] * b[3] * c[0] + rows[0][0] * rows[1][1]
}

#[test]
fn elements_are_copied() {
    for from in 0..3 {
        check!(copied(from));
    }
}

#[test]
#[should_panic(expected = "copy_from_slice: source slice length (2) does not match destination slice length (3)")]
fn lists_of_other_lengths_are_not_copied() {
    #[differentiable]
    fn wrong(x: f64, n: usize) -> f64 {
        let mut a = [x; 4];
        a[..n].copy_from_slice(&[x, x]);
        a[0]
    }
    wrong::grad(1.0, 3);
}

#[test]
fn lists_of_tensors_and_structs() {
    #[differentiable]
    fn f(t: &Vector<f64, 2>, start: &State) -> f64 {
        let mut list = [t.clone(), t * 2.0, t * t];
        list.reverse();
        let old = mem::replace(&mut list[1], t * 3.0);
        list[1..].fill(old * t);
        let mut states = [start.clone(), State { v: [0.0; 4], k: 1.0 }];
        states.swap(0, 1);
        let other = [start.clone()];
        states[..1].clone_from_slice(&other);
        states[0].v[1] *= states[1].k;
        (&list[0] * &list[2]).sum() + states[0].v[1] * states[1].v[0]
    }
    let t = tensor([2.0, 3.0]);
    let start = State { v: [5.0, 7.0, 1.0, 1.0], k: 2.0 };
    // t² · 2t² summed, and v1 k v0
    let (value, (dt, d)) = both_modes!(f(&t, &start));
    assert_eq!((value, dt), (2.0 * (16.0 + 81.0) + 70.0, tensor([64.0, 216.0])));
    assert_eq!((d.v, d.k), ([14.0, 10.0, 0.0, 0.0], 35.0));
}

#[differentiable]
fn stored(a: &[f64; 4], x: f64, k: usize, n: usize) -> f64 {
    let mut v = *a;
    let mut s = x;
    for i in 0..n {
        v.rotate_left(k);
        s += mem::replace(&mut v[i % 4], s * x) * v[0];
        v[k..].reverse();
        if i % 3 == 1 {
            v[..2].fill(s);
            v.swap(k, 3);
        }
        s *= 0.5;
    }
    s * v[1] + v[2] * v[3]
}

#[differentiable]
fn run_again(a: &[f64; 4], x: f64, k: usize, n: usize) -> f64 {
    let mut v = *a;
    let mut s = x;
    #[checkpoint(every = 3)]
    for i in 0..n {
        v.rotate_left(k);
        s += mem::replace(&mut v[i % 4], s * x) * v[0];
        v[k..].reverse();
        if i % 3 == 1 {
            v[..2].fill(s);
            v.swap(k, 3);
        }
        s *= 0.5;
    }
    s * v[1] + v[2] * v[3]
}

#[test]
fn changes_of_places_are_run_again() {
    for (k, n) in [(0, 0), (1, 4), (2, 7), (3, 10)] {
        check!(stored(k, n));
        let a = [0.7, -1.2, 0.4, 1.6];
        assert_eq!(both_modes!(run_again(&a, 0.9, k, n)), both_modes!(stored(&a, 0.9, k, n)));
    }
}

#[differentiable]
fn found_once(m: f64, s: f64) -> f64 {
    let mut a = [m, s, m * s];
    let mut b = [m + s, 2.0 * m];
    let mut k = 0;
    mem::swap(
        &mut a[{
            k += 1;
            k
        }],
        &mut b[k],
    );
    a[{
        k -= 1;
        k
    }..]
        .reverse();
    a[0] * a[0] * a[1] + a[2] * s + b[0] * b[1] * k as f64
}

#[differentiable]
fn found_before_the_arguments(m: f64, s: f64) -> f64 {
    let mut g = [[m, s], [s, m * s], [m, m]];
    let mut k = 0;
    g[k].fill({
        k = 1;
        m * s
    });
    g[k].swap(
        {
            k = 2;
            0
        },
        1,
    );
    g[k].copy_from_slice(&[
        {
            k = 0;
            m * m
        },
        s * s,
    ]);
    g[k..].rotate_left({
        k = 1;
        1
    });
    let old = mem::replace(&mut g[k][0], {
        k = 0;
        m
    });
    g[0][0] * g[0][1] * s + g[1][k] * g[1][1] + g[2][0] * g[2][1] * m * old
}

#[test]
fn places_are_found_once_and_in_their_order() {
    follows!(found_once found_before_the_arguments);
}
