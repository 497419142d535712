//! Lists in lists, `w[i][j]` of a `Vec<Vec<f64>>`, whose rows loops of the reverse half borrow in front of them.

use cotangent::prelude::*;

fn table(rows: usize, columns: usize) -> Vec<Vec<f64>> {
    let number = |i: usize, j: usize| 0.3 + f64::from(u8::try_from((7 * i + 3 * j) % 11).expect("small")) / 13.0;
    (0..rows).map(|i| (0..columns).map(|j| number(i, j)).collect()).collect()
}

/// One row, two rows, one row under two indices; an index that is the same in all iterations.
#[differentiable]
fn products(w: &[Vec<f64>], v: &[Vec<f64>], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..w.len() {
        let mut s = 0.0;
        for j in 0..x.len() {
            s += w[i][j] * x[j] + v[i][j] * w[i][0] * w[i][j];
        }
        sum += s * s;
        if i > 0 {
            let mut t = 1.0;
            for j in 0..x.len() {
                t *= w[i][j] + w[i - 1][j] * w[0][j];
            }
            sum += t;
        }
    }
    sum
}

/// Neighbours in a row, an element that is read through a name of the row, and rows behind two indices.
#[differentiable]
fn neighbours(u: &[Vec<f64>], deep: &[Vec<Vec<f64>>], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..u.len() {
        let row = &u[i];
        let mut s = k;
        for j in 1..row.len() - 1 {
            s = s * 0.5 + row[j - 1] * row[j + 1] * u[i][j];
        }
        for j in 0..2 {
            let mut p = 0.0;
            for l in 0..deep[i][j].len() {
                p += deep[i][j][l] * deep[i][j][l] * s;
            }
            sum += p * p * k;
        }
    }
    sum
}

/// The loop over a row that is not there has no iterations.
#[differentiable]
fn missing(w: &[Vec<f64>], x: &[f64], rows: usize) -> f64 {
    let mut sum = 1.0;
    for i in 0..rows {
        let mut s = 0.0;
        for j in 0..if i < w.len() { x.len() } else { 0 } {
            s += w[i][j] * x[j];
        }
        sum += s * s + x[0];
    }
    sum
}

/// Rows of lists of the function's own: one does not change in the loop, the other does.
#[differentiable]
fn own(x: &[f64], n: usize) -> f64 {
    let mut first = vec![vec![0.0; n]; 2];
    let mut second = vec![vec![1.0; n]; 2];
    for j in 0..n {
        first[0][j] = x[j] * x[j];
        first[1][j] = x[j] * first[0][j];
    }
    for i in 0..2 {
        for j in 1..n {
            second[i][j] = first[i][j] * second[i][j - 1] + first[1 - i][j - 1];
        }
    }
    let mut sum = 0.0;
    for i in 0..2 {
        for j in 0..n {
            sum += second[i][j] * first[i][j] / (1.0 + first[i][n - 1] * first[i][j]);
        }
    }
    sum
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..b.len() {
        sum += a[i] * b[i];
    }
    sum
}

/// A loop that passes a row on and a loop in a loop go to the list in their own ways.
#[differentiable]
fn passed(w: &[Vec<f64>], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..w.len() {
        let mut s = 0.0;
        for j in 0..x.len() {
            s += w[i][j] * dot(&w[i], x);
            for k in 0..2 {
                s += w[k][j] * w[i][k];
            }
            if x[j] > 0.5 {
                s -= w[i][j] * x[j];
            }
        }
        sum += s * s;
    }
    sum
}

/// Only one of the two has a derivative; the same with a `Vec` by reference.
#[differentiable]
#[allow(clippy::ptr_arg, reason = "this is what is tested")]
fn constant(#[constant] w: &Vec<Vec<f64>>, v: &Vec<Vec<f32>>, x: &Vec<f64>) -> f64 {
    let mut sum = 0.0;
    for i in 0..w.len() {
        let mut s = 0.0;
        for j in 0..x.len() {
            s += w[i][j] * x[j] * x[j];
        }
        let mut t = 0.0_f32;
        for j in 0..x.len() {
            t += v[i][j] * v[i][j];
        }
        sum += s * s * f64::from(t);
    }
    sum
}

#[test]
fn gradients_are_right() {
    let (w, v, x) = (table(3, 4), table(3, 4), [0.3, -0.7, 1.1, 0.6]);
    products::at(&w, &v, &x).check().unwrap();
    neighbours::at(&w, &[table(2, 3), table(2, 1), table(2, 0)], 0.8).check().unwrap();
    missing::at(&w, &x, 5).check().unwrap();
    missing::at(&[], &x, 2).check().unwrap();
    own::at(&x, 4).check().unwrap();
    own::at(&x, 1).check().unwrap();
    passed::at(&w, &x).check().unwrap();
}

#[test]
fn values_and_other_modes_agree() {
    let (w, x) = (table(3, 4), vec![0.3, -0.7, 1.1, 0.6]);
    let single: Vec<Vec<f32>> = table(3, 4).iter().map(|row| row.iter().map(|x| *x as f32).collect()).collect();
    assert_eq!(products::value_and_grad(&w, &w, &x).0, products(&w, &w, &x));
    let (value, (of_v, of_x)) = constant::value_and_grad(&w, &single, &x);
    assert_eq!(value, constant(&w, &single, &x));
    let (mut sums, mut squares) = ([0.0; 3], [0.0_f32; 3]);
    for i in 0..3 {
        sums[i] = (0..4).map(|j| w[i][j] * x[j] * x[j]).sum();
        squares[i] = single[i].iter().map(|v| v * v).sum();
    }
    for j in 0..4 {
        let expected: f64 = (0..3).map(|i| 4.0 * sums[i] * f64::from(squares[i]) * w[i][j] * x[j]).sum();
        assert!((of_x[j] - expected).abs() < 1e-5 * expected.abs());
        for i in 0..3 {
            let expected = (sums[i] * sums[i]) as f32 * 2.0 * single[i][j];
            assert!((of_v[i][j] - expected).abs() < 1e-4 * expected.abs());
        }
    }
}

#[test]
fn a_vector_of_numbers_that_are_known_keeps_what_an_array_does() {
    let x = [0.3, -0.7, 1.1, 0.6];
    check_words(&x);
}

/// Sums of squares of differences, of a slice, of windows of it, of a copy.
#[differentiable]
fn by_index(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += (x[i + 1] - x[i]) * x[i];
    }
    sum
}

#[differentiable]
fn by_windows(x: &[f64]) -> f64 {
    x.windows(2).map(|w| (w[1] - w[0]) * w[0]).sum()
}

#[differentiable]
fn by_copy(x: &[f64]) -> f64 {
    let given: Vec<f64> = x.to_vec();
    let copy = given.clone();
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += (copy[i + 1] - copy[i]) * x[i];
    }
    sum
}

fn check_words(x: &[f64]) {
    by_index::at(x).check().unwrap();
    by_windows::at(x).check().unwrap();
    by_copy::at(x).check().unwrap();
    let expected = by_index::grad(x);
    assert_eq!(by_windows::grad(x), expected);
    for (found, expected) in by_copy::grad(x).iter().zip(&expected) {
        assert!((found - expected).abs() < 1e-12);
    }
}
