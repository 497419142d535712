//! Lion, to the last bit.

use cotangent::optim::Lion;
use cotangent::prelude::*;

use super::oracle::{DECAYS, Model, Number, difference, model};

const RATE: f64 = 0.02;
const DECAY: f64 = 0.1;

/// Moves by the rate in the direction of `β₁·m + (1 - β₁)·g`, and decays.
fn lion(n: &mut Number, g: f64, _: i32) {
    let average = |beta: f64, old: f64| n.round(old + n.round(n.round(1.0 - beta) * n.round(g - old)));
    let direction = average(0.9, n.m);
    let sign = if direction == 0.0 { 0.0 } else { direction.signum() };
    let decay = if n.decays { n.round(DECAY) } else { 0.0 };
    let step = n.round(sign + n.round(decay * n.p));
    (n.p, n.m) = (n.round(n.p - n.round(n.round(RATE) * step)), average(0.99, n.m));
}

fn optimizer() -> Lion<Model> {
    let mut optimizer = Lion::new(&model(), RATE);
    (optimizer.weight_decay, optimizer.decays) = (DECAY, DECAYS);
    optimizer
}

#[test]
fn lion_is_its_formula() {
    assert_eq!(difference(20, &mut optimizer(), lion), 0.0);
    let mut other = optimizer();
    other.beta2 = 0.9;
    assert!(difference(20, &mut other, lion) > 1e12, "the second average is seen");
}

#[test]
fn nothing_moves_without_a_gradient_and_a_gradient_that_is_no_number_shows() {
    let mut x = [1.0_f32, 1.0];
    let mut optimizer = Lion::new(&x, 0.5);
    optimizer.step(&mut x, &[0.0, f32::NAN]);
    assert!(x[0] == 1.0 && x[1].is_nan());
}
