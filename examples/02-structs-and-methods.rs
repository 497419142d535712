//! Lesson 2: parameters in structs, methods, and gradients that add up.
//!
//! `#[derive(Differentiable)]` gives a struct a tangent of the same form: `Growth` has a `GrowthTangent` with the same field
//! names. `#[differentiable]` on an `impl` block differentiates its `&self` methods; a method `m` gets `m_value_and_grad`,
//! `m_vjp` and so on.

use cotangent::prelude::*;

/// Logistic growth: `capacity / (1 + e^(-rate (t - middle)))`.
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
    let truth = Growth { capacity: 10.0, rate: 0.8, middle: 5.0, weight: 0.1 };
    let observations = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0].map(|t| (t, truth.size(t)));

    let mut model = Growth { capacity: 8.0, rate: 0.5, middle: 4.0, ..truth.clone() };
    let mut tape = TapeBuffer::<{ Growth::miss_tape_words() }>::new();
    for step in 0..=3000 {
        // One tangent takes the gradients of all observations: the `_into` calls add to it.
        let mut gradient = Growth::zero_tangent();
        let mut loss = 0.0;
        for &(t, observed) in &observations {
            loss += model.miss_value_and_grad_into(&mut tape, t, observed, &mut gradient);
        }
        if step % 1000 == 0 {
            println!("step {step:4}: loss {loss:9.2e}, d capacity {:9.2e}", gradient.capacity);
        }
        model.capacity -= 0.1 * gradient.capacity;
        model.rate -= 0.01 * gradient.rate;
        model.middle -= 0.1 * gradient.middle;
        let NoGrad = gradient.weight;
    }
    // The method itself is what it was.
    let left: f64 = observations.iter().map(|&(t, observed)| model.miss(t, observed)).sum();
    assert!(left < 1e-12);
    println!("capacity {:.4}, rate {:.4}, middle {:.4}", model.capacity, model.rate, model.middle);
    assert!((model.capacity - 10.0).abs() < 1e-6);
    assert!((model.rate - 0.8).abs() < 1e-6);
    assert!((model.middle - 5.0).abs() < 1e-6);
}
