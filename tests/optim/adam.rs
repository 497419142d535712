//! Adam and `AdamW` against the papers' formulas, and mistakes the comparison must see.

use cotangent::optim::{Adam, AdamW};
use cotangent::prelude::*;

use super::oracle::{DECAYS, Model, Number, difference, model};

const RATE: f64 = 0.01;
const BETA1: f64 = 0.8;
const BETA2: f64 = 0.99;
const EPSILON: f64 = 1e-8;
const DECAY: f64 = 0.1;
const STEPS: u64 = 50;

/// In units of the last place of 1: each step rounds a parameter below 4 (2 units) and a change whose parts are below
/// 0.01 · |m̂| / √v̂ ≤ 0.05 and each off by at most about 10 units per rounding, because averages divide by 1 - β₂ᵗ ≥ 0.01 (100
/// units in the oracle's own product): 0.05 · 120 = 6 units.
const BOUND: f64 = STEPS as f64 * (2.0 + 6.0);

/// What may go wrong in the formulas.
#[derive(Clone, Copy, PartialEq)]
enum Mistake {
    None,
    NoBiasCorrection,
    BiasOfTheNextStep,
    EpsilonInTheRoot,
    EpsilonBeforeTheCorrection,
    BetasExchanged,
    OtherDecay,
    NoDecay,
    MomentumNotUpdatedFirst,
}
use Mistake::{
    BetasExchanged, BiasOfTheNextStep, EpsilonBeforeTheCorrection, EpsilonInTheRoot, MomentumNotUpdatedFirst,
    NoBiasCorrection, NoDecay, OtherDecay,
};

/// Algorithm 2 of Loshchilov and Hutter, 2019: pink with `coupled`, green without.
fn oracle(coupled: bool, mistake: Mistake) -> impl Fn(&mut Number, f64, i32) {
    move |n, g, t| {
        let decay = if n.decays && mistake != NoDecay { DECAY } else { 0.0 };
        let coupled = coupled != (mistake == OtherDecay);
        let g = if coupled { g + decay * n.p } else { g };
        let [beta1, beta2] = if mistake == BetasExchanged { [BETA2, BETA1] } else { [BETA1, BETA2] };
        let old = n.m;
        n.m = beta1 * n.m + (1.0 - beta1) * g;
        n.v = beta2 * n.v + (1.0 - beta2) * g * g;
        let t = if mistake == BiasOfTheNextStep { t + 1 } else { t };
        let correct = |beta: f64| if mistake == NoBiasCorrection { 1.0 } else { 1.0 - beta.powi(t) };
        let m = if mistake == MomentumNotUpdatedFirst { old } else { n.m } / correct(beta1);
        let v = n.v / correct(beta2);
        let root = match mistake {
            EpsilonInTheRoot => (v + EPSILON).sqrt(),
            EpsilonBeforeTheCorrection => (n.v.sqrt() + EPSILON) / correct(beta2).sqrt(),
            _ => v.sqrt() + EPSILON,
        };
        n.p -= RATE * (m / root + if coupled { 0.0 } else { decay * n.p });
    }
}

fn adam() -> Adam<Model> {
    let mut adam = Adam::new(&model(), RATE);
    (adam.beta1, adam.beta2, adam.weight_decay, adam.decays) = (BETA1, BETA2, DECAY, DECAYS);
    adam
}

fn adamw() -> AdamW<Model> {
    let mut adamw = AdamW::new(&model(), RATE);
    (adamw.beta1, adamw.beta2, adamw.weight_decay, adamw.decays) = (BETA1, BETA2, DECAY, DECAYS);
    adamw
}

#[test]
fn they_are_the_papers_formulas() {
    let (coupled, decoupled) = (
        difference(STEPS, &mut adam(), oracle(true, Mistake::None)),
        difference(STEPS, &mut adamw(), oracle(false, Mistake::None)),
    );
    assert!(coupled < BOUND && decoupled < BOUND, "off by {coupled} and {decoupled} units, allowed are {BOUND}");
}

#[test]
fn each_mistake_is_seen() {
    let mistakes = [
        NoBiasCorrection,
        BiasOfTheNextStep,
        EpsilonInTheRoot,
        EpsilonBeforeTheCorrection,
        BetasExchanged,
        OtherDecay,
        NoDecay,
        MomentumNotUpdatedFirst,
    ];
    for mistake in mistakes {
        let (coupled, decoupled) = (
            difference(STEPS, &mut adam(), oracle(true, mistake)),
            difference(STEPS, &mut adamw(), oracle(false, mistake)),
        );
        let at_least = 1000.0 * BOUND;
        assert!(coupled > at_least && decoupled > at_least, "{}: {coupled}, {decoupled}", mistake as u8);
    }
}

#[test]
fn without_decay_they_are_the_same() {
    let (mut a, mut b) = (model(), model());
    let (mut adam, mut adamw) = (adam(), adamw());
    (adam.weight_decay, adamw.weight_decay) = (0.0, 0.0);
    for t in 1..=STEPS {
        let gradient = super::oracle::gradient(t);
        adam.step(&mut a, &gradient);
        adamw.step(&mut b, &gradient);
    }
    assert_eq!(a, b);
    assert_ne!(a, model());
}

/// With `beta1 = 0` and moments zero before step 2, `m̂ = g` and `v̂ = g² (1 - β₂) / (1 - β₂²) = g² / (1 + β₂)`.
#[test]
fn bias_correction_keeps_its_digits_next_to_one() {
    for beta2 in [0.5, 0.999, 1.0 - 1e-9, 1.0 - 1e-15] {
        let mut x = 0.0;
        let mut optimizer = Adam::new(&x, 1.0);
        (optimizer.beta1, optimizer.beta2, optimizer.epsilon, optimizer.steps) = (0.0, beta2, 1e-30, 1);
        optimizer.step(&mut x, &-3.0);
        let expected = (1.0 + beta2).sqrt();
        assert!((x - expected).abs() <= 4.0 * f64::EPSILON, "{beta2}: {x} for {expected}");
    }
}

#[test]
fn bias_correction_ends_after_very_many_steps() {
    let uncorrected = -(1.0 - BETA1) / ((1.0 - BETA2).sqrt() + EPSILON);
    for steps in [1 << 20, i32::MAX as u64, u64::from(u32::MAX), 1 << 53, u64::MAX - 1] {
        let mut x = [0.0_f64, 0.0];
        let mut optimizer = Adam::new(&x, 1.0);
        (optimizer.beta1, optimizer.beta2, optimizer.steps) = (BETA1, BETA2, steps);
        optimizer.step(&mut x, &[1.0, 0.0]);
        assert!((x[0] - uncorrected).abs() <= 4.0 * f64::EPSILON, "{steps}: {} for {uncorrected}", x[0]);
        assert_eq!((x[1], optimizer.steps), (0.0, steps + 1));
    }
}

#[test]
fn betas_of_zero_leave_the_sign_of_the_gradient() {
    let mut x = [1.0_f32, 1.0, 1.0];
    let mut optimizer = AdamW::new(&x, 0.25);
    (optimizer.beta1, optimizer.beta2, optimizer.epsilon, optimizer.weight_decay) = (0.0, 0.0, 1e-30, 0.0);
    for _ in 0..2 {
        optimizer.step(&mut x, &[1e-4, 0.0, -1e4]);
    }
    assert_eq!(x, [0.5, 1.0, 1.5]);
}

#[test]
fn a_gradient_of_zero_moves_nothing() {
    let mut x = model();
    let mut optimizer = adam();
    (optimizer.weight_decay, optimizer.epsilon) = (0.0, f64::from(f32::MIN_POSITIVE));
    optimizer.step(&mut x, &Model::zero_tangent());
    assert_eq!(x, model());
}
