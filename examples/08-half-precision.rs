//! Lesson 8: the digits of lesson 4 learned with numbers of 16 bits, `f16` and `bf16`, as well as with 32.
//!
//! The model is generic over its number type. The weights that are learned stay `f32`: steps are too small for 11 or 8 digits. Each
//! sweep runs on a copy in half precision, whose gradient is cast back. What `f16` cannot hold because it is too small is lifted by a
//! factor, which finds itself: it starts too large, and is halved until gradients are finite.
//!
//! All else, splits and seeds too, is as in lesson 4, so `f32` is what lesson 4 prints.

#[path = "04-digits/data.rs"]
mod data;

use std::time::{Duration, Instant};

use cotangent::optim::{AdamW, Cosine, LossScale, WarmUp};
use cotangent::prelude::*;
use cotangent::{init, leaves};
use data::{Digit, Split};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

const BATCH: usize = 32;
const EPOCHS: usize = 100;
const RATE: f64 = 0.02;
const WARM_UP: u64 = 100;
const WEIGHT_DECAY: f64 = 0.2;
const SEEDS: [u64; 5] = [0, 1, 2, 3, 4];

#[derive(Differentiable, Clone)]
struct Mlp<T: Real> {
    w1: Matrix<T, 64, 32>,
    b1: Vector<T, 32>,
    w2: Matrix<T, 32, 10>,
    b2: Vector<T, 10>,
}

#[differentiable]
fn logits<T: Real, const B: usize>(m: &Mlp<T>, #[constant] x: &Matrix<T, B, 64>) -> Matrix<T, B, 10> {
    x.linear(&m.w1, &m.b1).relu().linear(&m.w2, &m.b2)
}

/// An `f32`, because times the factor it would be too large for an `f16`.
#[differentiable]
fn loss<T: Real, const B: usize>(m: &Mlp<T>, #[constant] x: &Matrix<T, B, 64>, labels: &[usize; B]) -> f32 {
    logits(m, x).cast::<f32>().softmax_cross_entropy(labels)
}

fn initial(rng: &mut impl Rng) -> Mlp<f32> {
    Mlp { w1: init::he_normal(rng), b1: Vector::zeros(), w2: init::xavier_normal(rng), b2: Vector::zeros() }
}

fn in_type<T: Real + Leaves>(master: &Mlp<f32>) -> Mlp<T> {
    let mut copy = Mlp { w1: Matrix::zeros(), b1: Vector::zeros(), w2: Matrix::zeros(), b2: Vector::zeros() };
    leaves::cast(master, &mut copy);
    copy
}

struct Run {
    accuracy: f64,
    skipped: usize,
    scale: f64,
    step_time: Duration,
}

fn train<T: Real + Leaves>(split: &Split, seed: u64, mut scale: LossScale) -> Run {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut digits = split.train.clone();
    let mut master = initial(&mut rng);
    let mut optimizer = AdamW::new(&master, RATE);
    optimizer.weight_decay = WEIGHT_DECAY;
    let steps = EPOCHS * (digits.len() / BATCH);
    let schedule = WarmUp::new(WARM_UP, Cosine::new(RATE, 0.0, steps as u64 - WARM_UP));
    let mut tape = GrowableTape::new();
    let (mut step, mut skipped, start) = (0, 0, Instant::now());

    for _ in 0..EPOCHS {
        digits.shuffle(&mut rng);
        for batch in digits.as_chunks::<BATCH>().0 {
            let x = tensor(batch.map(|digit| digit.pixels)).cast();
            let labels = batch.map(|digit| digit.label);
            let mut scaled = Mlp::<T>::zero_tangent();
            loss::at(&in_type::<T>(&master), &x, &labels).on(&mut tape).vjp_into(scale.seed(), &mut scaled);
            let mut gradient = Mlp::<f32>::zero_tangent();
            leaves::cast(&scaled, &mut gradient);
            optimizer.set_rate(schedule.rate(step));
            if scale.unscale(&mut gradient) {
                optimizer.step(&mut master, &gradient);
            } else {
                skipped += 1;
            }
            step += 1;
        }
    }
    let accuracy = accuracy(&in_type::<T>(&master), &split.test);
    Run { accuracy, skipped, scale: scale.scale, step_time: start.elapsed().div_f64(f64::from_usize(steps)) }
}

fn accuracy<T: Real>(model: &Mlp<T>, digits: &[Digit]) -> f64 {
    let right = |digit: &&Digit| logits(model, &tensor([digit.pixels]).cast()).argmax() == digit.label;
    f64::from_usize(digits.iter().filter(right).count()) / f64::from_usize(digits.len())
}

/// Trains with every seed, prints a row, and gives the mean accuracy.
fn row<T: Real + Leaves>(name: &str, split: &Split, scale: LossScale) -> f64 {
    let runs = SEEDS.map(|seed| train::<T>(split, seed, scale));
    let mean = |f: &dyn Fn(&Run) -> f64| runs.iter().map(f).sum::<f64>() / f64::from_usize(runs.len());
    let accuracy = mean(&|run| run.accuracy);
    println!(
        "{name:<5}{:>7}{:>11.4}{:>10}{:>9}{:>9.0}",
        Mlp::<T>::PARAMETERS * size_of::<T>(),
        accuracy,
        mean(&|run| run.scale),
        mean(&|run| f64::from_usize(run.skipped)),
        mean(&|run| 1e6 * run.step_time.as_secs_f64()),
    );
    accuracy
}

fn main() {
    let start = Instant::now();
    let dynamic = LossScale { grow_after: Some(500), ..LossScale::dynamic() };
    for split in [data::random(data::load()), data::by_position(data::load())] {
        println!("{}: {} digits to learn from, {} to test on", split.name, split.train.len(), split.test.len());
        println!("       bytes   accuracy    factor  skipped  µs/step");
        let full = row::<f32>("f32", &split, LossScale::fixed(1.0));
        for half in [row::<f16>("f16", &split, dynamic), row::<bf16>("bf16", &split, LossScale::fixed(1.0))] {
            assert!((half - full).abs() <= 0.005, "the accuracy is {half}, that of `f32` {full}");
        }
        println!();
    }
    println!("all took {:.1} s", start.elapsed().as_secs_f64());
}
