//! Elements times constants, of lists that are not kept because nobody reads them again.

use cotangent::prelude::*;

#[differentiable]
fn mean(x: f64, y: f64) -> f64 {
    let mut v = vec![x, y];
    v[0] += y;
    let mean = v.iter().map(|v| v * 0.5).sum::<f64>();
    mean * mean
}

#[differentiable]
fn scaled(x: &[f64], #[constant] k: f64) -> f64 {
    let mut v = x.to_vec();
    v[0] *= 2.0;
    let mut sum = 0.0;
    for (i, v) in v.iter().enumerate() {
        sum += v * i as f64 + k * v + 0.5 * v;
    }
    sum * x[0]
}

#[differentiable]
fn nested(x: &[f64], y: f64) -> f64 {
    let mut rows = vec![vec![0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            rows[i][j] = x[i] * y;
        }
    }
    rows[0][1] += y;
    let total = rows.iter().map(|row| row.iter().map(|v| v * 3.0).sum::<f64>()).sum::<f64>();
    total * total
}

#[test]
fn the_other_factor_is_not_read() {
    mean::at(1.5, 2.0).check().unwrap();
    scaled::at(&[1.5, 2.0, 0.25], 0.3).check().unwrap();
    nested::at(&[1.5, 2.0], 0.3).check().unwrap();
    both_modes!(mean(1.5, 2.0));
    both_modes!(scaled(&[1.5, 2.0, 0.25], 0.3));
    both_modes!(nested(&[1.5, 2.0], 0.3));
    mean::at(1.5, 2.0).check_hvp().unwrap();
    scaled::at(&[1.5, 2.0, 0.25], 0.3).check_hvp().unwrap();
}
