//! The cross product of vectors with three components. Bilinear; both adjoints are cross products.

use crate::kernels::add_threes;
use crate::rule::{By2, rule};
use crate::scalar::Real;
use crate::tape::{No, Yes};
use crate::tensor::{Dim, HasAxis, Shape, Tensor};

impl<T: Real, S: Shape> Tensor<T, S> {
    /// `a × b` of every three numbers along the last axis: `(a₁ b₂ - a₂ b₁, a₂ b₀ - a₀ b₂, a₀ b₁ - a₁ b₀)`. Both operands have the same
    /// shape, whose last axis is `Dim<3>`; any other does not compile.
    ///
    /// Derivatives: `ā += b × ȳ` and `b̄ += ȳ × a`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let (x, y) = (tensor([1.0, 0.0, 0.0]), tensor([0.0, 1.0, 0.0]));
    /// assert_eq!(x.cross(&y), tensor([0.0, 0.0, 1.0]));
    /// assert_eq!(y.cross(&x), -x.cross(&y));
    ///
    /// #[differentiable]
    /// fn torque(arm: &Vector<f64, 3>, force: &Vector<f64, 3>) -> f64 {
    ///     arm.cross(force)[[2]]
    /// }
    /// let (arm_bar, force_bar) = torque::grad(&x, &y);
    /// assert_eq!((arm_bar, force_bar), (tensor([1.0, 0.0, 0.0]), tensor([0.0, 1.0, 0.0])));
    /// ```
    #[inline]
    #[must_use]
    pub fn cross(&self, other: &Self) -> Self
    where
        S: HasAxis<-1, Axis = Dim<3>>,
    {
        let mut y = Self::ZEROS;
        add_cross(self, other, &mut y);
        y
    }

    #[doc(hidden)]
    pub fn derivative_of_cross(&self) -> By2<cross> {
        By2::new()
    }
}

/// `a × b`
#[inline(always)]
fn product<T: Real>([a0, a1, a2]: [T; 3], [b0, b1, b2]: [T; 3]) -> [T; 3] {
    [a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0]
}

/// `d += a × b` of every three numbers.
fn add_cross<T: Real, S: Shape>(a: &Tensor<T, S>, b: &Tensor<T, S>, d: &mut Tensor<T, S>) {
    add_threes(a.as_slice(), b.as_slice(), d.as_mut_slice(), product);
}

rule! {
    /// `y = a × b`. VJP: `ā += b × ȳ`, `b̄ += ȳ × a`. JVP: `ẏ = ȧ × b + a × ḃ`.
    cross reads (Yes, Yes, No);
    bilinear for [T: Real, S: HasAxis<-1, Axis = Dim<3>>] (a: Tensor<T, S>, b: Tensor<T, S>) -> Tensor<T, S>;
    y = a.cross(b);
    add = add_cross(a, b, y);
    a (b => |c, d| add_cross(b, c, d)), b (a => |c, d| add_cross(c, a, d));
}
