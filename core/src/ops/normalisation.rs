//! Normalisation: groups of elements get mean 0 and variance 1, or mean square 1.
//!
//! Layer, group and batch normalisation differ in their groups: the last axis, some channels of one sample, one channel of all samples.
//! Rules, because their Jacobian `r (1 - 1 1ᵀ/n - y yᵀ/n)` is symmetric: one function of three passes serves both modes, from the output
//! and one number `r` for each group. The learned scale and shift are [`affine`](super::Functions::affine), in another pass;
//! [`nn`](crate::nn) has both together. For batches see [`batch_norm`](super::batch_norm).

use super::normalised_groups::{
    add_along_eps, add_moving, by_eps, by_eps_moving, moving_scale, normalised, times_jacobian,
};
use crate::kernels::{Groups, add_to};
use crate::rule::lift::residual;
use crate::rule::slot::WriteMode;
use crate::rule::{By2, Rule2, rule};
use crate::scalar::{Element, Real};
use crate::tape::{No, Yes};
use crate::tensor::{Axis, Channels, Dim, HasAxis, Shape, Tensor, Text, along, written};

impl<T: Real, S: Shape> Tensor<T, S> {
    /// Every line along the last axis with mean 0 and variance 1: `(x - m) / √(v + ε)`, where `m` is the mean of the line and `v` its
    /// variance, divided by its length: layer normalisation (Ba et al. 2016). `1e-5` is a usual `ε`; where it is 0, a line of
    /// equal numbers gives NaN.
    ///
    /// Derivatives: `x̄ += r (ȳ - mean(ȳ) - y mean(ȳ y))` with `r = 1 / √(v + ε)`; by `ε`: `-r² y / 2`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([[1.0, 3.0], [8.0, 8.0]]);
    /// assert_eq!(x.layer_norm(3.0), tensor([[-0.5, 0.5], [0.0, 0.0]]));
    ///
    /// #[differentiable]
    /// fn f(x: &Matrix<f64, 2, 2>, scale: &Vector<f64, 2>, shift: &Vector<f64, 2>) -> f64 {
    ///     x.layer_norm(3.0).affine(scale, shift)[[0, 1]]
    /// }
    /// let (_, scale_bar, shift_bar) = f::grad(&x, &tensor([4.0, 4.0]), &tensor([0.0, 0.0]));
    /// assert_eq!((scale_bar, shift_bar), (tensor([0.0, 0.5]), tensor([0.0, 1.0])));
    /// ```
    #[inline]
    #[must_use]
    pub fn layer_norm(&self, eps: T) -> Self
    where
        S: HasAxis<-1>,
    {
        layer_norm::forward(self, &eps).0
    }

    /// Every line along the last axis with mean square 1: `x / √(s + ε)`, where `s` is the mean of the squares of the line (Zhang and
    /// Sennrich 2019).
    ///
    /// Derivatives: `x̄ += r (ȳ - y mean(ȳ y))` with `r = 1 / √(s + ε)`; by `ε`: `-r² y / 2`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[1.0, 1.0], [0.0, 0.0]]).rms_norm(3.0), tensor([[0.5, 0.5], [0.0, 0.0]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn rms_norm(&self, eps: T) -> Self
    where
        S: HasAxis<-1>,
    {
        rms_norm::forward(self, &eps).0
    }

    /// The channels, axis 1, of every sample in `G` groups of adjacent channels, each with mean 0 and variance 1: `(x - m) / √(v + ε)`, where
    /// `m` is the mean of the group and `v` its variance (Wu and He 2018). `G` must divide the number of channels; otherwise that is a build error.
    ///
    /// Derivatives: as for [`layer_norm`](Self::layer_norm), with the means of the group.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([[1.0, 3.0, 8.0, 8.0]]);
    /// assert_eq!(x.group_norm::<2>(3.0), tensor([[-0.5, 0.5, 0.0, 0.0]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn group_norm<const G: usize>(&self, eps: T) -> Self
    where
        S: Channels,
    {
        let mut y = Self::ZEROS;
        normalised::<T, S, (S::Samples, Dim<G>)>(const { of_channels::<S>(G) }, true, self, eps, &mut y);
        y
    }
}

macro_rules! normalisations {
    ($(
        $(#[$meta:meta])*
        $name:ident $([$g:ident])?: $shape:path, each $each:ty, centred $centred:literal, groups $groups:expr;
    )*) => {$(
        rule! {
            $(#[$meta])*
            $name $([$g: usize])? reads (No, No, Yes);
            by_hand for [T: Real, S: $shape] (x: Tensor<T, S>, eps: T) -> Tensor<T, S>,
                keeps scale: Tensor<T::Wide, $each> => written(|y: &mut Tensor<T, S>| {
                    *scale = normalised::<T, S, $each>(const { $groups }, $centred, x, *eps, y).scale;
                });
            y = written(|(y, scale): &mut (Tensor<T, S>, Tensor<T::Wide, $each>)| {
                *scale = normalised::<T, S, $each>(const { $groups }, $centred, x, *eps, y).scale;
            });
            x (y, scale => |c, d, how| times_jacobian(const { $groups }, $centred, (y, scale), c, d, how)),
            eps (y, scale => |c, d| add_to(d, by_eps(const { $groups }, (y, scale), c)));
            tangent(x_dot, eps_dot) = {
                let (groups, (_, scale)) = (const { $groups }, Self::forward(x, eps));
                let mut y_dot = Tensor::ZEROS;
                if let Some(x_dot) = x_dot {
                    times_jacobian(groups, $centred, (y, &scale), x_dot, &mut y_dot, WriteMode::Accumulate);
                }
                if let Some(eps_dot) = eps_dot {
                    add_along_eps(groups, (y, &scale), *eps_dot, &mut y_dot);
                }
                y_dot
            };
            second |(x, x_dot), (eps, eps_dot), (y, y_dot), (c, c_dot), (d, mut d_dot), (e, mut e_dot)| {
                let groups = const { $groups };
                let scale = residual(|| <Self as Rule2<Tensor<T, S>, T>>::forward(x.get(), eps.get()).1);
                Self::vjp(&scale, x, eps, y, c, d, e);
                if let Some(c) = c_dot {
                    Self::vjp(&scale, x, eps, y, c, d_dot.out(), e_dot.out());
                }
                let Some(y_dot) = y_dot else { return };
                let y = y.get();
                let scale_dot = moving_scale(groups, (y, &scale), x_dot, eps_dot);
                let (scale, y) = ((&scale, &scale_dot), (y, y_dot));
                d_dot.accumulate(|d| add_moving(groups, $centred, y, scale, c, d));
                e_dot.accumulate(|d| add_to(d, by_eps_moving(groups, y, scale, c)));
            }
        }
    )*};
}

/// The lines along the last axis.
const fn rows<S: HasAxis<-1>>() -> Groups {
    Groups { outer: 1, count: S::OUTER, inner: <S as HasAxis<-1>>::Axis::LEN }
}

/// `g` groups of channels of every sample.
const fn of_channels<S: Channels>(g: usize) -> Groups {
    let (samples, channels) = (S::OUTER, S::Channel::LEN);
    if g == 0 || !channels.is_multiple_of(g) {
        along::<1, S>(Text::new("group_norm: ").number(g).push(" groups do not divide"))
    }
    Groups { outer: 1, count: samples * g, inner: channels / g * S::INNER }
}

normalisations! {
    /// Lines along the last axis with mean 0 and variance 1. Residual: `r` for each.
    layer_norm: HasAxis<-1>, each S::Removed, centred true, groups rows::<S>();
    /// Lines along the last axis with mean square 1. Residual: `r` for each.
    rms_norm: HasAxis<-1>, each S::Removed, centred false, groups rows::<S>();
    /// Groups of channels with mean 0 and variance 1. Residual: `r` for each.
    group_norm[G]: Channels, each (S::Samples, Dim<G>), centred true, groups of_channels::<S>(G);
}

impl<T: Element, S: Shape> Tensor<T, S> {
    crate::derivatives_of! {
        pub layer_norm: By2<layer_norm>;
        pub rms_norm: By2<rms_norm>;
        pub group_norm<const G: usize>: By2<group_norm<G>>;
    }
}
