//! Lists that are made side by side, and one after the other.

use cotangent::prelude::*;

#[differentiable]
fn divided(x: &[f64]) -> f64 {
    let (large, small): (Vec<f64>, Vec<f64>) = x.iter().copied().partition(|v| *v > 2.0);
    let (squares, sines): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v * v, v.sin())).unzip();
    let product: f64 = squares.iter().zip(&sines).map(|(a, b)| a * b).sum();
    let sum = large.iter().map(|v| v * v).sum::<f64>() - small.iter().sum::<f64>();
    sum * product + x.iter().rfold(0.0, |s, v| s * 0.5 + v * v)
}

/// What is declared in front of a loop and only used there has another length each time.
#[differentiable]
fn of_several_lengths(x: f64) -> f64 {
    let mut s = 0.0;
    let mut w;
    for i in 1..4 {
        w = vec![x; i];
        w.push(x * x);
        s += w[i] * w[0];
    }
    s
}

#[test]
fn lists_made_side_by_side_and_one_after_the_other() {
    divided::at(&[1.0, 2.5, 3.0, 4.0][..]).check().unwrap();
    of_several_lengths::at(0.7).check().unwrap();
}
