//! Running sums and products along an axis.

use crate::kernels;
use crate::rule::{By1, rule, times};
use crate::scalar::{Element, Real};
use crate::tape::{No, Yes};
use crate::tensor::{HasAxis, Shape, Tensor, lines};

impl<T: Element, S: Shape> Tensor<T, S> {
    /// Running sums along axis `AXIS`: `yₖ = x₀ + .. + xₖ`. Derivative: `x̄ₖ += ȳₖ + .. + ȳ` of the last.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[1, 2, 3], [4, 5, 6]]).cumsum::<1>(), tensor([[1, 3, 6], [4, 9, 15]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn cumsum<const AXIS: isize>(&self) -> Self
    where
        S: HasAxis<AXIS>,
        T: core::ops::Add<Output = T>,
    {
        let mut out = Self::ZEROS;
        kernels::running_sum(lines::<AXIS, S>(), self.as_slice(), out.as_mut_slice());
        out
    }

    /// Running products along axis `AXIS`: `yₖ = x₀ · .. · xₖ`. Derivative by `xⱼ`: the product of the others up to `xₖ`; correct if some
    /// are 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn f(x: &Vector<f64, 3>) -> Vector<f64, 3> {
    ///     x.cumprod::<0>()
    /// }
    /// let (y, x_bar) = f::vjp(&tensor([2.0, 0.0, 3.0]), tensor([1.0, 1.0, 1.0]));
    /// assert_eq!((y, x_bar), (tensor([2.0, 0.0, 0.0]), tensor([1.0, 8.0, 0.0])));
    /// ```
    #[inline]
    #[must_use]
    pub fn cumprod<const AXIS: isize>(&self) -> Self
    where
        S: HasAxis<AXIS>,
        T: Real,
    {
        let mut out = Self::ZEROS;
        kernels::running_product(lines::<AXIS, S>(), self.as_slice(), out.as_mut_slice());
        out
    }
}

rule! {
    /// Running sums along axis `AXIS`. VJP: running sums of the cotangent from the end.
    cumsum[AXIS: isize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S>;
    y = x.cumsum::<AXIS>();
    x (=> |c, d| kernels::add_running_sum_from_the_end(lines::<AXIS, S>(), c.as_slice(), d.as_mut_slice()));
}

rule! {
    /// Running products along axis `AXIS`. VJP: `x̄ₖ += yₖ₋₁ sₖ` with `sₖ = ȳₖ + xₖ₊₁ sₖ₊₁` from the end.
    cumprod[AXIS: isize] reads (Yes, Yes);
    lifted for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S>;
    y = x.cumprod::<AXIS>();
    x (x, y => |c, d| reverse(lines::<AXIS, S>(), [x, y, c].map(Tensor::as_slice), d.as_mut_slice()));
    tangent(x_dot) = {
        let mut y_dot = Tensor::ZEROS;
        if let Some(x_dot) = x_dot {
            forward(lines::<AXIS, S>(), [x, y, x_dot].map(Tensor::as_slice), y_dot.as_mut_slice());
        }
        y_dot
    };
}

/// `dₖ += yₖ₋₁ sₖ` with `sₖ = cₖ + xₖ₊₁ sₖ₊₁`.
fn reverse<T: Real>(lines: kernels::Lines, [x, y, c]: [&[T]; 3], d: &mut [T]) {
    for i in 0..lines.count {
        let mut s = T::Wide::ZERO;
        for k in (0..lines.len).rev() {
            let at = lines.at(i, k);
            s += c[at].widen();
            let before = if k == 0 { T::Wide::ONE } else { y[lines.at(i, k - 1)].widen() };
            kernels::add_to(&mut d[at], times(s, before));
            s = times(s, x[at].widen());
        }
    }
}

/// `ẏₖ = ẋₖ yₖ₋₁ + xₖ ẏₖ₋₁`.
fn forward<T: Real>(lines: kernels::Lines, [x, y, x_dot]: [&[T]; 3], y_dot: &mut [T]) {
    for i in 0..lines.count {
        let (mut before, mut before_dot) = (T::Wide::ONE, T::Wide::ZERO);
        for k in 0..lines.len {
            let at = lines.at(i, k);
            before_dot = times(x_dot[at].widen(), before) + times(before_dot, x[at].widen());
            before = y[at].widen();
            y_dot[at] = T::rounded(before_dot);
        }
    }
}

impl<T: Element, S: Shape> Tensor<T, S> {
    crate::derivatives_of! {
        pub cumsum<const AXIS: isize>: By1<cumsum<AXIS>>;
        pub cumprod<const AXIS: isize>: By1<cumprod<AXIS>>;
    }
}
