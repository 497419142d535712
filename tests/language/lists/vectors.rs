//! `Vec` and `Box`: parameters, results, fields, variables.

use cotangent::prelude::*;
use cotangent::zero_of;

#[differentiable]
fn squares(x: &Vec<f64>) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    sum
}

#[differentiable]
fn weighted(x: &[f64], w: &Vec<f64>) -> f64 {
    let mut sum = 0.0;
    for (x, w) in x.iter().zip(w.iter()) {
        sum += x * w.sin();
    }
    sum
}

#[differentiable]
fn both(x: &Vec<f64>, w: Vec<f64>) -> f64 {
    squares(x) * weighted(x, &w) + weighted(&w, x)
}

#[test]
fn parameters() {
    let (x, w) = (vec![1.0, 2.0, 3.0], vec![0.5, 0.25, -1.0]);
    assert_eq!(squares::value_and_grad(&x), (14.0, vec![2.0, 4.0, 6.0]));
    let (y, (dx, dw)) = both::value_and_grad(&x, w.clone());
    let s = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b.sin()).sum::<f64>();
    assert_eq!(y, 14.0 * s(&x, &w) + s(&w, &x));
    for i in 0..3 {
        let by_x = 2.0 * x[i] * s(&x, &w) + 14.0 * w[i].sin() + w[i] * x[i].cos();
        let by_w = 14.0 * x[i] * w[i].cos() + x[i].sin();
        assert!((dx[i] - by_x).abs() < 1e-12 && (dw[i] - by_w).abs() < 1e-12, "{dx:?} {dw:?}");
    }
    let (_, along) = both::jvp(&x, w.clone(), (vec![1.0, 0.0, 0.0], vec![0.0, 0.0, 1.0]));
    assert!((along - (dx[0] + dw[2])).abs() < 1e-12);
    let mut into = (zero_of(&x), zero_of(&w));
    both::at(&x, w).value_and_grad_into((&mut into.0, &mut into.1));
    assert_eq!(into, (dx, dw));
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Layer {
    weights: Vec<Vec<f64>>,
    bias: Vec<f64>,
    scale: f64,
}

#[differentiable]
fn unit(weights: &[f64], bias: f64, x: &[f64]) -> f64 {
    let mut sum = bias;
    for i in 0..x.len() {
        sum += weights[i] * x[i];
    }
    sum.tanh()
}

#[differentiable]
fn response(layer: &Layer, x: &Vec<f64>) -> f64 {
    let mut sum = 0.0;
    for i in 0..layer.bias.len() {
        sum += unit(&layer.weights[i], layer.bias[i], x) * layer.scale;
    }
    sum
}

#[test]
fn fields() {
    let layer = Layer { weights: vec![vec![0.1, 0.2], vec![-0.3, 0.4]], bias: vec![0.5, -0.25], scale: 2.0 };
    let x = vec![0.75, -0.5];
    let (y, (d, dx)) = response::value_and_grad(&layer, &x);
    let pre = |i: usize| layer.bias[i] + layer.weights[i][0] * x[0] + layer.weights[i][1] * x[1];
    assert!((y - 2.0 * (pre(0).tanh() + pre(1).tanh())).abs() < 1e-12);
    for i in 0..2 {
        let slope = 2.0 * (1.0 - pre(i).tanh().powi(2));
        assert!((d.bias[i] - slope).abs() < 1e-12);
        for j in 0..2 {
            assert!((d.weights[i][j] - slope * x[j]).abs() < 1e-12);
        }
    }
    assert!((d.scale - y / 2.0).abs() < 1e-12);
    assert_eq!(dx.len(), 2);
    let (_, dot) = response::jvp(&layer, &x, (LayerTangent { scale: 1.0, ..zero_of(&layer) }, vec![0.0, 0.0]));
    assert!((dot - d.scale).abs() < 1e-12);
    let (_, dot) = response::jvp(&layer, &x, (zero_of(&layer), vec![1.0, 0.0]));
    assert!((dot - dx[0]).abs() < 1e-12);
}

/// The gradient of a function of two numbers, by differences of fifth order.
fn check2(f: impl Fn(f64, f64) -> f64, x: f64, y: f64, (dx, dy): (f64, f64)) {
    let slope = |g: &dyn Fn(f64) -> f64| {
        let h = 1e-3;
        (8.0 * (g(h) - g(-h)) - (g(2.0 * h) - g(-2.0 * h))) / (12.0 * h)
    };
    let (by_x, by_y) = (slope(&|h| f(x + h, y)), slope(&|h| f(x, y + h)));
    let is_near = |found: f64, expected: f64| (found - expected).abs() < 1e-8 * (1.0 + expected.abs());
    assert!(is_near(dx, by_x) && is_near(dy, by_y), "{:?} instead of {:?}", (dx, dy), (by_x, by_y));
}

macro_rules! checked {
    ($($name:ident)*) => {$(
        let (x, y) = (0.7, 1.3);
        let (value, grad) = $name::value_and_grad(x, y);
        assert_eq!(value, $name(x, y), stringify!($name));
        check2($name, x, y, grad);
        let (_, by_x) = $name::jvp(x, y, (1.0, 0.0));
        let (_, by_y) = $name::jvp(x, y, (0.0, 1.0));
        let same = |a: f64, b: f64| (a - b).abs() < 1e-12 * (1.0 + b.abs());
        assert!(same(by_x, grad.0) && same(by_y, grad.1), stringify!($name));
        let (hx, hy) = $name::at(x, y).hvp((1.0, 0.0));
        let slope = |g: &dyn Fn(f64) -> f64| {
            let h = 1e-3;
            (8.0 * (g(h) - g(-h)) - (g(2.0 * h) - g(-2.0 * h))) / (12.0 * h)
        };
        let by_differences = (
            slope(&|h| $name::grad(x + h, y).0),
            slope(&|h| $name::grad(x + h, y).1),
        );
        let is_near = |found: f64, expected: f64| (found - expected).abs() < 1e-7 * (1.0 + expected.abs());
        assert!(is_near(hx, by_differences.0) && is_near(hy, by_differences.1), stringify!($name));
    )*};
}

mod assignments;
mod divided;
mod elements;
mod methods;
mod programs;

#[differentiable]
fn pushed(x: f64, y: f64) -> f64 {
    let mut list = Vec::new();
    list.push(x);
    list.push(x * y);
    for i in 0..3 {
        let last = list[list.len() - 1];
        list.push(last * list[i] + y);
    }
    let mut sum = 0.0;
    for i in 0..list.len() {
        sum += list[i] * list[i];
    }
    sum
}

#[differentiable]
fn popped(x: f64, y: f64) -> f64 {
    let mut stack = vec![x, y, x * y];
    let mut sum = 0.0;
    for _ in 0..4 {
        if let Some(top) = stack.pop() {
            sum += top.sin() * sum + top;
        }
    }
    stack.push(sum);
    stack[0] * x
}

#[differentiable]
fn literals(x: f64, y: f64) -> f64 {
    let a = vec![x, y * y];
    let mut b = vec![x * y; 3];
    b[1] = a[0] * b[2];
    let mut zeros = vec![0.0; 2];
    zeros[1] = b[1].exp();
    a[0] * b[1] + b[0] * a[1] + zeros[1] * zeros[0] + zeros[1]
}

#[differentiable]
fn inserted(x: f64, y: f64) -> f64 {
    let mut list = vec![x, y];
    list.insert(1, x * y);
    list.insert(0, y.sin());
    let first = list.remove(1);
    let other = list.swap_remove(0);
    list.truncate(5);
    list[0] * first + list[1] * other * other
}

#[differentiable]
fn shortened(x: f64, y: f64) -> f64 {
    let mut list = Vec::with_capacity(8);
    list.push(x * y);
    list.extend_from_slice(&[x, y, 2.0 * x]);
    list.resize(6, y * y);
    let tail = list.split_off(4);
    list.truncate(3);
    let mut sum = tail[0] * tail[1] * list[2];
    sum += list[0] * list[1];
    list.clear();
    list.resize(2, x);
    sum * list[1]
}

#[differentiable]
fn collected(x: f64, y: f64) -> f64 {
    let list = [x, y, x * y];
    let squares: Vec<f64> = list.iter().map(|v| v * v).collect();
    let odd = squares.iter().enumerate().filter(|(i, _)| i % 2 == 0).map(|(_, v)| v.sin()).collect::<Vec<_>>();
    let copy = squares.to_vec();
    let mut all = copy.clone();
    all.extend(odd.iter().map(|v| v * x));
    all.extend(vec![x, y]);
    all.iter().zip(odd.iter()).map(|(a, b)| a * b).sum::<f64>() + all[4] * all[6]
}

#[differentiable]
fn nested(x: f64, y: f64) -> f64 {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for i in 0..3 {
        let mut row = vec![x; i + 1];
        row[0] = y * x;
        rows.push(row);
    }
    rows[1].push(y);
    rows[2][1] = rows[1][2] * x;
    let flat = rows.concat();
    let mut sum = flat[4] * flat[5];
    for row in rows.iter() {
        for v in row.iter() {
            sum += v * v;
        }
    }
    sum
}

#[differentiable]
fn made(x: f64, n: usize) -> Vec<f64> {
    let mut powers = vec![1.0];
    for i in 0..n {
        powers.push(powers[i] * x);
    }
    powers
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn grow(list: &mut Vec<f64>, x: f64) {
    let last = list[list.len() - 1];
    list.push(last * x);
}

#[differentiable]
fn called(x: f64, y: f64) -> f64 {
    let mut powers = made(x, 3);
    let all = total(&powers) * powers[1];
    grow(&mut powers, y);
    powers[0] = y;
    grow(&mut powers, x);
    let part = total(&powers[1..4]);
    all + part * powers[5] + total(&powers)
}

#[test]
fn variables() {
    checked!(pushed popped literals inserted shortened collected nested called);
}

#[test]
fn results() {
    let (powers, dx) = made::vjp(2.0, 3, vec![1.0, 1.0, 1.0, 10.0]);
    assert_eq!((powers, dx), (vec![1.0, 2.0, 4.0, 8.0], 1.0 + 4.0 + 120.0));
    assert_eq!(made::jvp(2.0, 3, 1.0).1, [0.0, 1.0, 4.0, 12.0]);
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Pair {
    left: f64,
    right: Vec<f64>,
}

#[differentiable]
fn made_pair(x: f64, y: f64) -> f64 {
    let mut pair = Pair { left: x, right: vec![y; 2] };
    pair.right.push(x * y);
    let mut pairs = vec![pair];
    pairs[0].right[0] = pairs[0].left * y;
    pairs.push(Pair { left: y, right: vec![x] });
    let last = pairs.pop().unwrap();
    last.left * last.right[0] + pairs[0].right[0] * pairs[0].right[2]
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Boxed {
    inner: Box<Pair>,
}

#[differentiable]
fn in_a_box(boxed: &Boxed) -> f64 {
    boxed.inner.left * boxed.inner.right[1]
}

#[test]
fn structs_in_lists_and_boxes() {
    checked!(made_pair);
    let boxed = Boxed { inner: Box::new(Pair { left: 2.0, right: vec![3.0, 5.0] }) };
    let (value, d) = in_a_box::value_and_grad(&boxed);
    assert_eq!((value, d.inner.left, d.inner.right), (10.0, 5.0, vec![0.0, 2.0]));
}

#[differentiable]
fn ends(x: &[f64]) -> f64 {
    let (head, tail) = x.split_at(2);
    let first = head.first().unwrap();
    let last = tail.last().unwrap();
    first * last * head[1] + total(tail) * total(head)
}

#[differentiable]
fn halves(x: &mut [f64], k: usize) -> f64 {
    let (a, b) = x.split_at_mut(k);
    a[0] *= b[0];
    b[1] += a[0] * a[1];
    x[0] * total(x)
}

/// What makes the list has temporaries of its own, which are not the same in all passes of the macro.
#[differentiable]
fn parts_of_made_lists(x: &[f64], k: f64) -> f64 {
    let mut lists = [x.to_vec(), x.to_vec()];
    for i in 0..2 {
        let (first, rest) = lists[i].split_at_mut(1);
        first[0] *= rest[i] * k;
        rest[1 - i] += k;
    }
    lists[0][0] * lists[1][0] + lists[0][2] * lists[1][1]
}

#[differentiable]
fn of_slices(x: f64, y: f64) -> f64 {
    let mut list = vec![x, y, x * y, x + y];
    let all = halves(&mut list, 2);
    list.rotate_left(1);
    list.reverse();
    all * ends(&list)
}

#[test]
fn parts_of_lists_under_names_of_their_own() {
    parts_of_made_lists::at(&[0.3, 0.9, 1.1], 0.8).check().unwrap();
    checked!(of_slices);
    let (value, d) = ends::value_and_grad(&[2.0, 3.0, 5.0]);
    assert_eq!(value, 2.0 * 5.0 * 3.0 + 25.0 * 13.0);
    assert_eq!(d, [15.0 + 25.0 * 4.0, 10.0 + 25.0 * 6.0, 6.0 + 10.0 * 13.0]);
}

#[differentiable]
fn product_of_two(list: &[f64]) -> f64 {
    list[0] * list[1]
}

/// The first contribution to the cotangent of `list` comes from a function that takes a slice.
#[differentiable]
fn lent_as_a_slice(x: &Vec<f64>, y: f64) -> f64 {
    let list = vec![y, x[0]];
    product_of_two(x) / product_of_two(&list)
}

#[test]
fn first_contributions_from_a_slice() {
    lent_as_a_slice::at(&vec![0.8, 0.3], 1.2).check().unwrap();
    let (_, (dx, dy)) = lent_as_a_slice::value_and_grad(&vec![2.0, 3.0], 4.0);
    assert_eq!((dx, dy), (vec![0.0, 0.25], -0.1875));
}

#[differentiable]
fn bilinear(a: &Vec<Vec<f64>>, b: Vec<Vec<f64>>, rows: &[Vec<f64>]) -> f64 {
    let mut sum = rows[0][0] * rows[1][2];
    for i in 0..a.len() {
        for k in 0..b.len() {
            sum += a[i][k] * b[k][i];
        }
    }
    sum
}

#[test]
fn nested_lists_are_checked() {
    let (a, b) = (vec![vec![1.0, 0.5], vec![-0.3, 0.8]], vec![vec![0.2, 0.4], vec![1.5, -0.6]]);
    bilinear::at(&a, b, &[vec![1.0], vec![2.0, 3.0, 4.0]][..]).check().unwrap();
}
