//! Calls on a tape of their own, with and without an allocator.

use crate::prelude::*;

#[differentiable]
fn power(x: f64) -> f64 {
    let mut y = 1.0;
    for _ in 0..3 {
        y *= x;
    }
    y
}

#[differentiable]
fn product<const N: usize>(x: &[f64; N]) -> f64 {
    let mut y = 1.0;
    for factor in x {
        y *= factor;
    }
    y
}

#[derive(Differentiable)]
struct Base {
    x: f64,
}

#[differentiable]
impl Base {
    fn power(&self) -> f64 {
        let mut y = 1.0;
        for _ in 0..3 {
            y *= self.x;
        }
        y
    }
}

/// Also without an allocator: the code contains the call that would use a tape that grows, and it must not be compiled.
#[test]
fn loops_of_known_length_need_no_allocator() {
    assert_eq!(power::grad(2.0), 12.0);
    assert_eq!(product::grad(&[2.0, 3.0]), [3.0, 2.0]);
    assert_eq!(Base { x: 2.0 }.power_grad().x, 12.0);
}
