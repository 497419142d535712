//! Lesson 17: a model of text that learns from a page of this book and goes on writing, one letter after the other.
//!
//! It is made of ready layers: two blocks of a transformer, whose positions are rotations of queries and keys. While it learns, it reads
//! whole lines at once, of a length that is in their type. While it writes, it computes one position at a time and keeps the keys and
//! values of those before it, so that a letter costs the same wherever it stands; nothing is allocated. Both give the same scores.

use std::time::Instant;

use cotangent::nn::{Embedding, KeyValues, LayerNorm, Linear, TransformerBlock, causal, rotary};
use cotangent::optim::{AdamW, Cosine, WarmUp, clip_global_norm};
use cotangent::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

const TEXT: &str = include_str!("../docs/shapes.md");
/// The visible ones of ASCII, from the space on; all others count as a space.
const SYMBOLS: usize = 95;

const BATCH: usize = 8;
const LENGTH: usize = 32;
const ALL: usize = BATCH * LENGTH;
const WIDTH: usize = 32;
const HEADS: usize = 4;
const HEAD: usize = WIDTH / HEADS;
const BLOCKS: usize = 2;

const STEPS: u32 = 1000;
const RATE: f64 = 0.004;

type Block = TransformerBlock<f32, WIDTH, HEADS, HEAD, { 4 * WIDTH }>;

#[derive(Differentiable, Clone)]
struct Model {
    symbols: Embedding<f32, SYMBOLS, WIDTH>,
    blocks: [Block; BLOCKS],
    norm: LayerNorm<f32, WIDTH>,
    scores: Linear<f32, WIDTH, SYMBOLS>,
}

/// For every position of every line the scores of the symbols that may come next.
#[differentiable]
fn scores<const B: usize, const READ: usize>(m: &Model, read: &[usize; READ]) -> Tensor3<f32, B, LENGTH, SYMBOLS> {
    let (mask, turns) = (causal(), rotary(10_000.0));
    let mut x = m.symbols.apply(read).reshape::<(Dim<B>, Dim<LENGTH>, Dim<WIDTH>)>();
    for block in &m.blocks {
        x = block.apply_rotary(&x, &mask, &turns);
    }
    m.scores.apply(&m.norm.apply(&x))
}

#[differentiable]
fn loss(m: &Model, read: &[usize; ALL], next: &[usize; ALL]) -> f32 {
    scores::<BATCH, ALL>(m, read).reshape::<(Dim<ALL>, Dim<SYMBOLS>)>().softmax_cross_entropy(next)
}

/// What the blocks keep of what has been written.
type Kept = [KeyValues<f32, 1, HEADS, HEAD, LENGTH>; BLOCKS];

/// The scores of the symbols that may come after `symbol`, which comes after what is kept.
fn next_scores(
    m: &Model,
    symbol: usize,
    kept: &mut Kept,
    turns: &Matrix<f32, LENGTH, HEAD>,
) -> Matrix<f32, 1, SYMBOLS> {
    let mut x = m.symbols.apply(&[symbol]);
    for (block, kept) in m.blocks.iter().zip(kept) {
        x = block.step_rotary(&x, kept, turns);
    }
    m.scores.apply(&m.norm.apply(&x))
}

/// Begins with these symbols and goes on until the line is full, each time with the likeliest symbol.
fn write(m: &Model, start: &[usize]) -> [usize; LENGTH] {
    let turns = rotary(10_000.0);
    let mut kept: Kept = std::array::from_fn(|_| KeyValues::new());
    let mut line = [0; LENGTH];
    line[..start.len()].copy_from_slice(start);
    for i in 0..LENGTH - 1 {
        let likeliest = next_scores(m, line[i], &mut kept, &turns).argmax();
        if i + 1 >= start.len() {
            line[i + 1] = likeliest;
        }
    }
    line
}

fn symbols(text: &str) -> Vec<usize> {
    text.bytes().map(|byte| if byte.is_ascii_graphic() { usize::from(byte - b' ') } else { 0 }).collect()
}

fn letters(line: &[usize]) -> String {
    line.iter().map(|symbol| char::from(b' ' + u8::try_from(*symbol).expect("a symbol"))).collect()
}

/// Lines from anywhere in the text, and what comes next at each of their positions.
fn batch(text: &[usize], rng: &mut impl Rng) -> ([usize; ALL], [usize; ALL]) {
    let starts: [usize; BATCH] = std::array::from_fn(|_| rng.random_range(0..text.len() - LENGTH));
    let at = |i: usize| starts[i / LENGTH] + i % LENGTH;
    (std::array::from_fn(|i| text[at(i)]), std::array::from_fn(|i| text[at(i) + 1]))
}

fn main() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let text = symbols(TEXT);
    let mut model = Model {
        symbols: Embedding::new(rng),
        blocks: std::array::from_fn(|_| Block::new(rng)),
        norm: LayerNorm::new(),
        scores: Linear::new(rng),
    };
    println!("{} parameters, {} letters", Model::PARAMETERS, text.len());

    let mut optimizer = AdamW::new(&model, RATE);
    let schedule = WarmUp::new(50, Cosine::new(RATE, 0.0, u64::from(STEPS) - 50));
    let mut tape = GrowableTape::new();
    let (start, mut last) = (Instant::now(), 0.0);
    for step in 0..STEPS {
        let (read, next) = batch(&text, rng);
        let (value, mut gradient) = loss::at(&model, &read, &next).on(&mut tape).value_and_grad();
        clip_global_norm(&mut gradient, 1.0);
        optimizer.set_rate(schedule.rate(step.into()));
        optimizer.step(&mut model, &gradient);
        last = value;
        if step % 200 == 0 {
            println!("step {step}: loss {value:.3}");
        }
    }
    println!("loss {last:.3} after {STEPS} steps of {:.1} ms", start.elapsed().as_secs_f64() * 1e3 / f64::from(STEPS));

    let begin = symbols("The compiler ");
    let mut line = [0; LENGTH];
    let start = Instant::now();
    let allocations = allocation_counter::measure(|| line = write(&model, &begin)).count_total;
    println!("{:?}, {:.0} µs a letter", letters(&line), start.elapsed().as_secs_f64() * 1e6 / f64::from_usize(LENGTH));

    // A position at a time, or the whole line at once: the same scores.
    let whole = scores::<1, LENGTH>(&model, &line);
    let (turns, mut kept): (_, Kept) = (rotary(10_000.0), std::array::from_fn(|_| KeyValues::new()));
    let differences = line.iter().zip(whole.as_slice().chunks(SYMBOLS)).map(|(symbol, whole)| {
        let scores = next_scores(&model, *symbol, &mut kept, &turns);
        scores.as_slice().iter().zip(whole).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    });
    let difference = differences.fold(0.0, f32::max);
    println!("{allocations} allocations; the scores differ by {difference:.0e} at most");
    assert!(last < 1.0 && allocations == 0 && difference < 1e-3);
}
