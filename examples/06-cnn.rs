//! Lesson 6: a convolutional network that reads the digits of lesson 4 better than the network there.
//!
//! Convolutions and poolings say in the type of their result what comes out; wrong channels do not compile, and a wrong length
//! does not build. All else is as in lesson 4: a struct, a function, an optimizer, the same splits and seeds.
//!
//! The channels, the epochs, the rate and the decay were chosen by the accuracy on the last fifth of the *training* digits of
//! both splits, learning from the other four fifths. The test digits were not asked.

#[path = "04-digits/data.rs"]
mod data;

use std::time::{Duration, Instant};

use cotangent::init;
use cotangent::optim::{AdamW, Cosine, WarmUp};
use cotangent::prelude::*;
use data::{Digit, Split};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

const BATCH: usize = 32;
const EPOCHS: usize = 20;
const RATE: f64 = 0.02;
const WARM_UP: u64 = 100;
const WEIGHT_DECAY: f64 = 0.5;
const SEEDS: [u64; 5] = [0, 1, 2, 3, 4];

/// Two convolutions and a classifier. A bias has one number for each channel, and stretches over the image.
#[derive(Differentiable, Clone)]
struct Cnn {
    w1: Tensor4<f32, 16, 1, 3, 3>,
    b1: Tensor<f32, (Dim<16>, One, One)>,
    w2: Tensor4<f32, 32, 16, 3, 3>,
    b2: Tensor<f32, (Dim<32>, One, One)>,
    w3: Matrix<f32, 128, 10>,
    b3: Vector<f32, 10>,
}

/// Images of 8 by 8 pixels become 16 of 4 by 4, and then 32 of 2 by 2.
#[differentiable]
fn logits<const B: usize>(m: &Cnn, #[constant] pixels: &Matrix<f32, B, 64>) -> Matrix<f32, B, 10> {
    let x: Tensor4<f32, B, 1, 8, 8> = (pixels + 1.0).reshape(); // paper is 0 now, as the padding is
    let h: Tensor4<f32, B, 16, 8, 8> = x.conv2d::<1, 1>(&m.w1); // stride 1, padding 1
    let h: Tensor4<f32, B, 16, 4, 4> = (h + m.b1).relu().max_pool2d::<2, 2>(); // windows of 2 by 2, 2 apart
    let h: Tensor4<f32, B, 32, 4, 4> = h.conv2d::<1, 1>(&m.w2);
    let h: Tensor4<f32, B, 32, 2, 2> = (h + m.b2).relu().max_pool2d::<2, 2>();
    h.reshape::<(Dim<B>, Dim<128>)>().linear(&m.w3, &m.b3)
}

#[differentiable]
fn loss<const B: usize>(m: &Cnn, #[constant] pixels: &Matrix<f32, B, 64>, labels: &[usize; B]) -> f32 {
    logits(m, pixels).softmax_cross_entropy(labels)
}

fn initial(rng: &mut impl Rng) -> Cnn {
    Cnn {
        w1: init::he_normal(rng),
        b1: Tensor::zeros(),
        w2: init::he_normal(rng),
        b2: Tensor::zeros(),
        w3: init::xavier_normal(rng),
        b3: Vector::zeros(),
    }
}

/// The model, and the mean time of a step.
fn train(split: &Split, seed: u64) -> (Cnn, Duration) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut digits = split.train.clone();
    let mut model = initial(&mut rng);
    let mut optimizer = AdamW::new(&model, RATE);
    optimizer.weight_decay = WEIGHT_DECAY;
    let steps = EPOCHS * (digits.len() / BATCH);
    let schedule = WarmUp::new(WARM_UP, Cosine::new(RATE, 0.0, steps as u64 - WARM_UP));
    let mut tape = TapeBuffer::<{ loss::tape_words::<BATCH>() }>::new();
    let (mut step, start) = (0, Instant::now());

    for _ in 0..EPOCHS {
        digits.shuffle(&mut rng);
        for batch in digits.as_chunks::<BATCH>().0 {
            let pixels = tensor(batch.map(|digit| digit.pixels));
            let labels = batch.map(|digit| digit.label);
            let mut gradient = Cnn::zero_tangent();
            loss::value_and_grad_into(&mut tape, &model, &pixels, &labels, &mut gradient);
            optimizer.set_rate(schedule.rate(step));
            optimizer.step(&mut model, &gradient);
            step += 1;
        }
    }
    (model, start.elapsed().div_f64(f64::from_usize(steps)))
}

fn accuracy(model: &Cnn, digits: &[Digit]) -> f64 {
    let right = |digit: &&Digit| logits(model, &tensor([digit.pixels])).argmax() == digit.label;
    f64::from_usize(digits.iter().filter(right).count()) / f64::from_usize(digits.len())
}

fn main() {
    let start = Instant::now();
    println!("{} parameters, a tape of {} bytes", Cnn::PARAMETERS, const { loss::tape_bytes::<BATCH>() });
    for (split, at_least) in [(data::random(data::load()), 0.985), (data::by_position(data::load()), 0.945)] {
        println!("\n{}: {} digits to learn from, {} to test on", split.name, split.train.len(), split.test.len());
        let runs = SEEDS.map(|seed| train(&split, seed));
        let mean = |f: &dyn Fn(&(Cnn, Duration)) -> f64| runs.iter().map(f).sum::<f64>() / f64::from_usize(runs.len());
        let test = |(model, _): &(Cnn, Duration)| accuracy(model, &split.test);
        println!("a training step takes {:.0} µs", mean(&|(_, time)| 1e6 * time.as_secs_f64()));
        println!("training accuracy {:.4}", mean(&|(model, _)| accuracy(model, &split.train)));
        println!("test accuracy, one for each seed: {:.4?}, mean {:.4}", runs.each_ref().map(test), mean(&test));
        assert!(mean(&test) > at_least, "a mean accuracy of {} is too low", mean(&test));
    }
    println!("\nall took {:.1} s", start.elapsed().as_secs_f64());
}
