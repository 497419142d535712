//! Loss scaling for half precision: a factor that moves gradients into the range of `f16`, and its adaptation when they
//! leave it.
//!
//! The smallest positive `f16` is 6e-8. Most gradients of a network are smaller, so they would become zero. Therefore
//! the loss, and with it every gradient, is multiplied by a factor, and the gradient is divided by it before the
//! optimizer uses it. (Micikevicius et al., *Mixed Precision Training*, 2018.) `bf16` has the range of `f32` and needs
//! no factor.
//!
//! The weights stay `f32`, because steps are small compared to them and would be rounded away. They are
//! [cast](crate::leaves::cast) for each forward sweep, and the gradient is cast back; or the function itself casts
//! them, with `cast`. The factor is the cotangent of the loss, which should be `f32` too, because `f16` ends at 65,504.

use super::hyperparameter::positive_f32;
use crate::leaves::{Leaf, LeafMut, Leaves, of_any_type};
use crate::scalar::Real;

/// The factor that multiplies the loss and divides the gradient.
///
/// It is fixed or adapts itself: it is halved when a gradient is not finite, and doubled after
/// [`grow_after`](Self::grow_after) finite gradients in a row. Skip the step when the gradient is not finite.
///
#[cfg_attr(feature = "half", doc = "```")]
#[cfg_attr(not(feature = "half"), doc = "```ignore")]
/// use cotangent::optim::{LossScale, Sgd};
/// use cotangent::{leaves, prelude::*};
///
/// #[differentiable]
/// fn loss(w: &Vector<f16, 2>, #[constant] x: &Vector<f16, 2>, #[constant] y: f16) -> f32 {
///     let gap = (w.matmul(x).item() - y).to_f32();
///     gap * gap
/// }
///
/// let (x, y) = (tensor([f16::lit(1e-4), f16::lit(1e-3)]), f16::lit(1e-3)); // a gradient near the end of the range
/// let mut master = Vector::<f32, 2>::zeros();
/// let mut optimizer = Sgd::new(1e5);
/// let mut scale = LossScale::dynamic();
/// for _ in 0..100 {
///     let mut w = Vector::<f16, 2>::zeros();
///     leaves::cast(&master, &mut w);
///     let (_, half) = loss::vjp(&w, &x, y, scale.seed());
///     let mut gradient = Vector::<f32, 2>::zeros();
///     leaves::cast(&half, &mut gradient);
///     if scale.unscale(&mut gradient) {
///         optimizer.step(&mut master, &gradient);
///     }
/// }
/// assert!((master[[1]] - 0.99).abs() < 0.01);
/// ```
///
/// To limit the norm of a gradient, use [`clip_global_norm`](super::clip_global_norm) after the division.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossScale {
    /// The factor: a positive number, in `f32` too.
    pub scale: f64,
    /// The number of consecutive finite gradients after which the factor doubles; with `None` it never changes.
    pub grow_after: Option<u32>,
    /// The number of consecutive finite gradients since the factor changed.
    pub good_steps: u32,
}

impl LossScale {
    /// A constant factor. Powers of two cause no rounding.
    ///
    /// # Panics
    /// When `scale` is not a positive number, also in `f32`.
    ///
    /// ```
    /// use cotangent::optim::LossScale;
    ///
    /// let mut scale = LossScale::fixed(8.0);
    /// let mut gradient = [8.0_f32, 4.0];
    /// assert!(scale.unscale(&mut gradient));
    /// assert_eq!(gradient, [1.0, 0.5]);
    ///
    /// assert!(!scale.unscale(&mut [f32::NAN, 4.0])); // skip the step
    /// assert_eq!(scale, LossScale::fixed(8.0));
    /// ```
    #[track_caller]
    pub fn fixed(scale: f64) -> Self {
        Self { scale: positive_f32("scale", scale), grow_after: None, good_steps: 0 }
    }

    /// Starts at 65,536; a gradient that is not finite halves it, 2,000 consecutive finite ones double it.
    ///
    /// ```
    /// use cotangent::optim::LossScale;
    ///
    /// let mut scale = LossScale { grow_after: Some(2), ..LossScale::dynamic() };
    /// assert!(!scale.unscale(&mut [f32::INFINITY, 1.0]));
    /// assert_eq!(scale.scale, 32_768.0);
    ///
    /// assert!(scale.unscale(&mut [1.0_f32, 1.0]) && scale.unscale(&mut [1.0_f32, 1.0]));
    /// assert_eq!(scale.scale, 65_536.0);
    /// ```
    pub const fn dynamic() -> Self {
        Self { scale: 65_536.0, grow_after: Some(2_000), good_steps: 0 }
    }

    /// The factor as the cotangent of the loss, for `f::vjp(.., scale.seed())`. The returned value of the loss is then
    /// unscaled.
    ///
    /// # Panics
    /// When the type of the loss cannot represent it.
    #[track_caller]
    pub fn seed<T: Real>(&self) -> T {
        let seed = T::lit(positive_f32("scale", self.scale));
        assert!(
            seed.is_finite() && seed > T::ZERO,
            "the number type of the loss cannot hold the scale {}: make the loss an `f32`",
            self.scale
        );
        seed
    }

    /// Divides a gradient by the factor and returns whether all of it is finite; if not, skip the step. An adaptive
    /// factor changes now, for the next gradient.
    ///
    /// # Panics
    /// When `scale` is not a positive number, also in `f32`.
    #[track_caller]
    pub fn unscale<G: Leaves>(&mut self, gradient: &mut G) -> bool {
        let scale = positive_f32("scale", self.scale);
        gradient.for_each_leaf_mut(|_, leaf| of_any_type!(LeafMut, leaf, numbers => divide(numbers, scale)));
        let finite = all_finite(gradient);
        self.adapt(finite);
        finite
    }

    /// Adapts the factor to a gradient. It stays a number that `f32` can represent.
    fn adapt(&mut self, finite: bool) {
        let Some(grow_after) = self.grow_after else { return };
        self.good_steps = if finite { self.good_steps.saturating_add(1) } else { 0 };
        let new = match finite {
            false => self.scale / 2.0,
            true if self.good_steps >= grow_after => self.scale * 2.0,
            true => return,
        };
        self.good_steps = 0;
        if (f64::from(f32::MIN_POSITIVE)..f64::from(f32::MAX)).contains(&new) {
            self.scale = new;
        }
    }
}

#[inline(never)]
fn divide<T: Real>(numbers: &mut [T], scale: f64) {
    for x in numbers {
        *x = T::lit(x.to_f64() / scale);
    }
}

/// Whether all numbers are finite: no infinity, no NaN.
///
/// ```
/// use cotangent::optim::all_finite;
/// use cotangent::prelude::*;
///
/// #[derive(Differentiable)]
/// struct Line { slope: f64, offset: f32 }
///
/// let mut gradient = Line::zero_tangent();
/// assert!(all_finite(&gradient));
/// gradient.offset = f32::NAN;
/// assert!(!all_finite(&gradient));
/// ```
pub fn all_finite<G: Leaves>(gradient: &G) -> bool {
    (0..gradient.leaf_count()).all(|i| of_any_type!(Leaf, gradient.leaf(i), numbers => are_finite(numbers)))
}

#[inline(never)]
fn are_finite<T: Real>(numbers: &[T]) -> bool {
    numbers.iter().all(|x| x.is_finite())
}
