//! Lesson 16: a network for a processor without floating-point unit. It learns with weights and activations that are rounded to
//! eight bits, and learns the size of the steps too; then it runs in whole numbers alone and reads digits as well as in `f32`.
//!
//! The derivative passes the rounding as if it were not there (straight through: Bengio, Léonard and Courville 2013); that of a step's size is
//! what remains of the formula (Esser et al., *Learned Step Size Quantization*, 2020).

#![expect(clippy::cast_possible_truncation, reason = "numbers are limited before they are cast")]
#![expect(clippy::cast_precision_loss, reason = "small numbers")]

use cotangent::init;
use cotangent::optim::AdamW;
use cotangent::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

const BATCH: usize = 32;
const EPOCHS: usize = 40;
/// The largest whole number: eight bits with a sign.
const MOST: f32 = 127.0;
/// Pixels are whole numbers already, from 0 to 16.
const STEP_OF_PIXELS: f32 = 1.0 / 16.0;

type Digit = ([f32; 64], usize);

/// A step's size is the exponential of a parameter, so it is positive and learned at the same relative rate whatever it is.
#[derive(Clone, Differentiable)]
struct Network {
    w1: Matrix<f32, 64, 32>,
    b1: Vector<f32, 32>,
    w2: Matrix<f32, 32, 10>,
    b2: Vector<f32, 10>,
    log_step1: f32,
    log_step2: f32,
    log_step_of_hidden: f32,
}

/// The nearest multiple of `step` in eight bits.
#[differentiable]
fn rounded<const M: usize, const N: usize>(x: &Matrix<f32, M, N>, step: f32) -> Matrix<f32, M, N> {
    let steps = (x / step).clamp(-MOST, MOST);
    (steps + stop_gradient(steps.round() - steps)) * step
}

#[differentiable]
fn logits<const B: usize>(net: &Network, #[constant] x: &Matrix<f32, B, 64>) -> Matrix<f32, B, 10> {
    let hidden = (x.matmul(&rounded(&net.w1, net.log_step1.exp())) + net.b1).relu();
    let hidden = rounded(&hidden, net.log_step_of_hidden.exp());
    hidden.matmul(&rounded(&net.w2, net.log_step2.exp())) + net.b2
}

#[differentiable]
fn loss<const B: usize>(net: &Network, #[constant] x: &Matrix<f32, B, 64>, labels: &[usize; B]) -> f32 {
    logits(net, x).softmax_cross_entropy(labels)
}

/// The network in whole numbers: a product of two of eight bits has sixteen, and a sum has thirty-two.
struct Whole {
    w1: [[i8; 32]; 64],
    b1: [i32; 32],
    w2: [[i8; 10]; 32],
    b2: [i32; 10],
    /// A hidden sum times this, shifted down by 24 bits, is the hidden number.
    factor: i64,
}

impl Whole {
    fn new(net: &Network) -> Self {
        let [step1, step2, hidden] = [net.log_step1, net.log_step2, net.log_step_of_hidden].map(f32::exp);
        let whole = |x: f32, step: f32| (x / step).clamp(-MOST, MOST).round() as i8;
        let bias = |x: f32, step: f32| (x / step).round() as i32;
        Self {
            w1: net.w1.as_array().map(|row| row.map(|w| whole(w, step1))),
            b1: net.b1.as_array().map(|b| bias(b, STEP_OF_PIXELS * step1)),
            w2: net.w2.as_array().map(|row| row.map(|w| whole(w, step2))),
            b2: net.b2.as_array().map(|b| bias(b, hidden * step2)),
            factor: (f64::from(STEP_OF_PIXELS * step1 / hidden) * f64::from(1 << 24)).round() as i64,
        }
    }

    /// The digit that a picture shows, of pixels from 0 to 16.
    fn read(&self, pixels: &[i8; 64]) -> usize {
        let sums = layer(pixels, &self.w1, &self.b1);
        let hidden = sums.map(|sum| ((i64::from(sum.max(0)) * self.factor + (1 << 23)) >> 24).min(127) as i8);
        largest(&layer(&hidden, &self.w2, &self.b2))
    }
}

fn layer<const I: usize, const O: usize>(x: &[i8; I], w: &[[i8; O]; I], b: &[i32; O]) -> [i32; O] {
    let mut sums = *b;
    for (x, row) in x.iter().zip(w) {
        for (sum, w) in sums.iter_mut().zip(row) {
            *sum += i32::from(*x) * i32::from(*w);
        }
    }
    sums
}

fn largest<T: PartialOrd>(numbers: &[T]) -> usize {
    (1..numbers.len()).fold(0, |best, i| if numbers[i] > numbers[best] { i } else { best })
}

fn digits() -> Vec<Digit> {
    let digit = |line: &str| {
        let numbers: Vec<u8> = line.split(',').map(|n| n.parse().expect("digits.csv holds whole numbers")).collect();
        (std::array::from_fn(|i| f32::from(numbers[i]) * STEP_OF_PIXELS), usize::from(numbers[64]))
    };
    include_str!("data/digits.csv").lines().map(digit).collect()
}

/// A step's size that most weights reach with their whole range.
fn log_step(largest: f32) -> f32 {
    (largest / MOST).ln()
}

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut train = digits();
    train.shuffle(&mut rng);
    let test = train.split_off(train.len() * 4 / 5);

    let mut net = Network {
        w1: init::he_normal(&mut rng),
        b1: Vector::ZEROS,
        w2: init::xavier_normal(&mut rng),
        b2: Vector::ZEROS,
        log_step1: log_step(0.5),
        log_step2: log_step(1.0),
        log_step_of_hidden: log_step(4.0),
    };
    let mut optimizer = AdamW::new(&net, 5e-3_f32);
    let mut tape = TapeBuffer::<{ loss::tape_words::<BATCH>() }>::new();
    let mut gradient = Network::zero_tangent();
    for epoch in 1..=EPOCHS {
        let mut total = 0.0;
        train.shuffle(&mut rng);
        for batch in train.as_chunks::<BATCH>().0 {
            cotangent::leaves::clear(&mut gradient);
            total += loss::at(&net, &tensor(batch.map(|(pixels, _)| pixels)), &batch.map(|(_, label)| label))
                .on(&mut tape)
                .value_and_grad_into(&mut gradient);
            optimizer.step(&mut net, &gradient);
        }
        if epoch % 10 == 0 {
            let steps = [net.log_step1, net.log_step2, net.log_step_of_hidden].map(f32::exp);
            println!("epoch {epoch}: loss {:.4}, steps {steps:.4?}", total / (train.len() / BATCH) as f32);
        }
    }

    let whole = Whole::new(&net);
    let (mut right, mut right_whole, mut same) = (0, 0, 0);
    for (pixels, label) in &test {
        let by_floats = largest(logits(&net, &tensor([*pixels])).as_slice());
        let by_integers = whole.read(&pixels.map(|p| (p / STEP_OF_PIXELS) as i8));
        right += usize::from(by_floats == *label);
        right_whole += usize::from(by_integers == *label);
        same += usize::from(by_floats == by_integers);
    }
    let share = |n: usize| n as f32 / test.len() as f32;
    println!(
        "right in f32 {:.3}, in whole numbers {:.3}; the same digit {:.3}",
        share(right),
        share(right_whole),
        share(same)
    );
    println!("{} bytes, {} in f32", size_of::<Whole>(), size_of::<Network>());
    assert!(share(right_whole) > 0.95 && share(same) > 0.99);
}
