//! Lesson 2: a least-squares fit: parameters in a struct, methods, gradients that add up, an optimizer.
//!
//! `#[derive(Differentiable)]` gives a struct a tangent of the same form: `Growth` has a `GrowthTangent` with the same field
//! names. `#[differentiable]` on an `impl` block differentiates its `&self` methods; a method `m` gets `m_value_and_grad`,
//! `m_vjp` and so on. An optimizer changes a struct by its tangent.
//!
//! The data are real, and the answer is known to eleven digits: the yield of a pasture over time, from D. A. Ratkowsky,
//! *Nonlinear Regression Modeling*, 1983, which the National Institute of Standards and Technology certifies as `Rat42` among its
//! Statistical Reference Datasets.

use cotangent::optim::{Momentum, global_norm};
use cotangent::prelude::*;

/// Growing time and yield.
const OBSERVATIONS: [(f64, f64); 9] = [
    (9.0, 8.93),
    (14.0, 10.80),
    (21.0, 18.59),
    (28.0, 22.33),
    (42.0, 39.35),
    (57.0, 56.11),
    (63.0, 61.73),
    (70.0, 64.62),
    (79.0, 67.08),
];

/// Logistic growth: `capacity / (1 + e^(-rate (t - middle)))`, with time and size counted in tens: then all parameters are of
/// the order of 1, and one learning rate suits them.
#[derive(Differentiable, Clone, Debug)]
struct Growth {
    capacity: f64,
    rate: f64,
    middle: f64,
    /// How much an observation counts; it is given, so it has no gradient.
    #[constant]
    weight: f64,
}

#[differentiable]
impl Growth {
    /// The size at time `t`.
    fn size(&self, #[constant] t: f64) -> f64 {
        self.capacity / (1.0 + (-self.rate * (t - self.middle)).exp())
    }

    /// The weighted squared distance from one observation. It calls its sibling.
    fn miss(&self, #[constant] t: f64, #[constant] observed: f64) -> f64 {
        let gap = self.size(t) - observed;
        self.weight * gap * gap
    }
}

fn main() {
    let (steps, loss, fitted) = fit(Growth { capacity: 10.0, rate: 1.0, middle: 1.0, weight: 1.0 / 9.0 });

    // The institute writes b1 / (1 + e^(b2 - b3 x)), and does not count in tens.
    let found = [
        ("b1", 10.0 * fitted.capacity, 7.246_223_757_6e1),
        ("b2", fitted.rate * fitted.middle, 2.618_076_840_2),
        ("b3", fitted.rate / 10.0, 6.735_920_006_6e-2),
        ("sum of squares", 100.0 * loss / fitted.weight, 8.056_522_933_8),
    ];
    println!("after {steps} steps          found        certified");
    for (name, found, certified) in found {
        println!("{name:>14} {found:16.10} {certified:16.10}");
        assert!((found / certified - 1.0).abs() < 1e-10);
    }
    // The method itself is what it was.
    println!("size at 50: {:.2}", 10.0 * fitted.size(5.0));
}

/// Gradient descent with momentum, until the gradient is small.
fn fit(mut model: Growth) -> (usize, f64, Growth) {
    let mut optimizer = Momentum::new(&model, 0.03, 0.9);
    let mut tape = TapeBuffer::<{ Growth::miss_tape_words() }>::new();
    for step in 0..10_000 {
        // One tangent takes the gradients of all observations: the `_into` calls add to it.
        let mut gradient = Growth::zero_tangent();
        let mut loss = 0.0;
        for (t, size) in OBSERVATIONS {
            loss += model.miss_value_and_grad_into(&mut tape, t / 10.0, size / 10.0, &mut gradient);
        }
        if step % 250 == 0 {
            println!("step {step:4}: loss {loss:.6}, d capacity {:9.2e}", gradient.capacity);
        }
        // A field without a gradient has `NoGrad` in its place.
        let NoGrad = gradient.weight;
        if global_norm(&gradient) < 1e-12 {
            return (step, loss, model);
        }
        optimizer.step(&mut model, &gradient);
    }
    panic!("10 000 steps were not enough: {model:?}");
}
