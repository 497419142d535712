//! `cargo bench -p cotangent-benches --bench gradients`: generated gradients against hand-written ones, in one run.

use std::hint::black_box;

use cotangent::prelude::*;
use cotangent_benches::dense::{self, B, I, O};
use cotangent_benches::timing::{compare, one_thread};
use cotangent_benches::{Numbers, mlp, scalar};

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    one_thread();
    scalar();
    dense_layer();
    classifier();
}

fn scalar() {
    let mut tape = TapeBuffer::<{ scalar::twenty::tape_words() }>::new();
    compare(
        "20 scalar operations: value and gradient",
        [
            ("by hand", Box::new(|| keep(scalar::by_hand(black_box(0.7), black_box(1.3))))),
            ("generated, own tape", Box::new(|| keep(scalar::twenty::value_and_grad(black_box(0.7), black_box(1.3))))),
            (
                "generated, caller's tape",
                Box::new(|| keep(scalar::twenty::at(black_box(0.7), black_box(1.3)).on(&mut tape).value_and_grad())),
            ),
            ("primal", Box::new(|| keep(scalar::twenty(black_box(0.7), black_box(1.3))))),
        ],
    );
    println!("  tape: {} bytes", scalar::twenty::tape_bytes());
}

fn dense_layer() {
    let mut numbers = Numbers::new(1);
    let (mut x, mut w, mut b) =
        (Matrix::<f32, B, I>::boxed_zeros(), Matrix::<f32, I, O>::boxed_zeros(), Vector::<f32, O>::ZEROS);
    numbers.fill(x.as_mut_slice(), 1.0);
    numbers.fill(w.as_mut_slice(), 0.06);
    numbers.fill(b.as_mut_slice(), 0.1);
    let mut seed = Matrix::<f32, B, O>::boxed_zeros();
    numbers.fill(seed.as_mut_slice(), 1.0);
    let grads = || (Matrix::<f32, B, I>::boxed_zeros(), Matrix::<f32, I, O>::boxed_zeros(), Vector::<f32, O>::ZEROS);
    let (mut hand, mut hand_first, mut made, mut made_first) = (grads(), grads(), grads(), grads());
    let mut tape = vec![0_u64; dense::dense::tape_words::<B, I, O>()];
    let mut tape_first = tape.clone();
    compare(
        "dense layer 32x784x128: value and cotangents",
        [
            (
                "by hand",
                Box::new(|| keep(dense::by_hand(&x, &w, &b, &seed, Out::new(&mut *hand.0), &mut hand.1, &mut hand.2))),
            ),
            (
                "generated",
                Box::new(|| {
                    let tape = tape.as_mut_slice();
                    keep(
                        dense::dense::at(&x, &w, &b).on(tape).vjp_into(*seed, (&mut made.0, &mut made.1, &mut made.2)),
                    );
                }),
            ),
            (
                "by hand, x constant",
                Box::new(|| keep(dense::by_hand(&x, &w, &b, &seed, NoGrad, &mut hand_first.1, &mut hand_first.2))),
            ),
            (
                "generated, x constant",
                Box::new(|| {
                    let tape = tape_first.as_mut_slice();
                    keep(
                        dense::first_dense::at(&x, &w, &b)
                            .on(tape)
                            .vjp_into(*seed, (&mut made_first.1, &mut made_first.2)),
                    );
                }),
            ),
            ("primal", Box::new(|| keep(dense::dense(&x, &w, &b)))),
        ],
    );
    println!("  tape: {} bytes", dense::dense::tape_bytes::<B, I, O>());
}

fn classifier() {
    let (m, x, labels) = mlp::example();
    let mut tape = vec![0_u64; mlp::loss::tape_words::<{ mlp::B }>()];
    let (mut hand, mut made) = (Box::new(mlp::Mlp::zero_tangent()), Box::new(mlp::Mlp::zero_tangent()));
    compare(
        "classifier 784-128-64-10, batch 32: loss and gradient",
        [
            ("by hand", Box::new(|| keep(mlp::by_hand(&m, &x, &labels, &mut hand)))),
            (
                "generated",
                Box::new(|| keep(mlp::loss::value_and_grad_into(tape.as_mut_slice(), &m, &x, &labels, &mut made))),
            ),
            ("primal", Box::new(|| keep(mlp::loss(&m, &x, &labels)))),
        ],
    );
    println!("  tape: {} bytes", mlp::loss::tape_bytes::<{ mlp::B }>());
}

/// Uses a result, so that it has to be computed.
fn keep<R>(result: R) {
    black_box(result);
}
