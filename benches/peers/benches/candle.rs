//! `RAYON_NUM_THREADS=1 cargo bench --manifest-path benches/peers/Cargo.toml`: the training step of the digits, here and in
//! candle, in turn. Before, both train for three epochs, and every loss of one must be that of the other.

use std::hint::black_box;

use candle_core::Result;
use cotangent::prelude::*;
use cotangent_benches::digits::{self, B, Mlp};
use cotangent_benches::timing::compare;
use cotangent_peers::{Digits, Peer};

/// How far apart losses may be: rounding errors grow in training, here to a hundredth of this.
const TOLERANCE: f32 = 1e-4;

fn main() -> Result<()> {
    let batches = digits::batches();
    let copies = batches.iter().map(Digits::new).collect::<Result<Vec<_>>>()?;
    let mut m = digits::initial();
    let mut optimizer = digits::optimizer(&m);
    let mut peer = Peer::new(&m)?;
    let mut tape = TapeBuffer::<{ digits::loss::tape_words::<B>() }>::new();

    let (mut largest, mut losses) = (0.0_f32, [0.0; 2]);
    for ((x, labels), copy) in batches.iter().zip(&copies).cycle().take(3 * batches.len()) {
        let mut gradient = Mlp::zero_tangent();
        let ours = digits::loss::value_and_grad_into(&mut tape, &m, x, labels, &mut gradient);
        optimizer.step(&mut m, &gradient);
        let theirs = peer.step(copy)?.to_scalar::<f32>()?;
        largest = largest.max((ours - theirs).abs());
        losses = [ours, theirs];
    }
    println!("last losses: {losses:?}; all differ by at most {largest:e}");
    assert!(largest < TOLERANCE, "these are different programs");

    optimizer.rate = 0.0;
    peer.stand_still();
    let (mut first, mut second) = (batches.iter().cycle(), copies.iter().cycle());
    let [ours, theirs] = compare(
        "digits 64-32-10, batch 32: whole training step",
        [
            (
                "cotangent",
                Box::new(|| {
                    let (x, labels) = first.next().expect("a cycle has no end");
                    let mut gradient = Mlp::zero_tangent();
                    black_box(digits::loss::value_and_grad_into(&mut tape, &m, x, labels, &mut gradient));
                    optimizer.step(&mut m, &gradient);
                }),
            ),
            ("candle", Box::new(|| drop(black_box(peer_step(&mut peer, second.next()))))),
        ],
    );
    println!("  candle takes {:.1} times as long", theirs / ours);
    Ok(())
}

fn peer_step(peer: &mut Peer, batch: Option<&Digits>) -> candle_core::Tensor {
    peer.step(batch.expect("a cycle has no end")).expect("a step on the CPU")
}
