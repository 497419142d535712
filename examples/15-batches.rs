//! Lesson 15: batches of any size. A small network learns which points of a plane are in a ring, in batches of 64 of 1000 points: the last
//! one has 40. The network and its gradient are written for any number of rows; the lengths of all other axes are checked while compiling.

#![expect(clippy::cast_precision_loss, reason = "small numbers")]

use cotangent::init;
use cotangent::optim::Adam;
use cotangent::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const POINTS: usize = 1000;
const BATCH: usize = 64;

#[derive(Clone, Differentiable)]
struct Network {
    w1: Matrix<f32, 2, 32>,
    b1: Vector<f32, 32>,
    w2: Matrix<f32, 32, 2>,
    b2: Vector<f32, 2>,
}

#[differentiable]
fn logits(net: &Network, x: &Batch<f32, 2>) -> Batch<f32, 2> {
    x.linear(&net.w1, &net.b1).tanh().linear(&net.w2, &net.b2)
}

#[differentiable]
fn loss(net: &Network, #[constant] x: &Batch<f32, 2>, labels: &Tensor<usize, (Dyn,)>) -> f32 {
    logits(net, x).softmax_cross_entropy(labels)
}

/// How many points have the larger logit at their label.
fn correct(net: &Network, x: &Batch<f32, 2>, labels: &[usize]) -> usize {
    let y = logits(net, x);
    y.as_slice().chunks(2).zip(labels).filter(|(y, label)| usize::from(y[1] > y[0]) == **label).count()
}

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let points: Vec<[f32; 2]> =
        (0..POINTS).map(|_| [rng.random_range(-2.0..2.0), rng.random_range(-2.0..2.0)]).collect();
    let labels: Vec<usize> = points.iter().map(|[x, y]| usize::from((1.0..2.25).contains(&(x * x + y * y)))).collect();

    let mut net = Network {
        w1: init::xavier_uniform(&mut rng),
        b1: Vector::ZEROS,
        w2: init::xavier_uniform(&mut rng),
        b2: Vector::ZEROS,
    };
    let mut adam = Adam::new(&net, 0.03);
    let mut tape = GrowableTape::new();
    for epoch in 1..=300 {
        let mut total = 0.0;
        for (points, labels) in points.chunks(BATCH).zip(labels.chunks(BATCH)) {
            let (x, labels) = (Batch::of_rows(points.iter().copied()), Tensor::from(labels.to_vec()));
            let (value, gradient) = loss::at(&net, &x, &labels).on(&mut tape).value_and_grad();
            adam.step(&mut net, &gradient);
            total += value * points.len() as f32;
        }
        if epoch % 100 == 0 {
            println!("epoch {epoch}: loss {:.3}", total / POINTS as f32);
        }
    }

    let all = Batch::of_rows(points.iter().copied());
    let correct = correct(&net, &all, &labels);
    println!("{correct} of {POINTS} points are on the right side; the last batch had {}", POINTS % BATCH);
    assert!(correct > 950);
}
