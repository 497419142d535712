use cotangent::prelude::*;

use core::ops::{AddAssign, SubAssign};

#[derive(Clone, Copy)]
struct Step;

impl AddAssign<Step> for usize {
    fn add_assign(&mut self, _: Step) {
        *self = (*self + 2) % 3;
    }
}

impl SubAssign<Step> for usize {
    fn sub_assign(&mut self, _: Step) {
        *self = 0;
    }
}

#[differentiable]
fn cost(x: &[f64; 3]) -> f64 {
    const NEXT: Step = Step;
    let mut at = 0;
    let mut product = 1.0;
    for _ in 0..2 {
        product *= x[at];
        at += NEXT;
    }
    product
}

fn main() {}
