//! Learning-rate schedules: the rate as a function of the step.
//!
//! ```
//! use cotangent::optim::{Cosine, Sgd, WarmUp};
//! use cotangent::prelude::*;
//!
//! let schedule = WarmUp::new(4, Cosine::new(0.5, 0.0, 100));
//! let mut x = 1.0;
//! let mut optimizer = Sgd::new(schedule.rate(0));
//! for step in 0..104 {
//!     optimizer.set_rate(schedule.rate(step));
//!     let gradient = x; // of x² / 2
//!     optimizer.step(&mut x, &gradient);
//! }
//! assert!(x.abs() < 1e-9);
//! ```

use core::f64::consts::PI;

use super::hyperparameter::not_negative;
use crate::scalar::Real;

/// The learning rate of every step. Steps count from 0.
///
/// A function of the step is a schedule:
///
/// ```
/// use cotangent::prelude::*;
///
/// fn last(schedule: &impl Schedule) -> f64 {
///     schedule.rate(99)
/// }
/// assert_eq!(last(&|step| 1.0 / (step + 1) as f64), 0.01);
/// ```
pub trait Schedule {
    /// The rate of step number `step`.
    fn rate(&self, step: u64) -> f64;
}

impl<F: Fn(u64) -> f64> Schedule for F {
    fn rate(&self, step: u64) -> f64 {
        self(step)
    }
}

/// Always the same rate.
///
/// ```
/// use cotangent::optim::Constant;
/// use cotangent::prelude::*;
///
/// assert_eq!(Constant::new(0.1).rate(1000), 0.1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    rate: f64,
}

impl Constant {
    /// Always `rate`.
    ///
    /// # Panics
    /// When `rate` is negative, infinite or NaN.
    #[track_caller]
    pub fn new(rate: f64) -> Self {
        Self { rate: not_negative("rate", rate) }
    }
}

impl Schedule for Constant {
    fn rate(&self, _: u64) -> f64 {
        self.rate
    }
}

/// Multiplies the rate by a factor every so many steps.
///
/// ```text
/// rate(t) = rate · factor^⌊t / every⌋
/// ```
///
/// It never ends. With a `factor` less than 1 the rate becomes zero when it underflows.
///
/// ```
/// use cotangent::optim::Step;
/// use cotangent::prelude::*;
///
/// let schedule = Step::new(8.0, 0.5, 10);
/// assert_eq!([0, 9, 10, 19, 20].map(|t| schedule.rate(t)), [8.0, 8.0, 4.0, 4.0, 2.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    rate: f64,
    factor: f64,
    every: u64,
}

impl Step {
    /// Starts at `rate`, and multiplies it by `factor` after every `every` steps.
    ///
    /// # Panics
    /// When `rate` or `factor` is negative, infinite or NaN, or `every` is 0.
    #[track_caller]
    pub fn new(rate: f64, factor: f64, every: u64) -> Self {
        assert!(every > 0, "`every` must be at least 1, it is 0");
        Self { rate: not_negative("rate", rate), factor: not_negative("factor", factor), every }
    }
}

impl Schedule for Step {
    #[allow(clippy::cast_precision_loss)]
    fn rate(&self, step: u64) -> f64 {
        self.rate * Real::powf(self.factor, (step / self.every) as f64)
    }
}

/// Half a period of the cosine, from `rate` down to `floor`.
///
/// ```text
/// rate(t) = floor + (rate - floor) · (1 + cos(π t / steps)) / 2    for t < steps
///         = floor                                                  from then on
/// ```
///
/// Loshchilov and Hutter, *SGDR: Stochastic Gradient Descent with Warm Restarts*, 2017, equation 5, without the restarts.
///
/// ```
/// use cotangent::optim::Cosine;
/// use cotangent::prelude::*;
///
/// let schedule = Cosine::new(1.0, 0.5, 100);
/// assert_eq!([0, 50, 100, 1000].map(|t| schedule.rate(t)), [1.0, 0.75, 0.5, 0.5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cosine {
    rate: f64,
    floor: f64,
    steps: u64,
}

impl Cosine {
    /// The rate goes from `rate`, at step 0, to `floor`, at step `steps`.
    ///
    /// # Panics
    /// When `rate` or `floor` is negative, infinite or NaN, `floor` above `rate`, or `steps` is 0.
    #[track_caller]
    pub fn new(rate: f64, floor: f64, steps: u64) -> Self {
        let (rate, floor) = (not_negative("rate", rate), not_negative("floor", floor));
        assert!(floor <= rate, "`floor` must not be above `rate`, {rate}, it is {floor}");
        assert!(steps > 0, "`steps` must be at least 1, it is 0");
        Self { rate, floor, steps }
    }
}

impl Schedule for Cosine {
    #[allow(clippy::cast_precision_loss)]
    fn rate(&self, step: u64) -> f64 {
        if step >= self.steps {
            return self.floor;
        }
        let weight = 0.5 + 0.5 * Real::cos(PI * (step as f64 / self.steps as f64));
        weight * self.rate + (1.0 - weight) * self.floor
    }
}

/// A linear warm-up, then another schedule from its beginning.
///
/// ```text
/// rate(t) = after.rate(0) · (t + 1) / steps    for t < steps
///         = after.rate(t - steps)              from then on
/// ```
///
/// The first step already has a positive rate, and step `steps - 1` is the first at the full rate. If `steps` is 0, it
/// is `after` itself. Goyal et al., *Accurate, Large Minibatch SGD*, 2017, section 2.2; counted as in Vaswani et al.,
/// *Attention Is All You Need*, 2017, equation 3.
///
/// ```
/// use cotangent::optim::{Step, WarmUp};
/// use cotangent::prelude::*;
///
/// let schedule = WarmUp::new(4, Step::new(1.0, 0.5, 2));
/// assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|t| schedule.rate(t)), [0.25, 0.5, 0.75, 1.0, 1.0, 1.0, 0.5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WarmUp<S> {
    steps: u64,
    after: S,
}

impl<S: Schedule> WarmUp<S> {
    /// A warm-up of `steps` steps to the first rate of `after`, then `after`.
    pub fn new(steps: u64, after: S) -> Self {
        Self { steps, after }
    }
}

impl<S: Schedule> Schedule for WarmUp<S> {
    #[allow(clippy::cast_precision_loss)]
    fn rate(&self, step: u64) -> f64 {
        match step.checked_sub(self.steps) {
            None => self.after.rate(0) * ((step + 1) as f64 / self.steps as f64),
            Some(step) => self.after.rate(step),
        }
    }
}
