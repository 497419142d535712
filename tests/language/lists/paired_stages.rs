//! Chains that drop items beside others, and elements of elements that change.

use cotangent::prelude::*;

#[differentiable]
fn beside_those_that_are_left(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in x.iter().filter(|v| **v > 0.0).zip(y) {
        sum += a * b;
    }
    for (i, (a, b)) in x.iter().filter(|v| **v > 0.0).zip(y.iter().rev()).enumerate() {
        sum += a * b * i as f64;
    }
    sum += x.iter().filter(|v| **v < 0.0).zip(y.iter().map(|b| b * b)).map(|(a, b)| a * b * b).sum::<f64>();
    let squares = x.iter().filter_map(|v| if *v > 0.5 { Some(v * v) } else { None });
    sum + squares.zip(1..).map(|(a, k)| a * f64::from(k)).sum::<f64>()
}

#[test]
fn each_ends_with_the_shorter() {
    let lists: [(&[f64], &[f64]); 5] = [
        (&[1.0, -0.2, 0.3, 2.0, -0.7], &[0.5, 0.1, 2.0]),
        (&[1.0, -0.2, 0.3, 2.0, 0.7], &[0.5, 0.1]),
        (&[-1.0, -0.2], &[0.5, 0.1]),
        (&[1.0, -0.2], &[]),
        (&[], &[0.5]),
    ];
    for (x, y) in lists {
        beside_those_that_are_left::at(x, y).check().unwrap();
        beside_those_that_are_left::at(x, y).check_jvp().unwrap();
    }
    // Positive: 1, 0.3, 2 beside 0.5, 0.1, 2; then 0.1 * 0.3 * 1 + 0.5 * 2 * 2; negative: -0.2 * 0.5^4 - 0.7 * 0.1^4; squares 1 and 4 * 2.
    let value = beside_those_that_are_left(&[1.0, -0.2, 0.3, 2.0, -0.7], &[0.5, 0.1, 2.0]);
    let expected = (0.5 + 0.03 + 4.0) + (0.03 + 2.0) + (-0.2 * 0.0625 - 0.7 * 0.0001) + (1.0 + 8.0);
    assert!((value - expected).abs() < 1e-14);
}

#[differentiable]
fn elements_of_elements(x: &[[f64; 2]; 2], y: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in x.iter().flatten().zip(y) {
        sum += a * b;
    }
    let mut z = *x;
    for (a, b) in z.iter_mut().flatten().zip(y.iter()) {
        *a *= b * b;
    }
    for v in z.iter_mut().flatten() {
        *v += *v * y[0];
    }
    for ((a, b), c) in z.iter().flatten().zip(y).zip(x[0].iter()) {
        sum += a * b * c;
    }
    let shifted: Vec<f64> = z.iter().flat_map(|row| row.iter()).zip(y.iter().skip(1)).map(|(a, b)| a + b).collect();
    sum + shifted.iter().sum::<f64>() + z[1][1] * z[0][0]
}

#[differentiable]
fn scale(rows: &mut Vec<Vec<f64>>, t: f64) {
    for row in rows.iter_mut() {
        row.into_iter().for_each(|x| *x *= t);
    }
    for (i, row) in rows.iter_mut().enumerate() {
        for (j, x) in row.into_iter().enumerate() {
            *x += t * (i + 2 * j) as f64;
        }
    }
    rows.iter_mut().flatten().for_each(|x| *x *= *x);
}

#[differentiable]
fn of_what_is_lent(rows: &Vec<Vec<f64>>, t: f64) -> f64 {
    let mut rows = rows.clone();
    scale(&mut rows, t);
    let mut sum = 0.0;
    for row in rows.into_iter() {
        for x in row {
            sum += x * x;
        }
    }
    sum
}

#[test]
fn elements_of_elements_change() {
    elements_of_elements::at(&[[1.0, -0.2], [0.3, 2.0]], &[0.5, 0.1, 2.0]).check().unwrap();
    elements_of_elements::at(&[[1.0, -0.2], [0.3, 2.0]], &[0.5, 0.1, 2.0]).check_jvp().unwrap();
    of_what_is_lent::at(&vec![vec![1.0, 0.2], vec![], vec![0.3]], 0.5).check().unwrap();
    of_what_is_lent::at(&vec![vec![1.0, 0.2], vec![], vec![0.3]], 0.5).check_jvp().unwrap();
}
