//! Optimizers: they change a model by its gradient, in place, whatever the model is made of.
//!
//! | | update | state |
//! |---|---|---|
//! | [`Sgd`] | gradient descent | none |
//! | [`Momentum`] | with momentum, Nesterov's too | one tangent |
//! | [`Adam`] | with adaptive moments | two tangents |
//! | [`AdamW`] | the same, with decoupled weight decay | two tangents |
//!
//! Each walks the [leaves](crate::leaves) of a model and of its gradient in lockstep: derived structs of any depth, arrays, tuples,
//! tensors, a single number. What it remembers is part of it, of the gradient's type, and public; a step allocates nothing.
//! Hyperparameters are public fields of type `f64`; the arithmetic is that of the leaf, `f32` or `f64`, and `f32` for
//! leaves of half precision. For these there is [`LossScale`], and weights that stay `f32` while the network computes with fewer digits.
//!
//! ```
//! use cotangent::optim::{AdamW, Cosine, WarmUp, clip_global_norm};
//! use cotangent::prelude::*;
//!
//! #[derive(Differentiable, Clone)]
//! struct Dense { w: Matrix<f64, 2, 1>, b: Vector<f64, 1> }
//!
//! #[differentiable]
//! fn loss(m: &Dense, #[constant] x: &Matrix<f64, 4, 2>, #[constant] y: &Matrix<f64, 4, 1>) -> f64 {
//!     (x.matmul(&m.w) + &m.b).mse(y)
//! }
//!
//! let x = tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]);
//! let y = tensor([[1.0], [-2.0], [3.0], [0.0]]); // 1 + 2 x0 - 3 x1
//!
//! let mut model = Dense { w: Matrix::zeros(), b: Vector::zeros() };
//! let mut optimizer = AdamW::new(&model, 0.1);
//! optimizer.weight_decay = 0.0;
//! let schedule = WarmUp::new(10, Cosine::new(0.1, 0.0, 490));
//! for step in 0..500 {
//!     let mut gradient = loss::grad(&model, &x, &y);
//!     clip_global_norm(&mut gradient, 1.0);
//!     optimizer.set_rate(schedule.rate(step));
//!     optimizer.step(&mut model, &gradient);
//! }
//! assert!(loss(&model, &x, &y) < 1e-9);
//! ```
//!
//! The gradient is bound to a name first: `optimizer.step(&mut model, &loss::grad(&model, ..))` would borrow the model twice.
//! A [schedule](Schedule) is asked for the rate of every step, [`clip_global_norm`] shortens a gradient that is too long.
//!
//! Any of them fits where the trait is asked for:
//!
//! ```
//! use cotangent::optim::{Momentum, Sgd};
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn parabola(x: f64) -> f64 {
//!     (x - 3.0).powi(2)
//! }
//!
//! fn minimum(optimizer: &mut impl Optimizer<f64>) -> f64 {
//!     let mut x = 0.0;
//!     for _ in 0..100 {
//!         let gradient = parabola::grad(x);
//!         optimizer.step(&mut x, &gradient);
//!     }
//!     x
//! }
//! assert!((minimum(&mut Sgd::new(0.3)) - 3.0).abs() < 1e-9);
//! assert!((minimum(&mut Momentum::new(&0.0, 0.05, 0.5)) - 3.0).abs() < 1e-9);
//! ```
//!
//! # Weight decay
//!
//! All four shrink the parameters by `weight_decay`; the field `decays` says which leaves, by their shape. To spare biases and
//! single numbers: `optimizer.decays = |shape| shape.len() > 1`.
//!
//! # Resuming
//!
//! To go on exactly where a run stopped, save the model, and of the optimizer the state: `velocity`, or `first_moment`,
//! `second_moment` and `steps`. The former are [`Leaves`](crate::leaves::Leaves), like the model.

mod adam;
mod adamw;
mod clip;
mod hyperparameter;
mod loss_scale;
mod moments;
mod momentum;
mod schedule;
mod sgd;
mod subnormal;

use crate::differentiable::Differentiable;

pub use adam::Adam;
pub use adamw::AdamW;
pub use clip::{clip_global_norm, global_norm};
pub use loss_scale::{LossScale, all_finite};
pub use momentum::Momentum;
pub use schedule::{Constant, Cosine, Schedule, Step, WarmUp};
pub use sgd::Sgd;

/// Changes a model by the gradient of a loss.
///
/// ```
/// use cotangent::optim::AdamW;
/// use cotangent::prelude::*;
///
/// let mut x = [3.0_f32, -4.0];
/// let mut optimizer = AdamW::new(&x, 0.5);
/// let gradient = x; // of (x0² + x1²) / 2
/// optimizer.step(&mut x, &gradient);
/// assert!(x[0] < 3.0 && x[1] > -4.0);
///
/// optimizer.set_rate(0.1);
/// assert_eq!(optimizer.rate(), 0.1);
/// ```
pub trait Optimizer<P: Differentiable> {
    /// One step: changes `parameters`, and what the optimizer remembers.
    ///
    /// Numbers in the gradient that are not finite make the parameters so; see [`clip_global_norm`].
    ///
    /// # Panics
    /// When a hyperparameter is outside its range, which its field names.
    #[track_caller]
    fn step(&mut self, parameters: &mut P, gradient: &P::Tangent);

    /// The learning rate.
    fn rate(&self) -> f64;

    /// Changes the learning rate, from the next step on.
    ///
    /// # Panics
    /// When it is negative, infinite or NaN.
    #[track_caller]
    fn set_rate(&mut self, rate: f64);
}

/// Which leaves decay unless the user says otherwise: all.
fn all(_: &[usize]) -> bool {
    true
}
