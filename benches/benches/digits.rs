//! `cargo bench -p cotangent-benches --bench digits`: the training step of the digits against one with a hand-written gradient,
//! and the optimizer alone, in one run.

use std::hint::black_box;
use std::iter::Cycle;
use std::slice::Iter;

use cotangent::optim::AdamW;
use cotangent::prelude::*;
use cotangent_benches::digits::{self, B, Batch, Mlp, MlpTangent};
use cotangent_benches::timing::compare;

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    gradient();
    step();
    zeros();
}

fn gradient() {
    let (m, _) = digits::in_training();
    let batches = digits::batches();
    let [mut first, mut second, mut third] = [(); 3].map(|()| batches.iter().cycle());
    let (mut hand, mut made) = (Mlp::zero_tangent(), Mlp::zero_tangent());
    let mut tape = TapeBuffer::<{ digits::loss::tape_words::<B>() }>::new();
    let [_, made, primal] = compare(
        "digits 64-32-10, batch 32: loss and gradient",
        [
            ("by hand", Box::new(|| on(&mut first, |x, labels| keep(digits::by_hand(&m, x, labels, &mut hand))))),
            (
                "generated",
                Box::new(|| {
                    on(&mut second, |x, labels| {
                        keep(digits::loss::value_and_grad_into(&mut tape, &m, x, labels, &mut made));
                    });
                }),
            ),
            ("primal", Box::new(|| on(&mut third, |x, labels| keep(digits::loss(&m, x, labels))))),
        ],
    );
    println!("  generated: {:.2} times the primal; tape: {} bytes", made / primal, digits::loss::tape_bytes::<B>());
}

/// With a rate of zero every step computes what it does in training, and the model stays in the middle of it.
fn step() {
    let (mut m, mut optimizer) = digits::in_training();
    optimizer.rate = 0.0;
    let (mut hand_m, mut hand_optimizer) = (m.clone(), optimizer.clone());
    let batches = digits::batches();
    let [mut first, mut second] = [(); 2].map(|()| batches.iter().cycle());
    let mut tape = TapeBuffer::<{ digits::loss::tape_words::<B>() }>::new();
    compare(
        "digits 64-32-10, batch 32: whole training step",
        [
            (
                "by hand, the same optimizer",
                Box::new(|| {
                    on(&mut first, |x, labels| {
                        let mut gradient = Mlp::zero_tangent();
                        keep(digits::by_hand(&hand_m, x, labels, &mut gradient));
                        hand_optimizer.step(&mut hand_m, &gradient);
                    });
                }),
            ),
            (
                "generated",
                Box::new(|| {
                    on(&mut second, |x, labels| {
                        let mut gradient = Mlp::zero_tangent();
                        keep(digits::loss::value_and_grad_into(&mut tape, &m, x, labels, &mut gradient));
                        optimizer.step(&mut m, &gradient);
                    });
                }),
            ),
        ],
    );
}

/// The optimizer alone, long after a part of the gradient has become zero, as that of a rectified unit that is never positive.
fn zeros() {
    let candidate = |every: usize| {
        let (mut m, mut optimizer) = digits::in_training();
        optimizer.rate = 0.0;
        let (x, labels) = &digits::batches()[0];
        let mut gradient = digits::loss::grad(&m, x, labels);
        gradient.for_each_leaf_mut(|_, leaf| leaf.f32().iter_mut().for_each(|g| *g += 1e-3));
        gradient.for_each_leaf_mut(|_, leaf| leaf.f32().iter_mut().step_by(every).for_each(|g| *g = 0.0));
        for _ in 0..2000 {
            optimizer.step(&mut m, &gradient);
        }
        move || step_of(&mut optimizer, &mut m, &gradient)
    };
    compare(
        "AdamW step, 2410 parameters, after 2000 steps",
        [
            ("no gradient is zero", Box::new(candidate(usize::MAX))),
            ("every tenth is zero", Box::new(candidate(10))),
            ("every second is zero", Box::new(candidate(2))),
        ],
    );
}

fn step_of(optimizer: &mut AdamW<Mlp>, m: &mut Mlp, gradient: &MlpTangent) {
    optimizer.step(m, black_box(gradient));
    black_box(&*m);
}

/// Calls `f` on the next batch.
fn on(batches: &mut Cycle<Iter<Batch>>, f: impl FnOnce(&Matrix<f32, B, 64>, &[usize; B])) {
    let (x, labels) = batches.next().expect("a cycle has no end");
    f(x, labels);
}

/// Uses a result, so that it has to be computed.
fn keep<R>(result: R) {
    black_box(result);
}
