//! Optimizers: they change a model in place by its gradient. The model may be of any type with leaves.
//!
//! | | update | state |
//! |---|---|---|
//! | [`Sgd`] | gradient descent | none |
//! | [`Momentum`] | with momentum, Nesterov's too | one tangent |
//! | [`FusedMomentum`] | with momentum, added to by the reverse half | one tangent, in place of the gradient |
//! | [`Adam`] | adaptive moments | two tangents |
//! | [`AdamW`] | adaptive moments with decoupled weight decay | two tangents |
//! | [`Lamb`] | the same, scaled to the norm of each leaf | two tangents |
//! | [`Lion`] | the sign of a moment | one tangent |
//! | [`RmsProp`] | the gradient over the root of its average square | one tangent |
//! | [`Adagrad`] | the gradient over the root of the sum of its squares | one tangent |
//! | [`Averaged`] | any other, with an average of the parameters | one tangent more |
//! | [`Groups`] | any other, with rates and decays by the names of leaves | that of the other, and room for one tangent |
//!
//! Each walks the [leaves](crate::leaves) of a model and of its gradient in lockstep: derived structs of any depth,
//! arrays, tuples, tensors, a single number. Its state has the type of the gradient and is a public field. A step
//! allocates nothing. Hyperparameters are public fields, `f64` unless they are given as `f32`: where a processor computes
//! `f64` in software, `Sgd::new(0.1_f32)` links none of it. The arithmetic is that of the leaf, `f32` or `f64`, and `f32`
//! for leaves of half precision. For training in half precision, see [`LossScale`] and keep weights in
//! `f32`.
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
//! Bind the gradient to a name first: `optimizer.step(&mut model, &loss::grad(&model, ..))` would borrow the model
//! twice. A [schedule](Schedule) gives the rate of every step. [`clip_global_norm`] shortens a gradient that is too
//! long.
//!
//! Generic code takes any of them through the trait:
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
//! They shrink the parameters by `weight_decay`. The field `decays` selects leaves by their shape. To exclude
//! biases and single numbers: `optimizer.decays = |shape| shape.len() > 1`. To select them by their names, or to give them
//! another rate, use [`Groups`].
//!
//! # Resuming
//!
//! To continue a run exactly where it stopped, save the model and the [`State`] of the optimizer: `checkpoint` (features
//! `safetensors` and `std`) does it, in one file. The moments have [`Leaves`](crate::leaves::Leaves), like the model.

mod adagrad;
mod adam;
mod adamw;
mod averaged;
mod clip;
mod fused_momentum;
mod groups;
mod hyperparameter;
mod lamb;
mod lion;
mod loss_scale;
mod moments;
mod momentum;
mod rms_prop;
mod schedule;
#[cfg(feature = "alloc")]
mod settings;
mod sgd;
mod squares;
mod state;
mod subnormal;

use crate::differentiable::Differentiable;

pub use adagrad::Adagrad;
pub use adam::Adam;
pub use adamw::AdamW;
pub use averaged::Averaged;
pub use clip::{clip_global_norm, global_norm};
pub use fused_momentum::FusedMomentum;
pub use groups::{Group, Groups};
pub use lamb::Lamb;
pub use lion::Lion;
pub use loss_scale::{LossScale, all_finite};
pub use momentum::Momentum;
pub use rms_prop::RmsProp;
pub use schedule::{Constant, Cosine, Schedule, Step, WarmUp};
#[cfg(feature = "alloc")]
pub use settings::{SettingError, Settings};
pub use sgd::Sgd;
pub use state::State;

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
    /// Takes one step: changes `parameters` and the state of the optimizer.
    ///
    /// A number in the gradient that is not finite makes parameters that are not finite; see [`clip_global_norm`].
    ///
    /// # Panics
    /// When a hyperparameter is outside its range. The documentation of its field gives the range.
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

/// The default of `decays`: all leaves.
fn all(_: &[usize]) -> bool {
    true
}
