//! Lesson 4, the main job: a classifier of handwritten digits, learned from real data.
//!
//! A struct and three functions say what is computed; the rest is an ordinary training loop. Its neighbours load and split the
//! digits, judge a model, print, draw, and store the weights. Arguments: the folder to write to, `target/digits` if there is
//! none, and another path for the picture.
//!
//! The scale of the pixels, the epochs, the rate, its warm-up and the decay were chosen by the accuracy on the last fifth of the
//! *training* digits of both splits, learning from the other four fifths. The test digits were not asked.

mod data;
mod picture;
mod report;
mod score;
mod weights;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use cotangent::init;
use cotangent::optim::{AdamW, Cosine, WarmUp};
use cotangent::prelude::*;
use data::Split;
use indicatif::ProgressBar;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use report::Run;
use score::score;

const BATCH: usize = 32;
const EPOCHS: usize = 100;
const RATE: f64 = 0.02;
const WARM_UP: u64 = 100;
const WEIGHT_DECAY: f64 = 0.2;
const SEEDS: [u64; 5] = [0, 1, 2, 3, 4];

#[differentiable]
fn dense<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, O>,
) -> Matrix<f32, B, O> {
    x.linear(w, b).relu()
}

/// 64 pixels, 32 hidden numbers, 10 digits.
#[derive(Differentiable, Clone)]
struct Mlp {
    w1: Matrix<f32, 64, 32>,
    b1: Vector<f32, 32>,
    w2: Matrix<f32, 32, 10>,
    b2: Vector<f32, 10>,
}

#[differentiable]
fn logits<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 64>) -> Matrix<f32, B, 10> {
    dense(x, &m.w1, &m.b1).linear(&m.w2, &m.b2)
}

#[differentiable]
fn loss<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 64>, labels: &[usize; B]) -> f32 {
    logits(m, x).softmax_cross_entropy(labels)
}

fn initial(rng: &mut impl Rng) -> Mlp {
    Mlp { w1: init::he_normal(rng), b1: Vector::zeros(), w2: init::xavier_normal(rng), b2: Vector::zeros() }
}

fn train(split: &Split, seed: u64, bar: &ProgressBar) -> Run {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut digits = split.train.clone();
    let mut model = initial(&mut rng);
    let mut optimizer = AdamW::new(&model, RATE);
    optimizer.weight_decay = WEIGHT_DECAY;
    let steps = EPOCHS * (digits.len() / BATCH);
    let schedule = WarmUp::new(WARM_UP, Cosine::new(RATE, 0.0, steps as u64 - WARM_UP));
    let mut tape = TapeBuffer::<{ loss::tape_words::<BATCH>() }>::new();
    let (mut curve, mut step, mut time) = (Vec::new(), 0, Duration::ZERO);

    for _ in 0..EPOCHS {
        let start = Instant::now();
        digits.shuffle(&mut rng);
        // The digits left over, too few for a batch, sit this epoch out; the next one shuffles again.
        for batch in digits.as_chunks::<BATCH>().0 {
            let x = tensor(batch.map(|digit| digit.pixels));
            let labels = batch.map(|digit| digit.label);
            let mut gradient = Mlp::zero_tangent();
            loss::value_and_grad_into(&mut tape, &model, &x, &labels, &mut gradient);
            optimizer.set_rate(schedule.rate(step));
            optimizer.step(&mut model, &gradient);
            step += 1;
        }
        time += start.elapsed();
        curve.push([score(&model, &split.train), score(&model, &split.test)]);
        bar.inc(1);
    }
    Run { model, curve, step_time: time.div_f64(f64::from_usize(steps)) }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().unwrap_or("target/digits".into());
    let picture = arguments.next().unwrap_or(folder.join("loss.svg"));
    std::fs::create_dir_all(&folder)?;
    println!("{} parameters, a tape of {} bytes", Mlp::PARAMETERS, const { loss::tape_bytes::<BATCH>() });

    let mut curves = Vec::new();
    for (split, at_least) in [(data::random(data::load()), 0.975), (data::by_position(data::load()), 0.91)] {
        let bar = ProgressBar::new((SEEDS.len() * EPOCHS) as u64);
        let runs = SEEDS.map(|seed| train(&split, seed, &bar));
        bar.finish_and_clear();
        let accuracy = report::print(&split, &runs);
        assert!(accuracy > at_least, "a mean accuracy of {accuracy} is too low");
        let [Run { model, curve, .. }, ..] = runs;
        weights::keep(&model, &folder.join(split.name).with_extension("safetensors"), &split.test)?;
        curves.push((split.name, curve));
    }
    picture::draw(&picture, &curves)?;
    println!("\nwrote {}; all took {:.1} s", picture.display(), start.elapsed().as_secs_f64());
    Ok(())
}
