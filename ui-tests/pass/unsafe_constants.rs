//! `unsafe` code around constants, in an index, a condition and a variable.

use cotangent::prelude::*;

static TABLE: [f64; 3] = [1.0, 2.0, 3.0];

/// # Safety
///
/// `n` is less than 2.
unsafe fn next(n: usize) -> usize {
    n + 1
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let all = [x, x * x, 1.0];
    let mut sum = 0.0;
    for i in 0..2 {
        let weight = unsafe { *TABLE.get_unchecked(next(i)) };
        sum += weight * x * all[unsafe { next(i) }];
        if unsafe { next(i) } > 1 {
            sum *= 2.0;
        }
    }
    sum
}

fn main() {
    cost::at(0.3).check().unwrap();
}
