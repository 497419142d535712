//! Comparisons whose parameters are patterns.

use cotangent::prelude::*;

/// The gradient of functions of four numbers, against differences, in both modes and of second order.
macro_rules! follow {
    ($($f:ident)*) => {$(
        for x in [[0.9, 1.2, 1.5, 0.4], [1.3, 1.2, 1.5, 1.4], [0.1, 0.2, 0.3, 0.5], [0.4, -0.3, 2.2, 10.0]] {
            $f::at(&x).check().unwrap_or_else(|mismatch| panic!("{} at {x:?}: {mismatch}", stringify!($f)));
            $f::at(&x).check_jvp().unwrap();
            $f::at(&x).check_hvp().unwrap();
        }
    )*};
}

#[differentiable]
fn by_a_constant(x: &[f64]) -> f64 {
    let mut t = vec![(1usize, x[0]), (0, x[1])];
    t.sort_by(|(i, _), (j, _)| i.cmp(j));
    t[0].1 * x[0]
}

#[differentiable]
fn by_partial_cmp(x: &[f64]) -> f64 {
    let mut t: Vec<(usize, f64)> = x.iter().copied().enumerate().collect();
    t.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap());
    t[0].1 * t[1].1
}

#[differentiable]
fn by_bools(x: &[f64]) -> f64 {
    let mut t = [(x[0], true), (x[1], false)];
    t.sort_by(|a, b| b.1.cmp(&a.1));
    t[0].0 * x[0]
}

#[differentiable]
fn by_two_parts(x: &[f64]) -> f64 {
    let mut t: Vec<(usize, f64, f64)> = Vec::new();
    for k in 0..3 {
        t.push((3 - k, x[k] * x[0], x[k + 1]));
    }
    t.sort_unstable_by(|(i, a, _), (j, b, _)| i.cmp(j).then(a.total_cmp(b)).reverse());
    t[0].1 * t[1].2
}

#[differentiable]
fn behind_references(x: &[f64]) -> f64 {
    let mut t: Vec<(usize, f64)> = x.iter().copied().enumerate().collect();
    t.sort_by(|&(i, a), &(j, b)| a.total_cmp(&b).then(i.cmp(&j)));
    t[0].1 * t[1].1 * t[1].1
}

#[differentiable]
fn of_arrays(x: &[f64]) -> f64 {
    let mut t: Vec<[f64; 2]> = vec![[x[0], x[1]], [x[2], x[3]]];
    t.sort_by(|[_, a], [_, b]| a.partial_cmp(b).unwrap());
    t[0][1] * t[1][0] * t[1][0]
}

#[differentiable]
fn retained(x: &[f64]) -> f64 {
    let mut t: Vec<(usize, f64)> = x.iter().copied().enumerate().collect();
    t.sort_by_key(|(i, _)| std::cmp::Reverse(*i));
    t.retain(|(i, a)| *i < 2 || a.is_nan() || a.total_cmp(&0.45).is_lt());
    t[0].1 * t[1].1 * t[1].1
}

#[derive(Clone, Copy, Differentiable)]
struct Hit {
    t: f64,
    w: f64,
    #[constant]
    id: usize,
    #[constant]
    near: bool,
}
#[differentiable]
fn of_structs(x: &[f64]) -> f64 {
    let mut h: Vec<Hit> = (0..3).map(|k| Hit { t: x[k], w: x[k + 1], id: k % 2, near: k == 1 }).collect();
    for _ in 0..2 {
        h.sort_by(|Hit { t, id, .. }, Hit { t: u, id: j, .. }| id.cmp(j).then_with(|| u.partial_cmp(t).unwrap()));
        h[0].w *= h[1].t;
        h.sort_by(|a, b| b.near.cmp(&a.near));
    }
    let m = h.iter().max_by(|Hit { t, .. }, Hit { t: u, .. }| t.total_cmp(u)).unwrap();
    m.w * h[0].w + h[2].t
}

#[differentiable]
fn of_characters_and_nested(x: &[f64]) -> f64 {
    let mut t: Vec<(f64, char)> = vec![(x[0], 'b'), (x[1], 'a')];
    t.sort_by(|(_, a), (_, b)| a.cmp(b));
    let mut l = vec![((x[0], 2usize), x[1]), ((x[2], 1usize), x[3])];
    l.sort_by(|((_, i), _), ((_, j), _)| i.cmp(j));
    t[0].0 * l[0].1
}

#[differentiable]
fn of_texts(x: &[f64]) -> f64 {
    let mut t: Vec<(String, f64)> = vec![("b".to_string(), x[0]), ("a".to_string(), x[1])];
    t.sort_by(|(a, _), (b, _)| a.cmp(b));
    t[0].1 * x[0]
}

#[differentiable]
fn taken_apart_inside(x: &[f64]) -> f64 {
    let mut t: Vec<(f64, f64)> = vec![(x[0], x[1]), (x[2], x[3])];
    t.sort_by(|a, b| {
        let (p, q) = a;
        let (r, s) = b;
        p.partial_cmp(r).unwrap().then(q.total_cmp(s))
    });
    t[0].1 * x[0]
}

#[differentiable]
fn matched(x: &[f64]) -> f64 {
    let mut t: Vec<(Option<usize>, f64)> = vec![(Some(2), x[1]), (None, x[0])];
    t.sort_by(|(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) => a.cmp(b),
        (None, _) => std::cmp::Ordering::Less,
        _ => std::cmp::Ordering::Greater,
    });
    t[0].1 * x[0]
}

#[test]
fn lists_are_sorted_by_parts_of_elements() {
    follow! { by_a_constant by_partial_cmp by_bools by_two_parts behind_references of_arrays retained of_structs of_characters_and_nested of_texts taken_apart_inside matched }
}
