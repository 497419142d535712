//! ADBench's `gmm`: the logarithm of the posterior of a Gaussian mixture with a Wishart prior.
//!
//! Component `j` has a weight `alpha_j`, a mean and the inverse Cholesky factor `L` of its covariance: a row of `icf` with the
//! logarithms of the diagonal of `L` and then what is below it, column by column.

use std::f64::consts::{LN_2, PI};

use cotangent::prelude::*;

use super::lse::log_sum_exp;

/// The Wishart prior of the covariances.
#[derive(Clone, Copy, Debug)]
pub struct Wishart {
    /// The inverse of its scale.
    pub gamma: f64,
    /// Its degrees of freedom above the least, the dimension plus one.
    pub m: usize,
    /// `1.0` for the logarithm of the prior (GradBench), `-1.0` for that of its inverse, as ADBench first had it.
    pub sign: f64,
}

/// `ln p(means, icf, x)` up to terms that do not depend on them.
#[differentiable]
#[must_use]
pub fn posterior<const D: usize, const K: usize>(
    alphas: &[f64; K],
    means: &[[f64; D]; K],
    icf: &[f64],
    #[constant] x: &[[f64; D]],
    #[constant] prior: Wishart,
) -> f64 {
    let width = D * (D + 1) / 2;
    let n = x.len() as f64;
    let mut diagonals = [[0.0; D]; K];
    let mut weights = *alphas;
    for j in 0..K {
        for i in 0..D {
            let q = icf[j * width + i];
            diagonals[j][i] = q.exp();
            weights[j] += q;
        }
    }
    let mut total = 0.0;
    for point in x {
        let mut z = weights;
        for j in 0..K {
            let below = &icf[j * width + D..(j + 1) * width];
            z[j] -= 0.5 * squared_length(&diagonals[j], below, &means[j], point);
        }
        total += log_sum_exp(&z);
    }
    total -= n * log_sum_exp(alphas) + 0.5 * n * D as f64 * (2.0 * PI).ln();

    let mut penalty = 0.0;
    for j in 0..K {
        for i in 0..D {
            let square = diagonals[j][i] * diagonals[j][i];
            penalty += 0.5 * prior.gamma * prior.gamma * square - prior.m as f64 * icf[j * width + i];
        }
        for l in &icf[j * width + D..(j + 1) * width] {
            penalty += 0.5 * prior.gamma * prior.gamma * l * l;
        }
    }
    total + prior.sign * (K as f64 * normalization(D, prior) - penalty)
}

/// `|L (x - mean)|²`
#[differentiable]
fn squared_length<const D: usize>(
    diagonal: &[f64; D],
    below: &[f64],
    mean: &[f64; D],
    #[constant] x: &[f64; D],
) -> f64 {
    let mut c = [0.0; D];
    let mut y = [0.0; D];
    for i in 0..D {
        c[i] = x[i] - mean[i];
        y[i] = diagonal[i] * c[i];
    }
    let mut at = 0;
    for column in 0..D {
        for row in column + 1..D {
            y[row] += below[at] * c[column];
            at += 1;
        }
    }
    y.iter().map(|v| v * v).sum()
}

/// The logarithm of the constant of the prior.
fn normalization(d: usize, prior: Wishart) -> f64 {
    let freedom = d + prior.m + 1;
    let ln_gamma: f64 = (0..d).map(|i| ln_gamma_of_half(freedom - i)).sum();
    let d = d as f64;
    freedom as f64 * d * (prior.gamma.ln() - 0.5 * LN_2) - 0.25 * d * (d - 1.0) * PI.ln() - ln_gamma
}

/// `ln Γ(n / 2)`, by `Γ(1/2) = √π`, `Γ(1) = 1` and `Γ(a + 1) = a Γ(a)`.
fn ln_gamma_of_half(n: usize) -> f64 {
    let start = if n % 2 == 1 { 0.5 * PI.ln() } else { 0.0 };
    start + (1..n).filter(|a| (n - a).is_multiple_of(2)).map(|a| (0.5 * a as f64).ln()).sum::<f64>()
}

/// Value; the cotangents are added. Each point is reversed at once, so nothing is kept from one to the next.
#[expect(clippy::too_many_lines, reason = "one gradient, as an expert writes it")]
pub fn by_hand<const D: usize, const K: usize>(
    m: &Mixture<D, K>,
    alphas_bar: &mut [f64; K],
    means_bar: &mut [[f64; D]; K],
    icf_bar: &mut [f64],
) -> f64 {
    let Mixture { alphas, means, icf, x, prior } = m;
    let width = D * (D + 1) / 2;
    let n = x.len() as f64;
    let mut diagonals = [[0.0; D]; K];
    let mut weights = *alphas;
    for ((diagonal, weight), row) in diagonals.iter_mut().zip(&mut weights).zip(icf.chunks_exact(width)) {
        for (d, q) in diagonal.iter_mut().zip(row) {
            *d = q.exp();
            *weight += q;
        }
    }
    let (mut diagonals_bar, mut weights_bar) = ([[0.0; D]; K], [0.0; K]);
    let mut total = 0.0;
    let (mut c, mut y, mut z) = ([[0.0; D]; K], [[0.0; D]; K], [0.0; K]);
    for point in x {
        for j in 0..K {
            let (c, y) = (&mut c[j], &mut y[j]);
            for i in 0..D {
                c[i] = point[i] - means[j][i];
                y[i] = diagonals[j][i] * c[i];
            }
            let mut below = &icf[j * width + D..(j + 1) * width];
            for column in 0..D {
                let (l, rest) = below.split_at(D - 1 - column);
                below = rest;
                for (y, l) in y[column + 1..].iter_mut().zip(l) {
                    *y += l * c[column];
                }
            }
            z[j] = weights[j] - 0.5 * y.iter().map(|v| v * v).sum::<f64>();
        }
        let max = z.iter().fold(f64::NEG_INFINITY, |max, v| max.max(*v));
        let mut sum = 0.0;
        for v in &mut z {
            *v = (*v - max).exp();
            sum += *v;
        }
        total += max + sum.ln();
        for j in 0..K {
            let z_bar = z[j] / sum;
            weights_bar[j] += z_bar;
            let (c, y) = (&c[j], &mut y[j]);
            let mut c_bar = [0.0; D];
            for i in 0..D {
                y[i] *= -z_bar;
                c_bar[i] = diagonals[j][i] * y[i];
                diagonals_bar[j][i] += c[i] * y[i];
            }
            let mut below = &icf[j * width + D..(j + 1) * width];
            let mut below_bar = &mut icf_bar[j * width + D..(j + 1) * width];
            for column in 0..D {
                let (l, rest) = below.split_at(D - 1 - column);
                below = rest;
                let (l_bar, rest) = below_bar.split_at_mut(D - 1 - column);
                below_bar = rest;
                let mut sum = 0.0;
                for ((y, l), l_bar) in y[column + 1..].iter().zip(l).zip(l_bar) {
                    *l_bar += y * c[column];
                    sum += l * y;
                }
                c_bar[column] += sum;
            }
            for i in 0..D {
                means_bar[j][i] -= c_bar[i];
            }
        }
    }
    let max = alphas.iter().fold(f64::NEG_INFINITY, |max, v| max.max(*v));
    let sum: f64 = alphas.iter().map(|v| (v - max).exp()).sum();
    total -= n * (max + sum.ln()) + 0.5 * n * D as f64 * (2.0 * PI).ln();

    let mut penalty = 0.0;
    let square = prior.gamma * prior.gamma;
    for j in 0..K {
        alphas_bar[j] += weights_bar[j] - n * (alphas[j] - max).exp() / sum;
        let (q, l) = icf[j * width..(j + 1) * width].split_at(D);
        let (q_bar, l_bar) = icf_bar[j * width..(j + 1) * width].split_at_mut(D);
        for i in 0..D {
            let d = diagonals[j][i];
            penalty += 0.5 * square * d * d - prior.m as f64 * q[i];
            q_bar[i] += weights_bar[j] + diagonals_bar[j][i] * d - prior.sign * (square * d * d - prior.m as f64);
        }
        for (l, l_bar) in l.iter().zip(l_bar) {
            penalty += 0.5 * square * l * l;
            *l_bar -= prior.sign * square * l;
        }
    }
    total + prior.sign * (K as f64 * normalization(D, *prior) - penalty)
}

/// What is in a file of ADBench.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Mixture<const D: usize, const K: usize> {
    pub alphas: [f64; K],
    pub means: [[f64; D]; K],
    pub icf: Vec<f64>,
    pub x: Vec<[f64; D]>,
    pub prior: Wishart,
}

impl<const D: usize, const K: usize> Mixture<D, K> {
    /// `n` points with the distributions of ADBench's files.
    #[must_use]
    pub fn random(n: usize) -> Self {
        let mut numbers = crate::Numbers::new(7);
        // The sum of twelve uniform numbers: close enough to normal for timing.
        let mut normal = || (0..12).map(|_| 0.5 * numbers.number()).sum::<f64>();
        Self {
            alphas: std::array::from_fn(|_| normal()),
            means: [[0.0; D]; K].map(|row| row.map(|_: f64| normal().abs().min(1.0))),
            icf: (0..K * D * (D + 1) / 2).map(|_| normal()).collect(),
            x: (0..n).map(|_| std::array::from_fn(|_| normal())).collect(),
            prior: Wishart { gamma: 1.0, m: 0, sign: 1.0 },
        }
    }
}

/// Reads a file of ADBench.
///
/// # Panics
/// If the sizes in the file are not these.
#[must_use]
pub fn read<const D: usize, const K: usize>(file: &str) -> Mixture<D, K> {
    let numbers = super::reference::numbers(file.split_whitespace());
    assert_eq!(numbers[..2], [D as f64, K as f64]);
    let (alphas, rest) = numbers[3..].split_at(K);
    let (means, rest) = rest.split_at(K * D);
    let (icf, rest) = rest.split_at(K * D * (D + 1) / 2);
    let (x, prior) = rest.split_at(rest.len() - 2);
    Mixture {
        alphas: alphas.try_into().expect("K numbers"),
        means: means.as_chunks().0.try_into().expect("K rows"),
        icf: icf.to_vec(),
        x: x.as_chunks().0.to_vec(),
        prior: Wishart { gamma: prior[0], m: prior[1] as usize, sign: 1.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference::{Reference, assert_close};
    use super::*;

    fn check<const D: usize, const K: usize>(file: &str, reference: &'static str) {
        let m = read::<D, K>(file);
        let reference = Reference::new(reference);
        for (sign, name) in [(1.0, "corrected"), (-1.0, "adbench_original")] {
            let m = Mixture { prior: Wishart { sign, ..m.prior }, ..m.clone() };
            let (mut alphas, mut means, mut icf) = ([0.0; K], [[0.0; D]; K], vec![0.0; m.icf.len()]);
            let value = by_hand(&m, &mut alphas, &mut means, &mut icf);
            let hand = (value, (alphas, means, icf));
            let made = posterior::value_and_grad(&m.alphas, &m.means, &m.icf, &m.x, m.prior);
            for (value, (alphas, means, icf)) in [made, hand] {
                assert_close("value", &[value], &reference.get(&format!("objective_{name}")));
                // Files with many parameters have the gradient for the one sign only.
                if sign > 0.0 || D * K < 20 {
                    assert_close("alphas", &alphas, &reference.get(&format!("grad_alpha_{name}")));
                    assert_close("means", means.as_flattened(), &reference.get(&format!("grad_mu_{name}")));
                    assert_close("icf", &icf, &reference.get(&format!("grad_icf_{name}")));
                }
            }
        }
    }

    #[test]
    fn references() {
        check::<2, 3>(include_str!("data/gmm_test_d2_K3_n1.txt"), include_str!("data/gmm_test_d2_K3_n1_ref.txt"));
        check::<2, 5>(include_str!("data/gmm_d2_K5_n1000.txt"), include_str!("data/gmm_d2_K5_n1000_ref.txt"));
        check::<10, 5>(include_str!("data/gmm_d10_K5_n1000.txt"), include_str!("data/gmm_d10_K5_n1000_ref.txt"));
        // Without optimisation these two take most of the time of all tests.
        if cfg!(debug_assertions) {
            return;
        }
        check::<10, 25>(include_str!("data/gmm_d10_K25_n1000.txt"), include_str!("data/gmm_d10_K25_n1000_ref.txt"));
        check::<20, 10>(include_str!("data/gmm_d20_K10_n1000.txt"), include_str!("data/gmm_d20_K10_n1000_ref.txt"));
    }
}
