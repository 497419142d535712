//! Trains a network of 64, 32 and 10 neurons by gradient descent: what a step costs in memory and instructions.
#![no_std]
#![no_main]

#[path = "../data.rs"]
mod data;
#[path = "../network.rs"]
mod network;
#[path = "../rt.rs"]
mod rt;

use cotangent::optim::Sgd;
use cotangent::prelude::*;
use data::{BATCH, PIXELS, RATE, Random, STEPS};
use network::{Network, NetworkTangent, loss};
use rt::{Clock, Static};

static NETWORK: Static<Network> = Static::new(Network::ZERO);
static IMAGES: Static<Matrix<f32, BATCH, PIXELS>> = Static::new(Matrix::ZEROS);
static LABELS: Static<[usize; BATCH]> = Static::new([0; BATCH]);
static WORKSPACE: Static<Workspace<NetworkTangent, { loss::tape_words::<BATCH>() }>> = Static::new(Workspace::new());

/// What the runtime calls; its result is the exit code.
fn main() -> i32 {
    let (network, images, labels, workspace) = (NETWORK.take(), IMAGES.take(), LABELS.take(), WORKSPACE.take());
    let mut random = Random::new(1);
    random.weights(network.w1.as_mut_slice());
    random.weights(network.w2.as_mut_slice());
    let mut optimizer = Sgd::new(RATE);
    let (mut instructions, mut first, mut last) = (0, None, 0.0);
    for _ in 0..STEPS {
        random.batch(images.as_mut_slice(), labels);
        let clock = Clock::start();
        let (value, gradient) = workspace.value_and_grad(loss::at(network, images, labels));
        optimizer.step(network, gradient);
        instructions = clock.instructions();
        last = value;
        first.get_or_insert(value);
    }
    let printed = rt::bits("first_loss", first.unwrap_or(last))
        .and_then(|()| rt::bits("last_loss", last))
        .and_then(|()| rt::figure("tape", const { loss::tape_bytes::<BATCH>() as u32 }))
        .and_then(|()| rt::figure("instructions", instructions))
        .and_then(|()| rt::figure("stack", rt::stack_used()));
    if printed.is_ok() { 0 } else { 5 }
}
