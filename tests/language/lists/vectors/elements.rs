//! Elements of lists in an `Option`, lists without their ends, and mutable references that are read as slices.

use cotangent::prelude::*;

use super::check2;

#[differentiable]
fn norm(a: &[f64]) -> f64 {
    (a[0] * a[0] + a[1] * a[1]).sqrt()
}

#[differentiable]
fn scaled(a: &mut [f64]) {
    let n = norm(&a[1..]);
    a[0] /= n;
    a[1] *= norm(&a[..2]);
    a[2] += norm(a);
}

#[differentiable]
fn grown(a: &mut Vec<f64>) {
    let n = norm(a);
    a[0] /= n;
    let m = norm(&a);
    a.push(m);
    let k = norm(&a[1..]) + norm(&*a);
    a[1] *= k;
    let b = &*a;
    let l = norm(b);
    a[2] *= l;
}

#[differentiable]
fn references_that_are_read(x: f64, y: f64) -> f64 {
    let mut list = vec![x, y, x * y, x + y];
    scaled(&mut list);
    scaled(&mut list[1..]);
    grown(&mut list);
    let again = &mut list;
    grown(again);
    again[0] *= x;
    grown(again);
    list[0] * list[1] + list[3] * list[6]
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn of_the_rest(x: &[f64]) -> f64 {
    if let Some((first, rest)) = x.split_first() { first * first + of_the_rest(rest) * 0.5 } else { 1.0 }
}

#[differentiable]
fn without_ends(x: f64, y: f64) -> f64 {
    let list = vec![x, y, x * y, x + y];
    let (first, rest) = list.split_first().unwrap();
    let (last, start) = list.split_last().unwrap();
    let more = match list.split_first() {
        None => 0.0,
        Some((&a, rest)) => a * a + rest.iter().map(|b| b * a).sum::<f64>(),
    };
    let mut other = list.clone();
    if let Some((a, rest)) = other.split_first_mut() {
        *a *= rest[0];
        rest[1] += *a;
    }
    first * dot(rest, start) * last + rest[0] * more + of_the_rest(&list) * other[2] * other[0]
}

#[differentiable]
fn ends(x: f64, y: f64) -> f64 {
    let mut list = Vec::new();
    for a in [x, y, x * y] {
        let last = list.last().copied().unwrap_or(1.0);
        list.push(last * a);
    }
    let missing = list.get(9).copied().unwrap_or(y) + list.get(7).map_or(x, |a| a * a);
    let squares = list.get(1).map(|a| a * a).unwrap() + list.first().map_or(0.0, |&a| a * x);
    list.last().copied().unwrap_or(0.0) * list.first().copied().unwrap() * missing
        + squares * *list.last().unwrap_or(&1.0)
        + *list.get(2).unwrap() * list.first().expect("an element")
}

#[differentiable]
fn elements_that_may_be_missing(x: f64, y: f64) -> f64 {
    let list = [x, y, x * y];
    let mut sum = 0.0;
    for i in 0..5 {
        if let Some(&a) = list.get(i) {
            sum += a * a * i as f64;
        }
        if let Some(b) = list.get(i + 1)
            && *b > 1.0
        {
            sum *= b;
        }
        match list.last() {
            Some(last) if *last > 10.0 => sum -= last,
            Some(last) => sum += last,
            None => continue,
        }
    }
    let mut rest = list.iter();
    while let Some(&a) = rest.next() {
        sum = sum * a + y;
    }
    sum
}

#[derive(Differentiable, Clone)]
struct Point {
    at: f64,
    weight: f64,
}

#[differentiable]
fn changed(x: f64, y: f64) -> f64 {
    let mut list = vec![x, x * x];
    *list.last_mut().unwrap() += y;
    *list.first_mut().unwrap() *= 2.0;
    if let Some(first) = list.first_mut() {
        *first *= y;
    }
    if let Some(last) = list.last_mut() {
        *last *= x;
    }
    *list.get_mut(1).unwrap() -= x;
    let mut points = vec![Point { at: x, weight: y }];
    points.push(Point { at: list[1], weight: 1.0 });
    points.last_mut().unwrap().weight = list[0];
    if let Some(point) = points.get_mut(0) {
        point.at *= point.weight;
    }
    list[0] * list[1] + points[1].weight * points[1].at * points.first().unwrap().at
}

#[differentiable]
fn as_arrays(x: f64, y: f64) -> f64 {
    let list = vec![x, y, x * y, x + y];
    let all = &list[..];
    let pair: [f64; 2] = list[1..3].try_into().unwrap();
    let other: &[f64; 2] = all[2..].try_into().expect("two elements");
    let [first, second] = list.first_chunk::<2>().unwrap();
    let last = all.last_chunk::<3>().unwrap();
    pair[0] * other[1] + pair[1] * other[0] * first + second * last[0] * last[2]
}

#[differentiable]
#[allow(unused_braces, clippy::blocks_in_conditions)]
fn parts_that_begin_with_a_block(x: f64, y: f64) -> f64 {
    let list = [x, y, x * y];
    let mut sum = 0.0;
    for i in 0..4 {
        match list.get(i) {
            Some(a) if { *a } > 1.0 => sum += a * y,
            Some(a) if if i == 1 { x } else { y } > 9.0 => sum -= a,
            _ => sum *= x,
        }
    }
    let chosen = list.get({ 0 } + 2).unwrap() * list.iter().map(|a| { *a } * y).find(|a| { *a } > 0.0).unwrap();
    sum + chosen + list.first().map(|a| { *a } * x).filter(|a| { *a } > 0.0).unwrap_or(y)
}

#[test]
#[should_panic(expected = "TryFromSliceError")]
fn an_array_of_another_length() {
    #[differentiable]
    fn wrong(x: &[f64]) -> f64 {
        let pair: [f64; 2] = x.try_into().unwrap();
        pair[0] * pair[1]
    }
    let _ = wrong::grad(&[1.0, 2.0, 3.0]);
}

#[test]
fn elements() {
    checked!(as_arrays references_that_are_read without_ends ends elements_that_may_be_missing parts_that_begin_with_a_block changed);
}
