//! The same training as in `train.rs`, with a gradient that is written by hand.
#![no_std]
#![no_main]

#[path = "../by_hand.rs"]
mod by_hand;
#[path = "../data.rs"]
mod data;
#[path = "../rt.rs"]
mod rt;

use by_hand::{Network, multiply};
use data::{BATCH, CLASSES, HIDDEN, PIXELS, RATE, Random, STEPS};
use rt::{Clock, Static};

/// What is kept for the way back, and the cotangent of the hidden layer.
struct Kept {
    hidden: [f32; BATCH * HIDDEN],
    scores: [f32; BATCH * CLASSES],
    hidden_bar: [f32; BATCH * HIDDEN],
}

static NETWORK: Static<Network> = Static::new(Network::ZERO);
static GRADIENT: Static<Network> = Static::new(Network::ZERO);
static IMAGES: Static<[f32; BATCH * PIXELS]> = Static::new([0.0; BATCH * PIXELS]);
static LABELS: Static<[usize; BATCH]> = Static::new([0; BATCH]);
static KEPT: Static<Kept> = Static::new(Kept {
    hidden: [0.0; BATCH * HIDDEN],
    scores: [0.0; BATCH * CLASSES],
    hidden_bar: [0.0; BATCH * HIDDEN],
});

/// `c += aᵀ · b`
fn add_transposed(a: &[f32], b: &[f32], c: &mut [f32], k: usize, n: usize) {
    for (a, b) in a.chunks_exact(k).zip(b.chunks_exact(n)) {
        for (a, c) in a.iter().zip(c.chunks_exact_mut(n)) {
            for (c, b) in c.iter_mut().zip(b) {
                *c += a * b;
            }
        }
    }
}

fn step(network: &mut Network, gradient: &mut Network, images: &[f32], labels: &[usize], kept: &mut Kept) -> f32 {
    let Kept { hidden, scores, hidden_bar } = kept;
    multiply(images, &network.w1, &network.b1, hidden, PIXELS, HIDDEN);
    for h in hidden.iter_mut() {
        *h = h.max(0.0);
    }
    multiply(hidden, &network.w2, &network.b2, scores, HIDDEN, CLASSES);
    let loss = cross_entropy(scores, labels);
    for part in [&mut gradient.w1[..], &mut gradient.b1, &mut gradient.w2, &mut gradient.b2] {
        part.fill(0.0);
    }
    add_transposed(hidden, scores, &mut gradient.w2, HIDDEN, CLASSES);
    sum_rows(scores, &mut gradient.b2);
    for ((hidden_bar, hidden), scores) in
        hidden_bar.chunks_exact_mut(HIDDEN).zip(hidden.chunks_exact(HIDDEN)).zip(scores.chunks_exact(CLASSES))
    {
        for ((bar, h), w) in hidden_bar.iter_mut().zip(hidden).zip(network.w2.chunks_exact(CLASSES)) {
            *bar = if *h > 0.0 { scores.iter().zip(w).map(|(s, w)| s * w).sum() } else { 0.0 };
        }
    }
    add_transposed(images, hidden_bar, &mut gradient.w1, PIXELS, HIDDEN);
    sum_rows(hidden_bar, &mut gradient.b1);
    for (weights, gradient) in [
        (&mut network.w1[..], &gradient.w1[..]),
        (&mut network.b1, &gradient.b1),
        (&mut network.w2, &gradient.w2),
        (&mut network.b2, &gradient.b2),
    ] {
        for (weight, d) in weights.iter_mut().zip(gradient) {
            *weight -= RATE * d;
        }
    }
    loss
}

/// The mean cross-entropy; the scores become their cotangents.
fn cross_entropy(scores: &mut [f32], labels: &[usize]) -> f32 {
    let mut loss = 0.0;
    for (scores, label) in scores.chunks_exact_mut(CLASSES).zip(labels) {
        let largest = scores.iter().fold(scores[0], |most, s| if *s > most { *s } else { most });
        let at_label = scores[*label] - largest;
        let mut total = 0.0;
        for s in scores.iter_mut() {
            *s = libm::expf(*s - largest);
            total += *s;
        }
        loss += libm::logf(total) - at_label;
        let scale = 1.0 / (total * BATCH as f32);
        for s in scores.iter_mut() {
            *s *= scale;
        }
        scores[*label] -= 1.0 / BATCH as f32;
    }
    loss / BATCH as f32
}

/// `sums += ` each row.
fn sum_rows(rows: &[f32], sums: &mut [f32]) {
    for row in rows.chunks_exact(sums.len()) {
        for (sum, x) in sums.iter_mut().zip(row) {
            *sum += x;
        }
    }
}

/// What the runtime calls; its result is the exit code.
fn main() -> i32 {
    let (network, gradient, images, labels, kept) =
        (NETWORK.take(), GRADIENT.take(), IMAGES.take(), LABELS.take(), KEPT.take());
    let mut random = Random::new(1);
    random.weights(&mut network.w1);
    random.weights(&mut network.w2);
    let (mut instructions, mut first, mut last) = (0, None, 0.0);
    for _ in 0..STEPS {
        random.batch(images, labels);
        let clock = Clock::start();
        last = step(network, gradient, images, labels, kept);
        instructions = clock.instructions();
        first.get_or_insert(last);
    }
    let printed = rt::bits("first_loss", first.unwrap_or(last))
        .and_then(|()| rt::bits("last_loss", last))
        .and_then(|()| rt::figure("instructions", instructions))
        .and_then(|()| rt::figure("stack", rt::stack_used()));
    if printed.is_ok() { 0 } else { 5 }
}
