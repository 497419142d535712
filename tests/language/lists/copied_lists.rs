//! `slice.to_vec()` is one copy, and its cotangent goes back in one pass.

use cotangent::prelude::*;

/// Copied twice, with changes between, and read itself.
#[differentiable]
fn changed(x: &[f64], k: f64) -> f64 {
    let mut a = x.to_vec();
    a[0] *= k;
    let mut b = x.to_vec();
    for i in 1..b.len() {
        b[i] = b[i - 1] * a[i] + x[i];
    }
    a[1] * b[b.len() - 1] + x[0]
}

#[differentiable]
fn in_loops(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        let mut row = x.to_vec();
        if i == 1 {
            continue;
        }
        for j in 0..row.len() {
            if j + i > 3 {
                break;
            }
            row[j] = row[j] * k + x[i];
        }
        row.push(k);
        sum += row.iter().map(|v| v * v).sum::<f64>();
    }
    sum
}

/// The copy is taken before the slice changes, and another after it.
#[differentiable]
fn step(u: &mut [f64], rate: f64) -> f64 {
    let old = u.to_vec();
    for i in 1..u.len() {
        u[i] += rate * old[i - 1] * old[i];
    }
    let new = u.to_vec();
    u[0] = new[1] * rate;
    new[new.len() - 1] + old[0]
}

#[differentiable]
fn stepped(x: &[f64], rate: f64) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for _ in 0..3 {
        sum += step(&mut u, rate);
    }
    sum * u[0] + u[1]
}

#[differentiable]
fn longest(x: &[f64]) -> Vec<f64> {
    let mut all = x.to_vec();
    all.extend(x.to_vec());
    all
}

/// Parts of lists and constants as slices, which may want no cotangent.
#[differentiable]
fn of_parts(x: &[f64], k: f64) -> f64 {
    let (left, right) = (longest(&x[..2]), longest(&x[1..]));
    let table = [k, 2.0, k * k];
    let middle = longest(&table);
    let constant = longest(&[1.0, 2.0]);
    left[3] * right[0] + middle[5] * constant[3] + left[0] * middle[0]
}

#[differentiable]
fn stopped(x: &[f64], k: f64) -> f64 {
    let fixed = stop_gradient(x).to_vec();
    let free = x.to_vec();
    fixed[0] * free[0] * k
}

#[derive(Differentiable, Clone)]
struct Point {
    at: f64,
    mass: f64,
}

#[differentiable]
fn of_structs(x: &[f64], k: f64) -> f64 {
    let points = [Point { at: x[0], mass: k }, Point { at: x[1] * k, mass: x[2] }];
    centre(&points) * k
}

#[differentiable]
fn centre(points: &[Point]) -> f64 {
    let mut copy = points.to_vec();
    copy[0].at *= copy[1].mass;
    copy.iter().map(|p| p.at * p.mass).sum::<f64>() / points[0].mass
}

#[differentiable]
fn any<T: Real>(x: &[T], k: T) -> T {
    let mut y = x.to_vec();
    for i in 0..y.len() {
        y[i] = y[i] * k * x[0];
    }
    y[0] * y[2]
}

/// Another variable has the name of the parameter.
#[differentiable]
fn shadowed(x: &[f64], k: f64) -> f64 {
    let first = x.to_vec();
    let x = [k, k * k];
    let second = x.to_vec();
    let x = &first;
    second[1] * x.to_vec()[2]
}

/// Elements that are literals have the type of what they are used with; the list may be empty, grow and end.
#[differentiable]
fn of_literals(x: &[f64], k: f64) -> f64 {
    let mut a = vec![0.0; x.len()];
    let mut b = vec![1.0, 2.0];
    let mut c = vec![];
    for i in 0..x.len() {
        a[i] = x[i] / (b[i % 2] * k + 2.0);
        b[i % 2] += a[i] * k;
        c.push(a[i] / b[0]);
    }
    while a.len() > 1 {
        let last = a.pop().unwrap();
        a[0] += last / b[1];
    }
    a[0] * b[0] + c.iter().sum::<f64>()
}

const X: [f64; 3] = [0.7, -0.4, 1.2];

#[test]
fn derivatives_are_right() {
    each_is_right!([changed in_loops stepped of_parts of_structs any shadowed of_literals] (&X, 0.6));
    longest::at(&X).check().unwrap();
    assert_eq!(stopped::grad(&X, 2.0), (vec![1.4, 0.0, 0.0], 0.7 * 0.7));
    assert_eq!(longest::vjp(&X, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).1, [5.0, 7.0, 9.0]);
}

#[test]
fn empty_slices_have_empty_copies() {
    assert_eq!(longest::vjp(&[], vec![]), (vec![], vec![]));
    assert_eq!(in_loops_of_none::value_and_grad(&[], 2.0), (8.0, (vec![], 12.0)));
}

#[differentiable]
fn in_loops_of_none(x: &[f64], k: f64) -> f64 {
    let mut all = x.to_vec();
    for i in 0..all.len() {
        all[i] *= k;
    }
    all.push(k * k * k);
    all[all.len() - 1]
}

#[differentiable]
fn owned(x: &[f64], y: f64) -> f64 {
    let mut all = x.to_owned();
    let first = all[0].to_owned();
    all[1] *= first;
    let list = vec![y, y * first];
    let mut others = list.to_owned();
    others.extend_from_slice(&all);
    others.iter().map(|x| x * x).sum::<f64>() * first
}

#[test]
fn to_owned_is_a_copy() {
    each_is_right!([owned](&[0.7, 0.3], 1.2));
}
