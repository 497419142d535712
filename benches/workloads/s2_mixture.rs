//! S2: the log likelihood of a mixture of ten Gaussians in eight dimensions, for 1,000 points. Its exponentials are most of it.

use std::array::from_fn;
use std::hint::black_box;

use cotangent::prelude::*;

use super::{Work, Workload, symmetric};

const POINTS: usize = 1000;
const K: usize = 10;
const D: usize = 8;

#[differentiable]
fn likelihood(alpha: &[f64; K], mu: &[[f64; D]; K], q: &[[f64; D]; K], #[constant] points: &[[f64; D]]) -> f64 {
    let mut scale = [[0.0; D]; K];
    let mut weight = *alpha;
    for k in 0..K {
        for d in 0..D {
            scale[k][d] = q[k][d].exp();
            weight[k] += q[k][d];
        }
    }
    let mut total = 0.0;
    for x in points {
        let mut v = [0.0; K];
        for k in 0..K {
            let mut sum = 0.0;
            for d in 0..D {
                let z = (x[d] - mu[k][d]) * scale[k][d];
                sum += z * z;
            }
            v[k] = weight[k] - 0.5 * sum;
        }
        let max = stop_gradient(v.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        let sum: f64 = v.iter().map(|v| (v - max).exp()).sum();
        total += max + sum.ln();
    }
    total
}

/// The gradient: of the weights, the means and the scales.
type Gradient = ([f64; K], [[f64; D]; K], [[f64; D]; K]);

/// Value and gradient by hand. Each point is reversed at once.
fn by_hand(alpha: &[f64; K], mu: &[[f64; D]; K], q: &[[f64; D]; K], points: &[[f64; D]]) -> (f64, Gradient) {
    let mut scale = [[0.0; D]; K];
    let mut weight = *alpha;
    for k in 0..K {
        for d in 0..D {
            scale[k][d] = q[k][d].exp();
            weight[k] += q[k][d];
        }
    }
    let (mut total, mut shares, mut first, mut second) = (0.0, [0.0; K], [[0.0; D]; K], [[0.0; D]; K]);
    for x in points {
        let (mut v, mut z) = ([0.0; K], [[0.0; D]; K]);
        for k in 0..K {
            let mut sum = 0.0;
            for d in 0..D {
                z[k][d] = (x[d] - mu[k][d]) * scale[k][d];
                sum += z[k][d] * z[k][d];
            }
            v[k] = weight[k] - 0.5 * sum;
        }
        let max = v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut sum = 0.0;
        for v in &mut v {
            *v = (*v - max).exp();
            sum += *v;
        }
        total += max + sum.ln();
        let share = 1.0 / sum;
        for k in 0..K {
            let w = v[k] * share;
            shares[k] += w;
            for d in 0..D {
                let wz = w * z[k][d];
                first[k][d] += wz;
                second[k][d] += wz * z[k][d];
            }
        }
    }
    for k in 0..K {
        for d in 0..D {
            first[k][d] *= scale[k][d];
            second[k][d] = shares[k] - second[k][d];
        }
    }
    (total, (shares, first, second))
}

/// The workload.
pub struct Mixture {
    alpha: [f64; K],
    mu: [[f64; D]; K],
    q: [[f64; D]; K],
    points: Vec<[f64; D]>,
}

impl Mixture {
    pub(super) fn new() -> Self {
        let matrix = |seed, e| from_fn(|k| from_fn(|d| symmetric(seed, e, k * D + d)));
        Self {
            alpha: from_fn(|k| symmetric(603, 0, k)),
            mu: matrix(604, 1),
            q: matrix(605, -1),
            points: (0..POINTS).map(|n| from_fn(|d| symmetric(602, 1, n * D + d))).collect(),
        }
    }
}

impl Workload for Mixture {
    fn reset(&mut self) {}
    fn generated(&mut self) -> f64 {
        black_box(likelihood::value_and_grad(&self.alpha, &self.mu, &self.q, &self.points)).0
    }
    fn by_hand(&mut self) -> f64 {
        black_box(by_hand(&self.alpha, &self.mu, &self.q, &self.points)).0
    }
    fn primal(&mut self) -> f64 {
        likelihood(&self.alpha, &self.mu, &self.q, &self.points)
    }
    fn work(&self) -> Work {
        // 4 forward and 4 backward for each coordinate, about 25 for an exponential.
        let each = K * D * 8 + (K + 1) * 25 + K * 3;
        Work { operations: f64::from_usize(POINTS * each), width: 8.0, traffic: 0.0 }
    }
    fn tape_bytes(&self) -> usize {
        8 * likelihood::at(&self.alpha, &self.mu, &self.q, &self.points).tape_words()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_value, difference, norm};
    use super::*;

    #[test]
    fn value_and_gradient_are_those_of_the_reference() {
        let Mixture { alpha, mu, q, points } = Mixture::new();
        let made = likelihood::value_and_grad(&alpha, &mu, &q, &points);
        let hand = by_hand(&alpha, &mu, &q, &points);
        let flat = |(a, b, c): &Gradient| [a, b.as_flattened(), c.as_flattened()].concat();
        for (value, gradient) in [&made, &hand] {
            assert_value(*value, -4_990.492_182_137_133);
            assert_value(norm(&flat(gradient)), 1_080.804_759_688_2);
        }
        assert!(difference(&flat(&made.1), &flat(&hand.1)) < 1e-14);
    }
}
