//! S1: Rosenbrock's function of 100 variables.

use std::array::from_fn;
use std::hint::black_box;

use cotangent::prelude::*;

use super::{Work, Workload, symmetric};

#[differentiable]
fn rosenbrock<const N: usize>(x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for w in x.windows(2) {
        let a = w[1] - w[0] * w[0];
        let b = 1.0 - w[0];
        sum += 100.0 * a * a + b * b;
    }
    sum
}

/// Value and gradient by hand.
fn by_hand<const N: usize>(x: &[f64; N]) -> (f64, [f64; N]) {
    let (mut sum, mut a_bar) = (0.0, [0.0; N]);
    for i in 0..N - 1 {
        let a = x[i + 1] - x[i] * x[i];
        let b = 1.0 - x[i];
        sum += 100.0 * a * a + b * b;
        a_bar[i] = 200.0 * a;
    }
    let mut g = [0.0; N];
    g[0] = -2.0 * a_bar[0] * x[0] - 2.0 * (1.0 - x[0]);
    for i in 1..N - 1 {
        g[i] = a_bar[i - 1] - 2.0 * a_bar[i] * x[i] - 2.0 * (1.0 - x[i]);
    }
    g[N - 1] = a_bar[N - 2];
    (sum, g)
}

/// The workload.
pub struct Rosenbrock {
    x: [f64; 100],
}

impl Rosenbrock {
    pub(super) fn new() -> Self {
        Self { x: from_fn(|i| 1.0 + symmetric(601, -1, i)) }
    }
}

impl Workload for Rosenbrock {
    fn reset(&mut self) {}
    fn generated(&mut self) -> f64 {
        black_box(rosenbrock::value_and_grad(&self.x)).0
    }
    fn by_hand(&mut self) -> f64 {
        black_box(by_hand(&self.x)).0
    }
    fn primal(&mut self) -> f64 {
        rosenbrock(&self.x)
    }
    fn work(&self) -> Work {
        Work { operations: 99.0 * 13.0, width: 8.0, traffic: 0.0 }
    }
    fn tape_bytes(&self) -> usize {
        rosenbrock::tape_bytes::<100>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_value, difference, norm};
    use super::*;

    #[test]
    fn value_and_gradient_are_those_of_the_reference() {
        let Rosenbrock { x } = Rosenbrock::new();
        let (made, hand) = (rosenbrock::value_and_grad(&x), by_hand(&x));
        for (value, gradient) in [made, hand] {
            assert_value(value, 4_385.162_234_119_004);
            assert_value(norm(&gradient), 3_585.356_262_157_02);
        }
        assert!(difference(&made.1, &hand.1) < 1e-14);
    }
}
