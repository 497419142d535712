//! What the programs that are written by hand share: the parameters, and the product of a layer.

use crate::data::{CLASSES, HIDDEN, PIXELS};

/// The parameters, or their gradient.
pub struct Network {
    pub w1: [f32; PIXELS * HIDDEN],
    pub b1: [f32; HIDDEN],
    pub w2: [f32; HIDDEN * CLASSES],
    pub b2: [f32; CLASSES],
}

impl Network {
    pub const ZERO: Self =
        Self { w1: [0.0; PIXELS * HIDDEN], b1: [0.0; HIDDEN], w2: [0.0; HIDDEN * CLASSES], b2: [0.0; CLASSES] };
}

/// `c = a · b` for `k × n` numbers in `b`, with `row` added to every row.
pub fn multiply(a: &[f32], b: &[f32], row: &[f32], c: &mut [f32], k: usize, n: usize) {
    for (a, c) in a.chunks_exact(k).zip(c.chunks_exact_mut(n)) {
        c.copy_from_slice(row);
        for (a, b) in a.iter().zip(b.chunks_exact(n)) {
            for (c, b) in c.iter_mut().zip(b) {
                *c += a * b;
            }
        }
    }
}
