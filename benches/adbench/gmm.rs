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
    /// `1.0` for the logarithm of the prior (`GradBench`), `-1.0` for that of its inverse, as ADBench first had it.
    pub sign: f64,
}

/// `ln p(means, icf, x)` up to terms that do not depend on them.
#[differentiable]
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "small counts")]
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
    for p in 0..x.len() {
        let mut z = weights;
        for j in 0..K {
            let below = &icf[j * width + D..(j + 1) * width];
            z[j] -= 0.5 * squared_length(&diagonals[j], below, &means[j], &x[p]);
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
#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn normalization(d: usize, prior: Wishart) -> f64 {
    let freedom = d + prior.m + 1;
    let ln_gamma: f64 = (0..d).map(|i| ln_gamma_of_half(freedom - i)).sum();
    let d = d as f64;
    freedom as f64 * d * (prior.gamma.ln() - 0.5 * LN_2) - 0.25 * d * (d - 1.0) * PI.ln() - ln_gamma
}

/// `ln Γ(n / 2)`, by `Γ(1/2) = √π`, `Γ(1) = 1` and `Γ(a + 1) = a Γ(a)`.
#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn ln_gamma_of_half(n: usize) -> f64 {
    let start = if n % 2 == 1 { 0.5 * PI.ln() } else { 0.0 };
    start + (1..n).filter(|a| (n - a).is_multiple_of(2)).map(|a| (0.5 * a as f64).ln()).sum::<f64>()
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
            let prior = Wishart { sign, ..m.prior };
            let (value, (alphas, means, icf)) = posterior::value_and_grad(&m.alphas, &m.means, &m.icf, &m.x, prior);
            assert_close("value", &[value], &reference.get(&format!("objective_{name}")));
            // Files with many parameters have the gradient for the one sign only.
            if sign > 0.0 || D * K < 20 {
                assert_close("alphas", &alphas, &reference.get(&format!("grad_alpha_{name}")));
                assert_close("means", means.as_flattened(), &reference.get(&format!("grad_mu_{name}")));
                assert_close("icf", &icf, &reference.get(&format!("grad_icf_{name}")));
            }
        }
    }

    #[test]
    fn references() {
        check::<2, 3>(include_str!("data/gmm_test_d2_K3_n1.txt"), include_str!("data/gmm_test_d2_K3_n1_ref.txt"));
        check::<2, 5>(include_str!("data/gmm_d2_K5_n1000.txt"), include_str!("data/gmm_d2_K5_n1000_ref.txt"));
        check::<10, 5>(include_str!("data/gmm_d10_K5_n1000.txt"), include_str!("data/gmm_d10_K5_n1000_ref.txt"));
        check::<10, 25>(include_str!("data/gmm_d10_K25_n1000.txt"), include_str!("data/gmm_d10_K25_n1000_ref.txt"));
        check::<20, 10>(include_str!("data/gmm_d20_K10_n1000.txt"), include_str!("data/gmm_d20_K10_n1000_ref.txt"));
    }
}
