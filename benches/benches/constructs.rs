//! `cargo bench -p cotangent-benches --bench constructs`: what branches, loops, calls and arrays in place cost, beside gradients by hand.

use std::hint::black_box;

use cotangent::prelude::*;
use cotangent_benches::array_of_fractions as array;
use cotangent_benches::constructs::{
    CELLS, LINKS, SWEEPS, calls, calls_by_hand, chain, chain_by_hand, layers, layers_by_hand, newton, newton_by_hand,
    smoothed, smoothed_by_hand,
};
use cotangent_benches::timing::{candidate, compare};

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let mut tape = TapeBuffer::<64>::new();
    compare(
        "a branch, then Newton's iteration",
        [
            candidate("by hand", || newton_by_hand(black_box(1.7), black_box(0.4))),
            candidate("generated", || newton::at(black_box(1.7), black_box(0.4)).on(&mut tape).value_and_grad()),
            candidate("primal", || newton(black_box(1.7), black_box(0.4))),
        ],
    );
    compare(
        "calls in calls, 14 of them",
        [
            candidate("by hand", || calls_by_hand(black_box(0.7), black_box(1.3))),
            candidate("generated", || calls::value_and_grad(black_box(0.7), black_box(1.3))),
            candidate("primal", || calls(black_box(0.7), black_box(1.3))),
        ],
    );
    let (first, mut kept) = (array::<CELLS>(1), vec![[0.0; CELLS]; SWEEPS]);
    let mut tape = GrowableTape::new();
    compare(
        "256 cells smoothed in place 100 times",
        [
            candidate("by hand", || smoothed_by_hand(black_box(&first), black_box(0.2), &mut kept)),
            candidate("generated", || smoothed::at(black_box(&first), black_box(0.2)).on(&mut tape).value_and_grad()),
            candidate("primal", || smoothed(black_box(&first), black_box(0.2))),
        ],
    );
    let x = Vector::from(array::<LINKS>(2));
    let (mut hand, mut made, mut tape) = (Vector::ZEROS, Vector::ZEROS, GrowableTape::new());
    compare(
        "six functions of 4096 numbers in a row",
        [
            candidate("by hand, one loop", || chain_by_hand(black_box(&x), &mut hand)),
            candidate("generated", || chain::value_and_grad_into(&mut tape, black_box(&x), &mut made)),
            candidate("primal", || chain(black_box(&x))),
        ],
    );
    let w = Vector::from(array::<LINKS>(3));
    let (mut hand_w, mut made_w) = (Vector::ZEROS, Vector::ZEROS);
    compare(
        "six layers of operators on tensors of 4096 numbers",
        [
            candidate("by hand, one loop", || layers_by_hand(black_box(&x), &w, &mut hand, &mut hand_w)),
            candidate("generated", || {
                layers::value_and_grad_into(&mut tape, black_box(&x), &w, &mut made, &mut made_w)
            }),
            candidate("primal", || layers(black_box(&x), &w)),
        ],
    );
}
