//! Lesson 11: a deep network in little memory, by computing again what would be kept.
//!
//! The same residual network with four plans: keep everything; keep what is between the blocks; keep it at every `√n`-th block;
//! keep it at `log n` of them. The gradients are the same to the last bit. What they take is counted and timed, beside what theory says.

#![expect(clippy::cast_precision_loss, reason = "small numbers")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use cotangent::prelude::*;

/// The width of the network, and how many images go through it at once.
const WIDTH: usize = 32;
const BATCH: usize = 16;

type Activations = Matrix<f32, BATCH, WIDTH>;

/// Two layers, whose sum goes on with what came in.
#[derive(Clone, Differentiable)]
struct Block {
    inner: Matrix<f32, WIDTH, WIDTH>,
    outer: Matrix<f32, WIDTH, WIDTH>,
    bias: Vector<f32, WIDTH>,
}

#[differentiable]
fn residual(block: &Block, x: &Activations) -> Activations {
    let h = x.linear(&block.inner, &block.bias).tanh();
    x + h.matmul(&block.outer).tanh()
}

/// The mean square of what comes out, with each of the plans.
macro_rules! network {
    ($($(#[$doc:meta])* $name:ident: $(#[$on_loop:meta])* for, $(#[$on_call:meta])* call;)*) => {$(
        $(#[$doc])*
        #[differentiable]
        fn $name(blocks: &[Block], #[constant] x: &Activations) -> f32 {
            let mut h = *x;
            $(#[$on_loop])*
            for i in 0..blocks.len() {
                h = $(#[$on_call])* residual(&blocks[i], &h);
            }
            (&h * &h).mean()
        }
    )*};
}

network! {
    /// Everything is kept.
    all: for, call;
    /// A call keeps its arguments, and is made again.
    calls: for, #[checkpoint] call;
    /// The state of the loop is kept `√n` times.
    root: #[checkpoint] for, call;
    /// The same, and of the blocks of a segment only what is between them.
    root_of_calls: #[checkpoint] for, #[checkpoint] call;
    /// The state of the loop is kept `log n` times.
    binary: #[checkpoint(bisection)] for, call;
}

/// The best of several runs.
fn time(mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..7).map(timed).min().unwrap_or_default()
}

fn main() {
    let x = Activations::from_fn(|[i, j]| ((i * WIDTH + j) as f32 * 0.37).sin());
    // Words of 8 bytes: of what goes from block to block, and of all that a block keeps of itself.
    let state = 8 * (BATCH * WIDTH).div_ceil(2);
    println!("{:>5} {:>14} {:>12} {:>12} {:>8} {:>8}", "depth", "plan", "tape", "by theory", "time", "by theory");
    for depth in [16, 64, 256, 1024] {
        let blocks: Vec<_> = (0..depth).map(block).collect();
        let one = all::at(&blocks[..1], &x).tape_words();
        let block_bytes = 8 * (all::at(&blocks[..2], &x).tape_words() - one);
        let (n, root_n) = (depth as f64, (depth as f64).sqrt());
        let (state, block_bytes) = (state as f64, block_bytes as f64);
        let halvings = (n / 8.0).log2();
        let forward = time(|| _ = black_box(all(black_box(&blocks), &x)));
        let kept = time(|| _ = black_box(all::grad(black_box(&blocks), &x)));
        let expected = all::value_and_grad(&blocks, &x);
        macro_rules! row {
            ($name:ident, $bytes:expr, $sweeps:expr) => {{
                assert!(same(&$name::value_and_grad(&blocks, &x), &expected), "another gradient");
                let bytes = 8 * $name::at(&blocks, &x).tape_words();
                let taken = time(|| _ = black_box($name::grad(black_box(&blocks), &x)));
                let in_theory = kept + forward.mul_f64($sweeps);
                println!(
                    "{depth:>5} {:>14} {:>9.1} kB {:>9.1} kB {:>8.2} {:>8.2}",
                    stringify!($name),
                    bytes as f64 / 1e3,
                    $bytes / 1e3,
                    taken.as_secs_f64() / kept.as_secs_f64(),
                    in_theory.as_secs_f64() / kept.as_secs_f64()
                );
                // A few words for the end of the network, how often loops run, and in debug builds the types of entries.
                assert!((bytes as f64 - $bytes).abs() < 0.15 * $bytes + 8.0 * state);
            }};
        }
        row!(all, n * block_bytes, 0.0);
        row!(calls, n * state + block_bytes, 1.0);
        row!(root, root_n * (state + block_bytes), 1.0);
        row!(root_of_calls, 2.0 * root_n * state + block_bytes, 2.0);
        row!(binary, (2.0 + halvings) * state + 8.0 * block_bytes, 1.0 + 0.5 * halvings);
    }
}

fn block(i: usize) -> Block {
    let weight = |phase: usize| {
        Matrix::from_fn(move |[j, k]| 0.2 * ((i * 31 + j * 17 + k * 7 + phase) as f32).sin() / (WIDTH as f32).sqrt())
    };
    Block { inner: weight(0), outer: weight(3), bias: Vector::full(0.01) }
}

/// Whether two values and gradients are the same to the last bit.
fn same(a: &(f32, Vec<BlockTangent>), b: &(f32, Vec<BlockTangent>)) -> bool {
    a.0.to_bits() == b.0.to_bits() && a.1 == b.1
}
