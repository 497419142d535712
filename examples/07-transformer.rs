//! Lesson 7: a transformer of one block that learns to write a word backwards.
//!
//! It reads the letters of a word and a stop, and continues with the letters in reverse order. Each position may look at itself and those
//! before it, so at the end it can write on its own: every letter is chosen from what is there so far. The words it is judged by are
//! new to it.
//!
//! Every shape is a type: try another width in one matrix. The tape is as long as the compiler says, and a step allocates nothing.

use std::array::from_fn;
use std::time::Instant;

use cotangent::init;
use cotangent::nn;
use cotangent::optim::{AdamW, Cosine, WarmUp};
use cotangent::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

/// The letters, and after them the stop.
const LETTERS: usize = 10;
const STOP: usize = LETTERS;
const SYMBOLS: usize = LETTERS + 1;
/// The length of a word, and of what is read: the word, the stop, and all but the last letter of the answer.
const WORD: usize = 6;
const READ: usize = 2 * WORD;

const BATCH: usize = 32;
const WIDTH: usize = 32;
const HEADS: usize = 4;
const HEAD: usize = WIDTH / HEADS;
const HIDDEN: usize = 2 * WIDTH;

const STEPS: u32 = 1000;
const RATE: f64 = 0.01;

/// What is learned on top of a layer normalisation.
#[derive(Differentiable, Clone)]
struct Norm {
    scale: Vector<f32, WIDTH>,
    shift: Vector<f32, WIDTH>,
}

/// The matrices of the heads: to what they ask for, what they are found by, what they hand on, and what becomes of it.
#[derive(Differentiable, Clone)]
struct Heads {
    query: Tensor3<f32, HEADS, WIDTH, HEAD>,
    key: Tensor3<f32, HEADS, WIDTH, HEAD>,
    value: Tensor3<f32, HEADS, WIDTH, HEAD>,
    output: Tensor3<f32, HEADS, HEAD, WIDTH>,
}

#[derive(Differentiable, Clone)]
struct Model {
    symbols: Matrix<f32, SYMBOLS, WIDTH>,
    places: Matrix<f32, READ, WIDTH>,
    before_heads: Norm,
    heads: Heads,
    before_hidden: Norm,
    up: Matrix<f32, WIDTH, HIDDEN>,
    up_bias: Vector<f32, HIDDEN>,
    down: Matrix<f32, HIDDEN, WIDTH>,
    down_bias: Vector<f32, WIDTH>,
    at_the_end: Norm,
    answer: Matrix<f32, WIDTH, SYMBOLS>,
}

type Sequences<const B: usize> = Tensor3<f32, B, READ, WIDTH>;

#[differentiable]
fn normed<const B: usize>(x: &Sequences<B>, norm: &Norm) -> Sequences<B> {
    nn::layer_norm(x, &norm.scale, &norm.shift, 1e-5)
}

/// The block: what the heads find is added to every position, then what a small network makes of it.
#[differentiable]
fn block<const B: usize>(m: &Model, x: &Sequences<B>, #[constant] mask: &Matrix<f32, READ, READ>) -> Sequences<B> {
    let Heads { query, key, value, output } = &m.heads;
    let x = x + nn::multi_head(&normed(x, &m.before_heads), query, key, value, output, mask);
    let hidden = normed(&x, &m.before_hidden).linear(&m.up, &m.up_bias).gelu_tanh();
    x + hidden.linear(&m.down, &m.down_bias)
}

/// For every position the scores of the symbols that may come next. `ALL` is `B * READ`.
#[differentiable]
fn scores<const B: usize, const ALL: usize>(m: &Model, read: &[usize; ALL]) -> Tensor3<f32, B, READ, SYMBOLS> {
    let mask = nn::causal();
    let x: Sequences<B> = m.symbols.embedding(read).reshape::<(Dim<B>, Dim<READ>, Dim<WIDTH>)>() + m.places;
    normed(&block(m, &x, &mask), &m.at_the_end).matmul(&m.answer)
}

/// How far the answers are from the words backwards. Only what comes after the stop is judged.
#[differentiable]
fn loss(m: &Model, read: &[usize; BATCH * READ], expected: &[usize; BATCH * WORD]) -> f32 {
    let answers = scores::<BATCH, { BATCH * READ }>(m, read).narrow::<1, WORD, WORD>();
    answers.reshape::<(Dim<{ BATCH * WORD }>, Dim<SYMBOLS>)>().softmax_cross_entropy(expected)
}

/// Words of 8 bytes for the gradient of the loss, counted by the compiler.
const TAPE: usize = loss::tape_words();

fn initial(rng: &mut impl Rng) -> Model {
    let norm = Norm { scale: Vector::full(1.0), shift: Vector::zeros() };
    Model {
        symbols: init::normal(0.0, 0.5, rng),
        places: init::normal(0.0, 0.5, rng),
        before_heads: norm.clone(),
        heads: Heads {
            query: init::normal(0.0, 0.2, rng),
            key: init::normal(0.0, 0.2, rng),
            value: init::normal(0.0, 0.2, rng),
            output: init::normal(0.0, 0.2, rng),
        },
        before_hidden: norm.clone(),
        up: init::he_normal(rng),
        up_bias: Vector::zeros(),
        down: init::xavier_normal(rng),
        down_bias: Vector::zeros(),
        at_the_end: norm,
        answer: init::xavier_normal(rng),
    }
}

type Word = [usize; WORD];

fn word(rng: &mut impl Rng) -> Word {
    from_fn(|_| rng.random_range(0..LETTERS))
}

/// Position `i` of what is read for a word and what is known of the answer.
fn symbol(word: &Word, answer: &Word, i: usize) -> usize {
    match i.checked_sub(WORD) {
        None => word[i],
        Some(0) => STOP,
        Some(written) => answer[written - 1],
    }
}

fn backwards(word: &Word) -> Word {
    from_fn(|i| word[WORD - 1 - i])
}

/// The letters of words, and the answers that are expected.
fn batch(rng: &mut impl Rng) -> ([usize; BATCH * READ], [usize; BATCH * WORD]) {
    let words: [Word; BATCH] = from_fn(|_| word(rng));
    let answers = words.map(|word| backwards(&word));
    let read = from_fn(|i| symbol(&words[i / READ], &answers[i / READ], i % READ));
    (read, from_fn(|i| answers[i / WORD][i % WORD]))
}

/// The answer letter by letter, each the likeliest after what has been written. What comes later is not seen, whatever stands there.
fn write(model: &Model, word: &Word) -> Word {
    let mut answer = [STOP; WORD];
    for i in 0..WORD {
        let scores = scores::<1, READ>(model, &from_fn(|i| symbol(word, &answer, i)));
        let next: Vector<f32, SYMBOLS> = Vector::from_fn(|[symbol]| scores[[0, WORD + i, symbol]]);
        answer[i] = next.argmax();
    }
    answer
}

fn main() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut model = initial(rng);
    let mut optimizer = AdamW::new(&model, RATE);
    let schedule = WarmUp::new(100, Cosine::new(RATE, 0.0, u64::from(STEPS) - 100));
    let mut tape = vec![0; TAPE];
    println!("{} parameters, a tape of {} KiB", Model::PARAMETERS, 8 * TAPE / 1024);

    let (start, mut gradient) = (Instant::now(), Model::zero_tangent());
    let mut first = 0.0;
    let allocations = allocation_counter::measure(|| {
        for step in 0..STEPS {
            let (read, expected) = batch(rng);
            gradient.scale(0.0);
            let value = loss::value_and_grad_into(&mut tape[..], &model, &read, &expected, &mut gradient);
            optimizer.set_rate(schedule.rate(step.into()));
            optimizer.step(&mut model, &gradient);
            if step == 0 {
                first = value;
            }
        }
    });
    let (read, expected) = batch(rng);
    let last = loss(&model, &read, &expected);
    println!(
        "loss {first:.3} before, {last:.4} after {STEPS} steps of {:.2} ms",
        start.elapsed().as_secs_f64() * 1e3 / f64::from(STEPS)
    );
    println!("{} allocations", allocations.count_total);

    let right = (0..500).filter(|_| {
        let word = word(rng);
        write(&model, &word) == backwards(&word)
    });
    let accuracy = f64::from_usize(right.count()) / 500.0;
    let sample = word(rng);
    println!("{sample:?} backwards is {:?}", write(&model, &sample));
    println!("{:.1} % of 500 new words are right to the last letter", 100.0 * accuracy);
    assert!(accuracy > 0.99 && allocations.count_total == 0);
}
