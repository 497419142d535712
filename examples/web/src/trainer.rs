//! The network and its training.

use cotangent::optim::FusedMomentum;
use cotangent::prelude::*;

use crate::digits::{CLASSES, Digit, Digits, PIXELS};
use crate::random::Random;

/// The digits of a step.
pub const BATCH: usize = 32;
const HIDDEN: usize = 32;
/// One digit in so many is one that was drawn, if there is any.
const DRAWN: usize = 4;
/// The learning rate.
const RATE: f32 = 0.1;
/// The decay of the velocity in a step.
const MOMENTUM: f32 = 0.8;

/// A network of two layers.
#[derive(Differentiable)]
struct Network {
    w1: Matrix<f32, PIXELS, HIDDEN>,
    b1: Vector<f32, HIDDEN>,
    w2: Matrix<f32, HIDDEN, CLASSES>,
    b2: Vector<f32, CLASSES>,
}

/// The logits of each digit.
#[differentiable]
fn logits<const B: usize>(network: &Network, #[constant] images: &Matrix<f32, B, PIXELS>) -> Matrix<f32, B, CLASSES> {
    images.linear(&network.w1, &network.b1).relu().linear(&network.w2, &network.b2)
}

/// The mean cross entropy of a minibatch.
#[differentiable]
fn loss<const B: usize>(network: &Network, #[constant] images: &Matrix<f32, B, PIXELS>, labels: &[usize; B]) -> f32 {
    logits(network, images).softmax_cross_entropy(labels)
}

/// All that training needs.
pub struct Trainer {
    network: Network,
    optimizer: Option<FusedMomentum<Network, f32>>,
    tape: TapeBuffer<{ loss::tape_words::<BATCH>() }>,
    random: Random,
    images: Matrix<f32, BATCH, PIXELS>,
    labels: [usize; BATCH],
    /// The digits of other people, to learn from.
    pub train: Digits<2048>,
    /// Those to be tested on, which training never sees.
    pub test: Digits<512>,
    /// The digits that were drawn, to learn from.
    pub drawn: Digits<512>,
}

impl Trainer {
    /// Without digits, and with weights that are zero until [`restart`](Self::restart).
    pub const NEW: Self = Self {
        network: Network { w1: Matrix::ZEROS, b1: Vector::ZEROS, w2: Matrix::ZEROS, b2: Vector::ZEROS },
        optimizer: None,
        tape: TapeBuffer::new(),
        random: Random::new(0),
        images: Matrix::ZEROS,
        labels: [0; BATCH],
        train: Digits::EMPTY,
        test: Digits::EMPTY,
        drawn: Digits::EMPTY,
    };

    /// Forgets what was learned: random weights (He et al. 2015, uniform), no velocity.
    pub fn restart(&mut self) {
        self.random = Random::new(1);
        let Network { w1, b1, w2, b2 } = &mut self.network;
        for (weights, inputs) in [(w1.as_mut_slice(), PIXELS), (w2.as_mut_slice(), HIDDEN)] {
            let bound = (6.0 / inputs as f32).sqrt();
            weights.fill_with(|| bound * self.random.number());
        }
        (*b1, *b2) = (Vector::ZEROS, Vector::ZEROS);
        self.optimizer = Some(FusedMomentum::new(&self.network, RATE, MOMENTUM));
    }

    /// Learns from a minibatch of random digits; returns its loss before the step.
    ///
    /// # Panics
    /// If there is no digit to learn from.
    pub fn step(&mut self) -> f32 {
        for (image, label) in self.images.as_mut_slice().chunks_exact_mut(PIXELS).zip(&mut self.labels) {
            let drawn = self.drawn.as_slice();
            let from = match drawn.len() {
                1.. if self.random.below(DRAWN) == 0 => drawn,
                _ => self.train.as_slice(),
            };
            let digit = &from[self.random.below(from.len())];
            image.copy_from_slice(&digit.pixels);
            *label = digit.label;
        }
        let Some(optimizer) = &mut self.optimizer else { return 0.0 };
        let loss = loss::at(&self.network, &self.images, &self.labels)
            .on(&mut self.tape)
            .value_and_grad_into(&mut optimizer.velocity);
        optimizer.step(&mut self.network);
        loss
    }

    /// The probability of each digit.
    pub fn probabilities(&self, pixels: &[f32; PIXELS]) -> [f32; CLASSES] {
        logits(&self.network, &tensor([*pixels])).softmax::<1>().into_array()[0]
    }

    /// How many digits of the test that show a row's digit are read as that of a column.
    pub fn confusion(&self) -> [[usize; CLASSES]; CLASSES] {
        let mut counts = [[0; CLASSES]; CLASSES];
        for Digit { pixels, label } in self.test.as_slice() {
            counts[*label][largest(&self.probabilities(pixels))] += 1;
        }
        counts
    }

    /// The weights, layer by layer.
    pub fn weights(&mut self) -> [&mut [f32]; 4] {
        let Network { w1, b1, w2, b2 } = &mut self.network;
        [w1.as_mut_slice(), b1.as_mut_slice(), w2.as_mut_slice(), b2.as_mut_slice()]
    }
}

/// The position of the largest number.
fn largest(numbers: &[f32; CLASSES]) -> usize {
    (1..CLASSES).fold(0, |best, i| if numbers[i] > numbers[best] { i } else { best })
}
