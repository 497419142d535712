//! Trains a classifier of handwritten digits with nothing under it: no `std`, no C library, no allocator.
//!
//! That it builds proves that nothing in it allocates: the compiler refuses a program that contains the crate `alloc` and has no
//! allocator. `README.md` says how to make it yours.
#![no_std]
#![no_main]

mod digits;
mod rt;

use core::fmt::Write;

use cotangent::optim::AdamW;
use cotangent::prelude::*;
use digits::{Batch, Mlp, loss};

/// Images in a minibatch.
const BATCH: usize = 32;
/// Minibatches to learn from.
const STEPS: usize = 500;

/// What can go wrong, by exit code. A panic has code 101.
#[derive(Clone, Copy)]
enum Failure {
    /// The loss did not fall.
    Loss = 1,
    /// No more than nine of ten images were classified right.
    Accuracy = 2,
    /// The tape is too small.
    Tape = 3,
    /// The stack was used to its end, and perhaps beyond.
    Stack = 4,
    /// The result could not be printed.
    Output = 5,
}

/// What the runtime calls; its result is the exit code.
fn main() -> i32 {
    match train() {
        Ok(()) => 0,
        Err(failure) => failure as i32,
    }
}

/// Trains, and measures before and after on images that were held out.
fn train() -> Result<(), Failure> {
    let mut model = Mlp::new(1);
    let mut optimizer = AdamW::new(&model, 0.01);
    let mut tape = TapeBuffer::<{ loss::tape_words::<BATCH>() }>::new();
    let (loss_before, _) = model.evaluate(digits::held_out());

    let mut images = digits::training().cycle();
    for _ in 0..STEPS {
        let Batch { x, labels } = Batch::<BATCH>::read(&mut images);
        let mut gradient = Mlp::zero_tangent();
        loss::at(&model, &x, &labels)
            .on(&mut tape)
            .try_value_and_grad_into(&mut gradient)
            .map_err(|_| Failure::Tape)?;
        optimizer.step(&mut model, &gradient);
    }

    let (loss_after, accuracy) = model.evaluate(digits::held_out());
    let (stack, tape) = (rt::stack_used(), const { loss::tape_bytes::<BATCH>() });
    writeln!(
        rt::Output,
        "{STEPS} steps: loss {loss_before:.3} -> {loss_after:.3}, accuracy {accuracy:.3}; {stack} bytes of stack, {tape} of them tape",
    )
    .map_err(|_| Failure::Output)?;

    let (fell, accurate) = (loss_after < loss_before, accuracy > 0.9);
    if !fell {
        Err(Failure::Loss)
    } else if !accurate {
        Err(Failure::Accuracy)
    } else if stack == rt::STACK_BYTES {
        Err(Failure::Stack)
    } else {
        Ok(())
    }
}

/// A call that needs a feature which nothing asked for.
#[cfg(feature = "forward-mode-unasked")]
pub fn needs_forward_mode() {
    loss::jvp();
}
