//! A variable, a part of one or a lent place that is assigned a `Vec` of another length.

use cotangent::prelude::*;

use super::check2;

#[differentiable]
fn assigned(x: f64, y: f64) -> f64 {
    let mut list = vec![y * y, x, x * y];
    let product = list[1] * list[2];
    list = vec![product, product * x];
    list = list.iter().map(|v| v * y).take(1).collect();
    list[0]
}

#[differentiable]
fn assigned_in_branches(x: f64, y: f64) -> f64 {
    let mut list = vec![x, y, x * y];
    if x > 1.0 {
        list = vec![list[0] * list[1]];
    } else if y > 1.0 {
        list = list[1..].to_vec();
    }
    let mut other = list.clone();
    for k in 0..3 {
        if k == 1 {
            other = vec![other[0], x, y, other[0]];
            continue;
        }
        other[0] *= y;
        if other.len() > 3 {
            break;
        }
        other = vec![other[0] * x];
    }
    other[0] * other[1] + list[0]
}

#[differentiable]
fn rows(x: f64, y: f64) -> f64 {
    let mut rows = vec![vec![x, y], vec![x * y]];
    for i in 0..4 {
        let row = rows[i % 2].clone();
        rows[(i + 1) % 2] = row.iter().map(|v| v * x).chain([y]).collect();
        rows[0][0] += rows[1][0];
    }
    rows[1][0] = 2.0;
    rows[0] = vec![3.0];
    rows[0][0] * rows[1][1] + rows.concat().iter().sum::<f64>()
}

#[differentiable]
fn refine(list: &mut Vec<f64>, k: f64) {
    let mut finer = Vec::new();
    for i in 0..list.len() {
        finer.push(list[i] * k);
        finer.push(list[i] + k);
    }
    *list = finer;
    list[0] *= k;
}

#[differentiable]
fn lent(x: f64, y: f64) -> f64 {
    let mut list = vec![x];
    for _ in 0..3 {
        refine(&mut list, y);
    }
    list.iter().map(|v| v * v).sum()
}

#[derive(Differentiable, Clone)]
struct State {
    list: Vec<f64>,
    last: f64,
}

#[differentiable]
fn step(state: &mut State, x: f64) {
    state.list = state.list.iter().map(|v| v * x).chain([state.last]).collect();
    state.last = state.list[0] * state.list[state.list.len() - 1];
}

#[differentiable]
fn fields(x: f64, y: f64) -> f64 {
    let mut state = State { list: vec![x, y], last: y };
    step(&mut state, x);
    state = State { list: vec![state.last], ..state };
    step(&mut state, y);
    let constant = State { list: vec![2.0, 3.0, 4.0], ..state.clone() };
    constant.list[2] * constant.last * state.list[1]
}

#[differentiable]
fn swapped(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (vec![x, x * y, y], vec![y * y, x]);
    std::mem::swap(&mut a, &mut b);
    for _ in 0..3 {
        (a, b) = (b, a);
        a[0] *= x;
    }
    let c = std::mem::take(&mut b);
    b.push(c[1] * a[0]);
    let d = std::mem::replace(&mut b, vec![x; 3]);
    a[0] * c[0] + b[2] * d[0] + a[1]
}

#[differentiable]
fn two_buffers(x: f64, y: f64) -> f64 {
    let mut list = vec![x, y, x * y, x + y, 0.5];
    let mut next = Vec::new();
    while list.len() > 1 {
        next.clear();
        for i in 1..list.len() {
            next.push(list[i] * list[i - 1] + list[i]);
        }
        std::mem::swap(&mut list, &mut next);
    }
    list[0]
}

#[differentiable]
fn late(x: f64, y: f64) -> f64 {
    let list;
    if x > 0.5 {
        list = vec![x, x * x];
    } else {
        list = vec![x];
    }
    let mut other;
    match list.len() {
        1 => other = list.clone(),
        n => {
            other = vec![y; n];
            other.push(list[0]);
        }
    }
    other[0] *= list[0];
    other = vec![other[0], list[0], x, y];
    other[0] * other[2] * list[0]
}

#[differentiable]
fn optional(x: f64, y: f64) -> f64 {
    let mut best: Option<Vec<f64>> = None;
    for k in 1..4 {
        if k != 2 {
            best = Some(vec![x * y; k]);
        }
    }
    match best {
        Some(list) => list[0] * list[2],
        None => x,
    }
}

#[differentiable]
fn hidden(x: f64, y: f64) -> f64 {
    let mut list = vec![x];
    list.push(y);
    let list: Vec<f64> = list.iter().map(|a| a * a).collect();
    let mut list = list;
    list.push(x);
    let last = list.pop().unwrap();
    let list = list.len() as f64 * list[1] * last;
    list
}

#[differentiable]
fn checkpointed(x: f64, y: f64) -> f64 {
    let mut list = vec![x];
    #[checkpoint]
    for k in 0..6 {
        let mut next: Vec<f64> = list.iter().map(|a| (a * y).sin()).collect();
        if k % 2 == 0 {
            next.push(x);
        }
        list = next;
    }
    list.iter().sum::<f64>() * list[list.len() - 1]
}

#[differentiable]
fn product(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut c = vec![0.0; a.len() + b.len() - 1];
    for i in 0..a.len() {
        for j in 0..b.len() {
            c[i + j] += a[i] * b[j];
        }
    }
    c
}

/// The cube of a polynomial, by Horner's rule.
#[differentiable]
fn power_of_a_polynomial(x: f64, y: f64) -> f64 {
    let base = [y, x * y];
    let mut power = vec![1.0];
    for _ in 0..3 {
        power = product(&power, &base);
    }
    let mut value = 0.0;
    for c in power.iter().rev() {
        value = value * x + c;
    }
    value
}

#[test]
fn other_lengths() {
    checked!(assigned assigned_in_branches rows lent fields swapped two_buffers late optional hidden);
    checked!(checkpointed power_of_a_polynomial);
}
