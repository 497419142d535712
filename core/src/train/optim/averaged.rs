//! An average of the parameters over the steps.

use super::Optimizer;
use super::hyperparameter::{converted, fraction};
use crate::differentiable::{Differentiable, zero_of};
use crate::leaves::{Leaves, Update, cast, update};
use crate::scalar::Real;

/// Another optimizer, and the running average of the parameters that it finds, which often predicts better than the last ones.
///
/// ```text
/// a ← decay·a + (1 - decay)·p        after each step; it begins with the parameters
/// ```
///
/// Polyak and Juditsky, *Acceleration of Stochastic Approximation by Averaging*, 1992; with a running average as in
/// Kingma and Ba, *Adam*, 2015, section 7.2.
///
/// ```
/// use cotangent::optim::{Averaged, Sgd};
/// use cotangent::prelude::*;
///
/// let mut x = 8.0;
/// let mut optimizer = Averaged::new(&x, Sgd::new(1.0), 0.5);
/// optimizer.step(&mut x, &4.0);
/// optimizer.step(&mut x, &-2.0);
/// assert_eq!((x, optimizer.average), (6.0, 6.0)); // 8, then (8 + 4) / 2, then (6 + 6) / 2
///
/// let mut averaged = x;
/// optimizer.write_average(&mut averaged);
/// assert_eq!(averaged, 6.0);
/// ```
#[derive(Clone, Debug)]
pub struct Averaged<P: Differentiable, O> {
    /// The optimizer that takes the steps.
    pub optimizer: O,
    /// The share of the average that remains after a step: at least 0, less than 1.
    pub decay: f64,
    /// The average: a number for each parameter, in the form of the gradient.
    pub average: P::Tangent,
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, O> Averaged<P, O> {
    /// An average that begins with these parameters.
    ///
    /// # Panics
    /// When `decay` is not from 0 to less than 1.
    #[track_caller]
    pub fn new(parameters: &P, optimizer: O, decay: f64) -> Self {
        let mut average = zero_of(parameters);
        cast(parameters, &mut average);
        Self { optimizer, decay: fraction("decay", decay), average }
    }

    /// Sets the parameters of a model to the average. What is no leaf stays as it is.
    ///
    /// # Panics
    /// When the model has other lengths than the one that is trained.
    #[track_caller]
    pub fn write_average(&self, parameters: &mut P) {
        cast(&self.average, parameters);
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, O: Optimizer<P>> Optimizer<P> for Averaged<P, O> {
    fn step(&mut self, parameters: &mut P, gradient: &P::Tangent) {
        let new = 1.0 - fraction("decay", self.decay);
        self.optimizer.step(parameters, gradient);
        update(&mut Approach { new }, parameters, gradient, [&mut self.average]);
    }

    fn rate(&self) -> f64 {
        self.optimizer.rate()
    }

    fn set_rate(&mut self, rate: f64) {
        self.optimizer.set_rate(rate);
    }
}

/// Moves the average towards the parameters, which stay.
struct Approach {
    new: f64,
}

impl Update<1> for Approach {
    #[inline(never)]
    fn leaf<T: Real>(&mut self, _: &[usize], parameters: &mut [T], _: &[T], [average]: [&mut [T]; 1]) {
        let new = converted::<f64, T::Wide>(self.new);
        for (a, p) in average.iter_mut().zip(parameters) {
            let old = a.widen();
            *a = T::rounded(old + new * (p.widen() - old));
        }
    }
}
