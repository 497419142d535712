//! Programs whose loops call functions of lists that change around them.

use cotangent::prelude::*;

#[differentiable]
fn slope(u: &[f64], i: usize, dx: f64) -> f64 {
    let before = if i == 0 { u[u.len() - 1] } else { u[i - 1] };
    (u[i] - before) / dx
}

#[differentiable]
pub fn advected(first: &[f64], speed: f64, dt: f64) -> f64 {
    let mut u = first.to_vec();
    let mut next = vec![0.0; u.len()];
    for _ in 0..10 {
        for i in 0..u.len() {
            next[i] = u[i] - dt * speed * u[i] * slope(&u, i, 0.5);
        }
        u.copy_from_slice(&next);
    }
    u.iter().map(|u| u * u).sum()
}

#[differentiable]
fn gate(w: &[f64], x: f64, h: &[f64], row: usize) -> f64 {
    let w = &w[row * (h.len() + 2)..(row + 1) * (h.len() + 2)];
    let mut sum = w[0] + w[1] * x;
    for (w, h) in w[2..].iter().zip(h) {
        sum += w * h;
    }
    sum
}

#[differentiable]
pub fn gated_recurrent(update: &[f64], reset: &[f64], change: &[f64], inputs: &[f64], n: usize) -> f64 {
    let mut h = vec![0.0; n];
    let mut loss = 0.0;
    for &x in inputs {
        let z: Vec<f64> = (0..n).map(|i| 1.0 / (1.0 + (-gate(update, x, &h, i)).exp())).collect();
        let r: Vec<f64> = (0..n).map(|i| 1.0 / (1.0 + (-gate(reset, x, &h, i)).exp())).collect();
        let kept: Vec<f64> = r.iter().zip(&h).map(|(r, h)| r * h).collect();
        let c: Vec<f64> = (0..n).map(|i| gate(change, x, &kept, i).tanh()).collect();
        for i in 0..n {
            h[i] = (1.0 - z[i]) * h[i] + z[i] * c[i];
        }
        loss += (h[0] - x).powi(2);
    }
    loss
}

#[differentiable]
fn energy(positions: &[[f64; 2]], i: usize) -> f64 {
    let mut sum = 0.0;
    for j in 0..positions.len() {
        if j != i {
            let (dx, dy) = (positions[i][0] - positions[j][0], positions[i][1] - positions[j][1]);
            sum += 1.0 / (dx * dx + dy * dy + 0.01);
        }
    }
    sum
}

#[differentiable]
pub fn repelled(first: &[[f64; 2]], rate: f64) -> f64 {
    let mut positions = first.to_vec();
    let mut total = 0.0;
    for _ in 0..5 {
        let energies: Vec<f64> = (0..positions.len()).map(|i| energy(&positions, i)).collect();
        for i in 0..positions.len() {
            positions[i][0] += rate * energies[i];
            positions[i][1] *= 1.0 - rate * energies[i];
        }
        total += energies.iter().sum::<f64>();
    }
    total
}
