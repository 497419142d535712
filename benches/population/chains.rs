//! Programs that go through lists by chains of iterators, and make new lists of them.

use cotangent::prelude::*;

#[differentiable]
pub fn logistic_steps(first: &[f64], rates: &[f64]) -> f64 {
    let mut y: Vec<f64> = first.to_vec();
    for step in 0..5 {
        y = y.iter().zip(rates).map(|(v, w)| v * w + 0.1 * v * v * f64::from(step)).collect();
    }
    y.iter().sum()
}

/// Weights are rows of one list.
#[differentiable]
pub fn layers_of_chains(w: &[f64], first: &[f64]) -> f64 {
    let n = first.len();
    let mut x: Vec<f64> = first.to_vec();
    for _ in 0..3 {
        x = (0..n)
            .map(|i| w[i * n..(i + 1) * n].iter().zip(&x).map(|(w, v)| w * v).sum::<f64>())
            .map(|v| v / (1.0 + v * v))
            .collect();
    }
    x.iter().sum()
}

#[differentiable]
pub fn heat_of_vectors(first: &[f64], k: f64) -> f64 {
    let mut u = first.to_vec();
    for _ in 0..5 {
        let mut next = u.clone();
        for i in 1..u.len() - 1 {
            next[i] = u[i] + k * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        u = next;
    }
    u.iter().map(|x| x * x).sum()
}

#[differentiable]
pub fn smoothed_windows(a: &[f64], b: &[f64]) -> f64 {
    let s: Vec<f64> = a.windows(3).map(|w| 0.25 * w[0] + 0.5 * w[1] + 0.25 * w[2]).collect();
    s.iter().zip(b).map(|(p, q)| p * q).sum()
}

#[differentiable]
pub fn rectified(a: &[f64], b: &[f64]) -> f64 {
    let h: Vec<f64> = a.iter().map(|x| (x - 0.5).max(0.0)).collect();
    h.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiable]
pub fn unit_vector(a: &[f64], b: &[f64]) -> f64 {
    let n = a.iter().map(|x| x * x).sum::<f64>().sqrt();
    let u: Vec<f64> = a.iter().map(|x| x / n).collect();
    u.iter().zip(b).map(|(x, y)| x * y * x).sum()
}
