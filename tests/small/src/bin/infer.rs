//! What the network of `train.rs` answers, by the same function without a tape: what that costs.
#![no_std]
#![no_main]

#[path = "../data.rs"]
mod data;
#[path = "../network.rs"]
mod network;
#[path = "../rt.rs"]
mod rt;

use cotangent::prelude::*;
use data::{BATCH, CLASSES, PIXELS, Random};
use network::{Network, scores};
use rt::{Clock, Static};

static NETWORK: Static<Network> = Static::new(Network::ZERO);
static IMAGES: Static<Matrix<f32, BATCH, PIXELS>> = Static::new(Matrix::ZEROS);
static LABELS: Static<[usize; BATCH]> = Static::new([0; BATCH]);
static SCORES: Static<Matrix<f32, BATCH, CLASSES>> = Static::new(Matrix::ZEROS);

/// What the runtime calls; its result is the exit code.
fn main() -> i32 {
    let (network, images, labels, found) = (NETWORK.take(), IMAGES.take(), LABELS.take(), SCORES.take());
    let mut random = Random::new(1);
    random.weights(network.w1.as_mut_slice());
    random.weights(network.w2.as_mut_slice());
    random.batch(images.as_mut_slice(), labels);
    let clock = Clock::start();
    *found = scores(network, images);
    let instructions = clock.instructions();
    let printed = rt::bits("score", found.sum())
        .and_then(|()| rt::figure("instructions", instructions))
        .and_then(|()| rt::figure("stack", rt::stack_used()));
    if printed.is_ok() { 0 } else { 5 }
}
