//! Gradient descent, plain and with momentum, to the last bit.

use cotangent::optim::{Momentum, Sgd};

use super::oracle::{DECAYS, Model, Number, difference, model};

const RATE: f64 = 0.02;
const DECAY: f64 = 0.1;
const MOMENTUM: f64 = 0.75;

/// The decay of this number, in its own type.
fn decay(n: &Number) -> f64 {
    if n.decays { n.round(DECAY) } else { 0.0 }
}

/// `p - rate·(g + weight_decay·p)`
fn sgd(n: &mut Number, g: f64, _: i32) {
    let g = n.round(g + n.round(decay(n) * n.p));
    n.p = n.round(n.p - n.round(n.round(RATE) * g));
}

/// `v = momentum·v + g`, then `p - rate·v`
fn momentum(n: &mut Number, g: f64, _: i32) {
    let g = n.round(g + n.round(decay(n) * n.p));
    n.v = n.round(n.round(n.round(MOMENTUM) * n.v) + g);
    n.p = n.round(n.p - n.round(n.round(RATE) * n.v));
}

/// `v = momentum·v + g`, then `p - rate·(g + momentum·v)`
fn nesterov(n: &mut Number, g: f64, _: i32) {
    let g = n.round(g + n.round(decay(n) * n.p));
    n.v = n.round(n.round(n.round(MOMENTUM) * n.v) + g);
    let ahead = n.round(g + n.round(n.round(MOMENTUM) * n.v));
    n.p = n.round(n.p - n.round(n.round(RATE) * ahead));
}

fn with_momentum(nesterov: bool) -> Momentum<Model> {
    let mut optimizer = Momentum::new(&model(), RATE, MOMENTUM);
    (optimizer.nesterov, optimizer.weight_decay, optimizer.decays) = (nesterov, DECAY, DECAYS);
    optimizer
}

#[test]
fn gradient_descent_is_its_formula() {
    let mut optimizer = Sgd::new(RATE);
    (optimizer.weight_decay, optimizer.decays) = (DECAY, DECAYS);
    assert_eq!(difference(20, &mut optimizer, sgd), 0.0);
    optimizer.decays = |_| true;
    assert!(difference(20, &mut optimizer, sgd) > 1e12, "the decay of vectors is seen");
}

#[test]
fn momentum_is_its_formula() {
    assert_eq!(difference(20, &mut with_momentum(false), momentum), 0.0);
    assert_eq!(difference(20, &mut with_momentum(true), nesterov), 0.0);
    assert!(difference(2, &mut with_momentum(true), momentum) > 1e12, "the two forms differ");
}

#[test]
fn without_momentum_it_is_gradient_descent() {
    for nesterov in [false, true] {
        let mut optimizer = with_momentum(nesterov);
        optimizer.momentum = 0.0;
        assert_eq!(difference(20, &mut optimizer, sgd), 0.0);
    }
}

#[test]
fn a_new_rate_acts_on_the_whole_velocity() {
    use cotangent::prelude::*;
    let mut x = 8.0;
    let mut optimizer = Momentum::new(&x, 1.0, 0.5);
    optimizer.step(&mut x, &2.0);
    optimizer.set_rate(0.25);
    optimizer.step(&mut x, &1.0);
    assert_eq!((x, optimizer.velocity, optimizer.rate()), (8.0 - 2.0 - 0.25 * 2.0, 2.0, 0.25));
}
