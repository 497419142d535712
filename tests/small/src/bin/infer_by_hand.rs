//! The same answers as in `infer.rs`, written by hand.
#![no_std]
#![no_main]

#[path = "../by_hand.rs"]
mod by_hand;
#[path = "../data.rs"]
mod data;
#[path = "../rt.rs"]
mod rt;

use by_hand::{Network, multiply};
use data::{BATCH, CLASSES, HIDDEN, PIXELS, Random};
use rt::{Clock, Static};

static NETWORK: Static<Network> = Static::new(Network::ZERO);
static IMAGES: Static<[f32; BATCH * PIXELS]> = Static::new([0.0; BATCH * PIXELS]);
static LABELS: Static<[usize; BATCH]> = Static::new([0; BATCH]);
static NEURONS: Static<[f32; BATCH * HIDDEN]> = Static::new([0.0; BATCH * HIDDEN]);
static SCORES: Static<[f32; BATCH * CLASSES]> = Static::new([0.0; BATCH * CLASSES]);

fn scores(network: &Network, images: &[f32], hidden: &mut [f32], scores: &mut [f32]) {
    multiply(images, &network.w1, &network.b1, hidden, PIXELS, HIDDEN);
    for h in hidden.iter_mut() {
        *h = h.max(0.0);
    }
    multiply(hidden, &network.w2, &network.b2, scores, HIDDEN, CLASSES);
}

/// What the runtime calls; its result is the exit code.
fn main() -> i32 {
    let (network, images, labels) = (NETWORK.take(), IMAGES.take(), LABELS.take());
    let (hidden, found) = (NEURONS.take(), SCORES.take());
    let mut random = Random::new(1);
    random.weights(&mut network.w1);
    random.weights(&mut network.w2);
    random.batch(images, labels);
    let clock = Clock::start();
    scores(network, images, hidden, found);
    let instructions = clock.instructions();
    let printed = rt::bits("score", found.iter().sum())
        .and_then(|()| rt::figure("instructions", instructions))
        .and_then(|()| rt::figure("stack", rt::stack_used()));
    if printed.is_ok() { 0 } else { 5 }
}
