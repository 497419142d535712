//! S4: the heat equation on 256 cells, 500 explicit steps; gradient by the first field and by the diffusivity.

use std::array::from_fn;
use std::hint::black_box;

use cotangent::prelude::*;

use super::{Work, Workload, symmetric};

const CELLS: usize = 256;
const STEPS: usize = 500;
/// The cells, and a cold one at each end.
const ROOM: usize = CELLS + 2;

#[differentiable]
fn warmth(first: &[f64; CELLS], diffusivity: f64) -> f64 {
    let mut a = [0.0; ROOM];
    let mut b = [0.0; ROOM];
    a[1..=CELLS].copy_from_slice(first);
    for _ in 0..STEPS / 2 {
        for i in 1..=CELLS {
            b[i] = a[i] + diffusivity * (a[i - 1] - 2.0 * a[i] + a[i + 1]);
        }
        for i in 1..=CELLS {
            a[i] = b[i] + diffusivity * (b[i - 1] - 2.0 * b[i] + b[i + 1]);
        }
    }
    a.iter().map(|a| a * a).sum()
}

/// Value and gradient by hand: the fields are kept. The stencil is symmetric and its ends are cold, so it is its own adjoint, and the
/// derivative by the diffusivity is the inner product of a field with the stencil of the cotangent.
fn by_hand(first: &[f64; CELLS], diffusivity: f64, kept: &mut [[f64; ROOM]]) -> (f64, ([f64; CELLS], f64)) {
    kept[0][1..=CELLS].copy_from_slice(first);
    for t in 0..STEPS {
        let [a, b] = &mut kept[t..][..2] else { unreachable!() };
        for i in 1..=CELLS {
            b[i] = a[i] + diffusivity * (a[i - 1] - 2.0 * a[i] + a[i + 1]);
        }
    }
    let mut sums = [0.0; ROOM];
    let mut bar = kept[STEPS].map(|u| 2.0 * u);
    let mut next = [0.0; ROOM];
    let value = kept[STEPS].iter().map(|u| u * u).sum();
    for two in kept[..STEPS].as_chunks::<2>().0.iter().rev() {
        back(&two[1], &bar, &mut next, &mut sums, diffusivity);
        back(&two[0], &next, &mut bar, &mut sums, diffusivity);
    }
    (value, (from_fn(|i| bar[i + 1]), sums.iter().sum()))
}

/// One step back.
fn back(u: &[f64; ROOM], bar: &[f64; ROOM], next: &mut [f64; ROOM], sums: &mut [f64; ROOM], diffusivity: f64) {
    for i in 1..=CELLS {
        let stencil = bar[i - 1] - 2.0 * bar[i] + bar[i + 1];
        sums[i] += u[i] * stencil;
        next[i] = bar[i] + diffusivity * stencil;
    }
}

/// The workload.
pub struct Heat {
    first: [f64; CELLS],
    diffusivity: f64,
    kept: Vec<[f64; ROOM]>,
    tape: GrowableTape,
}

impl Heat {
    pub(super) fn new() -> Self {
        Self {
            first: from_fn(|i| symmetric(607, 0, i)),
            diffusivity: 0.25,
            kept: vec![[0.0; ROOM]; STEPS + 1],
            tape: GrowableTape::new(),
        }
    }
}

impl Workload for Heat {
    fn reset(&mut self) {}
    fn generated(&mut self) -> f64 {
        black_box(warmth::at(&self.first, self.diffusivity).on(&mut self.tape).value_and_grad()).0
    }
    fn by_hand(&mut self) -> f64 {
        black_box(by_hand(&self.first, self.diffusivity, &mut self.kept)).0
    }
    fn primal(&mut self) -> f64 {
        warmth(black_box(&self.first), black_box(self.diffusivity))
    }
    fn work(&self) -> Work {
        let cells = f64::from_usize(CELLS * STEPS);
        Work { operations: cells * (5.0 + 7.0), width: 8.0, traffic: 2.0 * 8.0 * cells }
    }
    fn tape_bytes(&self) -> usize {
        warmth::tape_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_value, difference, norm};
    use super::*;

    #[test]
    fn value_and_gradient_are_those_of_the_reference() {
        let Heat { first, diffusivity, mut kept, .. } = Heat::new();
        let (made, hand) = (warmth::value_and_grad(&first, diffusivity), by_hand(&first, diffusivity, &mut kept));
        let flat = |(bar, by_diffusivity): &([f64; CELLS], f64)| [bar.as_slice(), &[*by_diffusivity]].concat();
        for (value, gradient) in [&made, &hand] {
            assert_value(*value, 0.662_324_821_100_509);
            assert_value(norm(&flat(gradient)), 2.869_746_293_476_9);
        }
        assert!(difference(&flat(&made.1), &flat(&hand.1)) < 1e-13);
    }
}
