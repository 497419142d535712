//! The handwritten digits, and the network that learns them. Nothing here knows where it runs.

use cotangent::init::he_uniform;
use cotangent::prelude::*;
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

/// The images in their order, one on a line: 64 pixels from 0 to 16, and the digit.
const IMAGES: &str = include_str!("../../../examples/data/digits.csv");

/// The images to learn from: four of five.
pub fn training() -> impl Iterator<Item = &'static str> + Clone {
    IMAGES.lines().enumerate().filter(|(i, _)| i % 5 != 4).map(|(_, line)| line)
}

/// The other images, to see what was learned.
pub fn held_out() -> impl Iterator<Item = &'static str> + Clone {
    IMAGES.lines().skip(4).step_by(5)
}

/// `B` images, each a row of pixels from 0 to 1, and their digits.
#[derive(Clone, Debug)]
pub struct Batch<const B: usize> {
    /// The images.
    pub x: Matrix<f32, B, 64>,
    /// The digits.
    pub labels: [usize; B],
}

impl<const B: usize> Batch<B> {
    /// Reads the next `B` images.
    ///
    /// # Panics
    /// When there are fewer, or a line holds anything but 65 numbers below 256.
    pub fn read(images: &mut impl Iterator<Item = &'static str>) -> Self {
        let mut batch = Self { x: Matrix::zeros(), labels: [0; B] };
        for (pixels, label) in batch.x.as_mut_slice().chunks_exact_mut(64).zip(&mut batch.labels) {
            let image = images.next().expect("an image for every row of the batch");
            let mut numbers = image.split(',').map(|number| number.parse::<u8>().expect("a number below 256"));
            for pixel in pixels {
                *pixel = f32::from(numbers.next().expect("64 pixels")) / 16.0;
            }
            *label = numbers.next().expect("the digit after 64 pixels").into();
            assert!(numbers.next().is_none(), "nothing comes after the digit");
        }
        batch
    }
}

/// Two dense layers.
#[derive(Clone, Debug, Differentiable)]
pub struct Mlp {
    /// Weights of the hidden layer.
    pub w1: Matrix<f32, 64, 32>,
    /// Its bias.
    pub b1: Vector<f32, 32>,
    /// Weights of the output.
    pub w2: Matrix<f32, 32, 10>,
    /// Its bias.
    pub b2: Vector<f32, 10>,
}

/// The scores of the ten digits, for each image.
#[differentiable]
pub fn logits<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 64>) -> Matrix<f32, B, 10> {
    let h = (x.matmul(&m.w1) + m.b1).relu();
    h.matmul(&m.w2) + m.b2
}

/// How bad these scores are: the mean cross entropy.
#[differentiable]
pub fn loss<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 64>, labels: &[usize; B]) -> f32 {
    logits(m, x).softmax_cross_entropy(labels)
}

impl Mlp {
    /// Random weights, the same for the same seed.
    pub fn new(seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { w1: he_uniform(&mut rng), b1: Vector::zeros(), w2: he_uniform(&mut rng), b2: Vector::zeros() }
    }

    /// The mean loss of these images, and the part of them whose digit has the highest score.
    pub fn evaluate(&self, images: impl Iterator<Item = &'static str>) -> (f32, f32) {
        let (mut total, mut right, mut all) = (0.0, 0.0, 0.0);
        let mut images = images.peekable();
        while images.peek().is_some() {
            let Batch { x, labels } = Batch::<1>::read(&mut images);
            total += loss(self, &x, &labels);
            let scores = logits(self, &x);
            let others = (0..10).filter(|&digit| digit != labels[0]);
            right += f32::from(others.map(|digit| scores[[0, digit]]).all(|score| score < scores[[0, labels[0]]]));
            all += 1.0;
        }
        (total / all, right / all)
    }
}
