//! Batch normalisation: each channel gets mean 0 and variance 1 over all samples and positions; the statistics are returned.
//!
//! A rule, as the other [normalisations](super::normalisation). The statistics are results like any other, and have derivatives.

use super::normalised_groups::{
    Statistics, add_along_eps, by_eps, coefficients, combine, itself, means, normalised, product,
};
use crate::kernels::{Groups, add_to};
use crate::rule::slot::WriteMode;
use crate::rule::{By2, Rule2, rule, times};
use crate::scalar::Real;
use crate::tape::{No, Yes};
use crate::tensor::{Axis, Channels, OfChannels, Shape, Tensor, widened};

/// The normalised numbers, and for each channel its mean and its variance.
type Batch<T, S> = (Tensor<T, S>, OfChannels<T, S>, OfChannels<T, S>);

impl<T: Real, S: Shape> Tensor<T, S> {
    /// Every channel, axis 1, with mean 0 and variance 1 over all samples and positions: `(x - m) / √(v + ε)`; and `m` and `v` (Ioffe and
    /// Szegedy 2015). This is the form for training. The running averages of `m` and `v` are yours; at inference they replace the
    /// statistics: [`nn::batch_norm_given`](fn@crate::nn::batch_norm_given).
    ///
    /// `v` is divided by the number `n` of numbers in a channel; PyTorch averages `v n / (n - 1)`.
    ///
    /// Derivatives: `x̄ += r (ȳ - mean(ȳ) - y mean(ȳ y)) + m̄ / n + 2 v̄ (x - m) / n` with `r = 1 / √(v + ε)`; by `ε`: `-r² y / 2`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([[1.0, 8.0], [3.0, 8.0]]);
    /// let (y, mean, variance) = x.batch_norm(3.0);
    /// assert_eq!(y, tensor([[-0.5, 0.0], [0.5, 0.0]]));
    /// assert_eq!((mean, variance), (tensor([2.0, 8.0]), tensor([1.0, 0.0])));
    /// ```
    #[inline]
    #[must_use]
    #[allow(clippy::type_complexity, reason = "the result and its statistics")]
    pub fn batch_norm<C: Axis>(&self, eps: T) -> (Self, Tensor<T, (C,)>, Tensor<T, (C,)>)
    where
        S: Channels<Channel = C>,
    {
        batch_norm::forward(self, &eps).0
    }

    #[doc(hidden)]
    pub fn derivative_of_batch_norm(&self) -> By2<batch_norm> {
        By2::new()
    }
}

rule! {
    /// Channels with mean 0 and variance 1, their means and variances. Residual: `r` for each.
    batch_norm reads (No, No, Yes);
    lifted for [T: Real, S: Channels] (x: Tensor<T, S>, eps: T) -> Batch<T, S>, keeps scale: OfChannels<T::Wide, S>;
    y = {
        let mut y = Tensor::ZEROS;
        let Statistics { mean, variance, scale } = normalised(const { channels::<S>() }, true, x, *eps, &mut y);
        ((y, mean.map(T::rounded), variance.map(T::rounded)), scale)
    };
    x (y, scale => |c, d, how| {
        let (groups, (c, mean_bar, variance_bar)) = (const { channels::<S>() }, c);
        let mut all = coefficients(groups, true, (&y.0, scale), c);
        all[1] += variance_bar.zip_map(scale, |v_bar, r| slope_of_variance(groups, v_bar.widen(), r));
        all[2] += widened(mean_bar) / groups.len::<T::Wide>();
        combine(groups, &all, (c, &y.0), d, how);
    }),
    eps (y, scale => |c, d| add_to(d, by_eps(const { channels::<S>() }, (&y.0, scale), &c.0)));
    tangent(x_dot, eps_dot) = {
        let (groups, (y, ..)) = (const { channels::<S>() }, y);
        let (_, scale) = Self::forward(x, eps);
        let (mut y_dot, mut mean_dot, mut variance_dot) = (Tensor::ZEROS, Tensor::ZEROS, Tensor::ZEROS);
        if let Some(t) = x_dot {
            combine(groups, &coefficients(groups, true, (y, &scale), t), (t, y), &mut y_dot, WriteMode::Accumulate);
            mean_dot = means(groups, t.as_slice(), t.as_slice(), &scale, itself).map(T::rounded);
            let along = means(groups, t.as_slice(), y.as_slice(), &scale, product);
            variance_dot = along.zip_map(&scale, |along, r| T::rounded(times(along, T::Wide::lit(2.0) / r)));
        }
        if let Some(t) = eps_dot {
            add_along_eps(groups, (y, &scale), *t, &mut y_dot);
        }
        (y_dot, mean_dot, variance_dot)
    };
}

/// The channels of all samples.
const fn channels<S: Channels>() -> Groups {
    Groups { outer: S::OUTER, count: S::Channel::LEN, inner: S::INNER }
}

/// `2 (x - m) / n` is `y` times this.
fn slope_of_variance<T: Real>(groups: Groups, v_bar: T, r: T) -> T {
    times(v_bar, T::lit(2.0) / (groups.len::<T>() * r))
}
