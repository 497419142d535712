//! An `Option` as an iterator, and iterators of `Option`s.

#![allow(for_loops_over_fallibles, reason = "people write it")]
#![allow(clippy::option_map_or_none, clippy::map_flatten, clippy::manual_flatten, reason = "people write it")]

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy, Debug)]
struct Point {
    a: f64,
    b: f64,
}

#[differentiable]
fn flattened(x: &[f64]) -> f64 {
    let large: f64 = x.iter().map(|v| if *v > 0.5 { Some(v * v) } else { None }).flatten().sum();
    let even: f64 = x.iter().enumerate().flat_map(|(i, v)| (i % 2 == 0).then(|| v * v)).fold(1.0, |a, b| a * b);
    large * even
}

#[differentiable]
fn kept(x: &[f64]) -> f64 {
    let all: Vec<Option<f64>> = x.iter().map(|v| if *v > 0.5 { Some(v * v) } else { None }).collect();
    let mut sum: f64 = all.iter().flatten().sum();
    for v in all.into_iter().flatten() {
        sum *= v;
    }
    sum
}

#[differentiable]
fn written_out(x: f64, y: f64) -> f64 {
    let mut all = [Some(x), None, Some(y)];
    for v in all.iter_mut().flatten() {
        *v *= y;
    }
    all[1] = Some(x);
    let points = [Some(Point { a: x, b: y }), None];
    let product: f64 = all.iter().flatten().product();
    let mut sum = 0.0;
    for Point { a, b } in points.iter().flatten() {
        sum += a * b * b;
    }
    sum * product
}

#[differentiable]
fn rows(x: f64, y: f64) -> f64 {
    let rows = vec![vec![Some(x), None], vec![Some(y)]];
    let mut sum = 0.0;
    for row in &rows {
        sum += row.iter().flatten().sum::<f64>() * x;
    }
    sum + rows.iter().flatten().flatten().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn elements(x: &[f64]) -> f64 {
    let seconds: f64 = x.chunks(2).map(|part| part.get(1)).flatten().sum();
    seconds * x.chunks(2).flat_map(|part| part.last()).map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn chained(x: f64, y: f64) -> f64 {
    let o = if x > 0.5 { Some(x * y) } else { None };
    let first: f64 = o.iter().chain(&[x, y]).sum();
    let last: f64 = [x, y].into_iter().chain(o).map(|v| v * v).sum();
    let back: f64 = o.iter().copied().chain([x]).rev().enumerate().map(|(i, v)| v * (i + 1) as f64).sum();
    let single: f64 = std::iter::once(x).chain(std::iter::empty()).product();
    let lent: f64 = std::iter::once(&x).chain(&[x, y]).map(|v| v * v).sum();
    let mut list = vec![x];
    list.extend(o);
    first * last + back * single + lent * list.iter().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn walked(x: f64, y: f64) -> f64 {
    let mut o = if x > 0.5 { Some(x * y) } else { None };
    let mut sum = y;
    for v in o {
        sum += v * v;
    }
    for v in &o {
        sum += v * x;
    }
    for v in &mut o {
        *v *= y;
    }
    for v in o.iter_mut() {
        *v *= x;
    }
    for k in 0..3 {
        for v in o {
            if k == 1 {
                continue;
            }
            sum *= v;
        }
    }
    for v in o {
        if v > 0.8 {
            return sum * v;
        }
    }
    sum
}

#[differentiable]
fn constant(x: f64, k: Option<usize>) -> f64 {
    let (mut product, values) = (1.0, [x, x * x]);
    for k in k {
        product *= x * k as f64;
    }
    product * k.iter().chain(&[0]).map(|&k| values[k] * values[k]).sum::<f64>()
}

/// A list in an `Option`, and names that mean something else inside.
#[differentiable]
fn hidden(x: f64, y: f64) -> f64 {
    let o: Option<Vec<f64>> = if x > 0.5 { Some(vec![x, y]) } else { None };
    let mut sum: f64 = o.iter().flatten().map(|v| v * v).sum();
    if let Some(o) = &o {
        for v in o {
            sum += v * y;
        }
    }
    sum
}

#[test]
fn gradients_agree_with_differences() {
    for x in [&[0.7, 1.3, 0.2, 0.9, 1.1][..], &[0.3, 0.2]] {
        flattened::at(x).check().unwrap();
        kept::at(x).check().unwrap();
        elements::at(x).check().unwrap();
        elements::at(x).check_hvp().unwrap();
    }
    for (x, y) in [(0.7, 1.3), (0.3, 0.9), (1.6, 0.4)] {
        written_out::at(x, y).check().unwrap();
        written_out::at(x, y).check_jvp().unwrap();
        rows::at(x, y).check().unwrap();
        chained::at(x, y).check().unwrap();
        chained::at(x, y).check_jvp().unwrap();
        chained::at(x, y).check_hvp().unwrap();
        walked::at(x, y).check().unwrap();
        walked::at(x, y).check_jvp().unwrap();
        walked::at(x, y).check_hvp().unwrap();
        hidden::at(x, y).check().unwrap();
    }
    for k in [None, Some(1)] {
        constant::at(1.3, k).check().unwrap();
    }
}
