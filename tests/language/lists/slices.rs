//! Slices: parameters whose length only a run knows, parts of them, arrays as slices.

use cotangent::prelude::*;

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v * v;
    }
    s.sqrt()
}

#[differentiable]
fn squares(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

#[test]
fn the_gradient_of_a_slice_is_a_vector() {
    assert_eq!(both_modes!(squares(&[3.0, 4.0])), (25.0, vec![6.0, 8.0]));
    assert_eq!(both_modes!(squares(&[])), (0.0, vec![]));
}

#[test]
fn cotangents_of_slices_are_added_to_slices() {
    let mut dx = [10.0, 20.0];
    let mut tape = GrowableTape::new();
    assert_eq!(squares::value_and_grad_into(&mut tape, &[3.0, 4.0], &mut dx), 25.0);
    assert_eq!(dx, [16.0, 28.0]);
}

#[test]
#[should_panic(expected = "the cotangent of `x` has 3 elements, `x` has 2")]
fn the_lengths_have_to_agree() {
    norm::value_and_grad_into(&mut GrowableTape::new(), &[3.0, 4.0], &mut [0.0; 3]);
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiable]
fn parts(x: &[f64], y: &[f64; 4], k: usize) -> f64 {
    let n = x.len();
    let tail = &x[k..];
    let head = dot(&x[..n - k], tail);
    let whole = dot(x, y);
    let local = [x[0], y[k], 2.0, whole];
    let mut changing = local;
    changing[k] *= head;
    head * whole + dot(&local, &changing[..]) + dot(&local[1..3], &y[..2]) + norm(&x[1..])
}

#[test]
fn parts_of_slices_and_arrays_as_slices() {
    for k in 0..3 {
        cotangent::check::gradient(
            |(x, y): &([f64; 4], [f64; 4])| parts(x, y, k),
            |(x, y)| {
                let (value, (dx, dy)) = both_modes!(parts(x, y, k));
                (value, (dx.try_into().expect("four"), dy))
            },
            ([0.3, -0.7, 1.1, 0.6], [1.5, 0.2, -0.4, 0.9]),
        )
        .unwrap_or_else(|mismatch| panic!("{k}: {mismatch}"));
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Point {
    at: [f64; 2],
    mass: f64,
}
gradients!(PointTangent);

#[differentiable]
fn energy(points: &[Point], rows: &[[f64; 2]]) -> f64 {
    let mut e = 0.0;
    for i in 0..points.len() {
        for j in 0..i {
            let (dx, dy) = (points[i].at[0] - points[j].at[0], points[i].at[1] - points[j].at[1]);
            e += points[i].mass * points[j].mass / (dx * dx + dy * dy + 0.1);
        }
    }
    for (p, row) in points.iter().zip(rows) {
        e *= p.at[0] * row[1] + p.mass + row[0];
    }
    e
}

#[test]
fn slices_of_structs_and_arrays() {
    let at = |(p, r): &([f64; 9], [[f64; 2]; 3])| {
        let points = [0, 1, 2].map(|i| Point { at: [p[3 * i], p[3 * i + 1]], mass: p[3 * i + 2] });
        (points, *r)
    };
    cotangent::check::gradient(
        |x: &([f64; 9], [[f64; 2]; 3])| {
            let (points, rows) = at(x);
            energy(&points, &rows)
        },
        |x| {
            let (points, rows) = at(x);
            let (value, (dp, dr)) = both_modes!(energy(&points, &rows));
            let flat: Vec<f64> = dp.iter().flat_map(|p| [p.at[0], p.at[1], p.mass]).collect();
            (value, (flat.try_into().expect("nine"), dr.try_into().expect("three")))
        },
        ([0.1, 0.4, 1.0, -0.3, 0.8, 1.2, 0.9, -0.5, 0.7], [[0.2, 0.1], [0.4, -0.3], [0.6, 0.5]]),
    )
    .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[differentiable]
fn weighted(x: &Vec<f64>, w: Vec<f64>) -> f64 {
    let mut sum = dot_of(x, &w);
    for (x, w) in x.iter().zip(&w) {
        sum += x * x * w;
    }
    for v in &w {
        sum += v * v;
    }
    sum + x[0] * w[w.len() - 1]
}

#[differentiable]
fn dot_of(x: &[f64], w: &[f64]) -> f64 {
    x.iter().zip(w).map(|(x, w)| x * w).sum()
}

#[test]
fn a_vec_is_a_slice() {
    let (x, w) = (vec![2.0, 3.0], vec![5.0, 7.0]);
    let (y, (dx, dw)) = weighted::value_and_grad(&x, w.clone());
    assert_eq!(y, weighted(&x, w.clone()));
    // x w + 2 x w (+ w of the last), x + x^2 + 2 w (+ x of the first)
    assert_eq!(dx, [5.0 + 20.0 + 7.0, 7.0 + 42.0]);
    assert_eq!(dw, [2.0 + 4.0 + 10.0, 3.0 + 9.0 + 14.0 + 2.0]);
}

/// Its reverse half reads nothing of the list.
#[differentiable]
fn sum_of(x: &[f64]) -> f64 {
    x[0] + x[1]
}

/// A list that the function made becomes a slice at the call.
#[differentiable]
fn of_own_lists(x: &[f64; 2]) -> f64 {
    let mut v = x.to_vec();
    v[0] *= 2.0;
    let s = sum_of(&v);
    let mut w = [s, x[1]];
    w[1] *= s;
    s * sum_of(&w)
}

#[test]
fn what_is_not_read_may_become_a_slice() {
    // s = 2 x + y, s (s + y s) = s^2 (1 + y)
    let (y, dx) = of_own_lists::value_and_grad(&[3.0, 5.0]);
    assert_eq!(y, 121.0 * 6.0);
    assert_eq!(dx, [2.0 * 2.0 * 11.0 * 6.0, 2.0 * 11.0 * 6.0 + 121.0]);
    both_modes!(of_own_lists(&[3.0, 5.0]));
}

/// Parts of a list that is a mutable reference itself.
#[differentiable]
fn in_parts(x: &mut [f64], s: f64) -> f64 {
    for (i, part) in x.chunks_mut(2).enumerate() {
        let last = part.len() - 1;
        part[last] *= s + i as f64;
    }
    for part in x.chunks_exact_mut(2) {
        part[0] = part[1] * s;
    }
    x.chunks_exact_mut(2).zip([s, 2.0]).for_each(|(part, w)| part[1] = part[0] * w * s);
    let y = x.chunks(2).map(|part| part.iter().product::<f64>()).sum::<f64>();
    let all = &mut *x;
    all[0] = y;
    for part in all.chunks_mut(3) {
        part.swap(0, 1);
    }
    x[0] * x[1] * s + x[4]
}

#[differentiable]
fn of_parts(x: [f64; 5], s: f64) -> f64 {
    let mut list = x;
    in_parts(&mut list, s) * list[2]
}

#[test]
fn parts_of_a_mutable_parameter() {
    in_parts::at(&mut [1.0, 2.0, 0.3, -0.7, 0.2], 0.5).check().unwrap();
    of_parts::at([1.0, 2.0, 0.3, -0.7, 0.2], 0.5).check().unwrap();
    of_parts::at([1.0, 2.0, 0.3, -0.7, 0.2], 0.5).check_jvp().unwrap();
}
