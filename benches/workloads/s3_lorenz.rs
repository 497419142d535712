//! S3: Lorenz's system of 1996 with six states, 1,000 explicit steps; gradient by the first state and by the force.

use std::array::from_fn;
use std::hint::black_box;

use cotangent::prelude::*;

use super::{Work, Workload, symmetric};

const STEPS: usize = 1000;
const DT: f64 = 1.0 / 1024.0;

#[differentiable]
fn energy<const N: usize>(first: &[f64; N], force: f64) -> f64 {
    let mut x = *first;
    for _ in 0..STEPS {
        let mut d = [0.0; N];
        for i in 0..N {
            d[i] = (x[(i + 1) % N] - x[(i + N - 2) % N]) * x[(i + N - 1) % N] - x[i] + force;
        }
        for i in 0..N {
            x[i] += DT * d[i];
        }
    }
    x.iter().map(|x| x * x).sum()
}

/// Value and gradient by hand: the states are kept.
fn by_hand<const N: usize>(first: &[f64; N], force: f64, kept: &mut [[f64; N]]) -> (f64, ([f64; N], f64)) {
    let mut x = *first;
    for kept in &mut kept[..STEPS] {
        *kept = x;
        let d: [f64; N] = from_fn(|i| (x[(i + 1) % N] - x[(i + N - 2) % N]) * x[(i + N - 1) % N] - x[i] + force);
        for i in 0..N {
            x[i] += DT * d[i];
        }
    }
    let value = x.iter().map(|x| x * x).sum();
    let (mut bar, mut force_bar) = (x.map(|x| 2.0 * x), 0.0);
    for y in kept[..STEPS].iter().rev() {
        let e = bar.map(|bar| DT * bar);
        force_bar += e.iter().sum::<f64>();
        bar = from_fn(|j| {
            let at = |ahead| (j + ahead) % N;
            bar[j] - e[j] + e[at(N - 1)] * y[at(N - 2)] - e[at(2)] * y[at(1)] + e[at(1)] * (y[at(2)] - y[at(N - 1)])
        });
    }
    (value, (bar, force_bar))
}

/// The workload.
pub struct Lorenz {
    first: [f64; 6],
    force: f64,
    kept: Vec<[f64; 6]>,
    tape: GrowableTape,
}

impl Lorenz {
    pub(super) fn new() -> Self {
        let first = from_fn(|i| 1.0 + symmetric(606, 0, i));
        Self { first, force: 8.0, kept: vec![[0.0; 6]; STEPS], tape: GrowableTape::new() }
    }
}

impl Workload for Lorenz {
    fn reset(&mut self) {}
    fn generated(&mut self) -> f64 {
        black_box(energy::at(&self.first, self.force).on(&mut self.tape).value_and_grad()).0
    }
    fn by_hand(&mut self) -> f64 {
        black_box(by_hand(&self.first, self.force, &mut self.kept)).0
    }
    fn primal(&mut self) -> f64 {
        energy(black_box(&self.first), black_box(self.force))
    }
    fn work(&self) -> Work {
        Work { operations: 6.0 * 1000.0 * (6.0 + 11.0), width: 8.0, traffic: 0.0 }
    }
    fn tape_bytes(&self) -> usize {
        energy::tape_bytes::<6>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_value, difference, norm};
    use super::*;

    #[test]
    fn value_and_gradient_are_those_of_the_reference() {
        let Lorenz { first, force, mut kept, .. } = Lorenz::new();
        let (made, hand) = (energy::value_and_grad(&first, force), by_hand(&first, force, &mut kept));
        let flat = |(bar, force_bar): &([f64; 6], f64)| [bar.as_slice(), &[*force_bar]].concat();
        for (value, gradient) in [&made, &hand] {
            assert_value(*value, 155.560_516_506_481);
            assert_value(norm(&flat(gradient)), 40.685_330_148_490_5);
        }
        assert!(difference(&flat(&made.1), &flat(&hand.1)) < 1e-13);
    }
}
