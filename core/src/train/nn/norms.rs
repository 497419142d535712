//! Normalisations as layers.

use super::normalisation::{batch_norm, batch_norm_given, group_norm, layer_norm, rms_norm};
use crate::differentiable;
use crate::prelude::*;

/// Normalisation of the last axis, with a scale and a shift: see [`layer_norm`](fn@super::layer_norm).
///
/// ```
/// use cotangent::nn::LayerNorm;
/// use cotangent::prelude::*;
///
/// let norm = LayerNorm::<f64, 2>::new();
/// assert_eq!(norm.apply(&tensor([[1.0, 3.0]])).map(f64::round), tensor([[-1.0, 1.0]]));
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LayerNorm<T: Real, const W: usize> {
    /// A factor for each position of the axis.
    pub scale: Vector<T, W>,
    /// A number to add.
    pub shift: Vector<T, W>,
    /// Is added to the variance.
    #[constant]
    pub eps: T,
}

#[differentiable]
impl<T: Real, const W: usize> LayerNorm<T, W> {
    /// The last axis of `x`, normalised.
    pub fn apply<S: HasAxis<-1> + SumTo<(Dim<W>,)>>(&self, x: &Tensor<T, S>) -> Tensor<T, S> {
        layer_norm(x, &self.scale, &self.shift, self.eps)
    }
}

/// Division of the last axis by its root mean square, with a scale: see [`rms_norm`](fn@super::rms_norm).
///
/// ```
/// use cotangent::nn::RmsNorm;
/// use cotangent::prelude::*;
///
/// let norm = RmsNorm::<f64, 2>::new();
/// assert!((norm.apply(&tensor([[1.0, 7.0]])) - tensor([[0.2, 1.4]])).abs().max() < 1e-6); // 5² = (1² + 7²) / 2
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RmsNorm<T: Real, const W: usize> {
    /// A factor for each position of the axis.
    pub scale: Vector<T, W>,
    /// Is added to the mean square.
    #[constant]
    pub eps: T,
}

impl<T: Real, const W: usize> RmsNorm<T, W> {
    /// The scale 1, and `eps` 1e-6.
    #[must_use]
    pub fn new() -> Self {
        Self { scale: Vector::full(T::ONE), eps: T::lit(1e-6) }
    }
}

#[differentiable]
impl<T: Real, const W: usize> RmsNorm<T, W> {
    /// The last axis of `x`, normalised.
    pub fn apply<S: HasAxis<-1> + Broadcast<(Dim<W>,), Joined = S>>(&self, x: &Tensor<T, S>) -> Tensor<T, S> {
        rms_norm(x, &self.scale, self.eps)
    }
}

/// Normalisation of `C` channels in `G` groups, with a scale and a shift for each: see [`group_norm`](fn@super::group_norm).
///
/// ```
/// use cotangent::nn::GroupNorm;
/// use cotangent::prelude::*;
///
/// let norm = GroupNorm::<f64, 2, 4>::new();
/// let y = norm.apply(&tensor([[1.0, 3.0, 8.0, 8.0]]));
/// assert_eq!(y.map(f64::round), tensor([[-1.0, 1.0, 0.0, 0.0]]));
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GroupNorm<T: Real, const G: usize, const C: usize> {
    /// A factor for each channel.
    pub scale: Vector<T, C>,
    /// A number to add.
    pub shift: Vector<T, C>,
    /// Is added to the variance.
    #[constant]
    pub eps: T,
}

#[differentiable]
impl<T: Real, const G: usize, const C: usize> GroupNorm<T, G, C> {
    /// The channels of every sample, the second axis, normalised.
    pub fn apply<S: Channels<Channel = Dim<C>>>(&self, x: &Tensor<T, S>) -> Tensor<T, S> {
        let (scale, shift) = (self.scale.reshape::<S::PerChannel>(), self.shift.reshape::<S::PerChannel>());
        group_norm::<G, T, S>(x, &scale, &shift, self.eps)
    }
}

/// Normalisation of `C` channels over all samples, with a scale and a shift for each: see [`batch_norm`](fn@super::batch_norm).
///
/// Training normalises by the batch; inference by [`Running`] averages of what the batches had. These are not in the layer, because no
/// gradient changes them: keep them in a struct beside the model, and save both.
///
/// ```
/// use cotangent::nn::{BatchNorm, Running};
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn loss(norm: &BatchNorm<f64, 2>, #[constant] x: &Matrix<f64, 3, 2>) -> (f64, Vector<f64, 2>, Vector<f64, 2>) {
///     let (y, mean, variance) = norm.apply(x);
///     (y.powi(3).sum(), mean, variance)
/// }
/// let (norm, mut running) = (BatchNorm::new(), Running::new());
/// let x = tensor([[1.0, 8.0], [2.0, 8.0], [3.0, 8.0]]);
/// let ((_, mean, variance), gradient) = loss::vjp(&norm, &x, (1.0, Vector::zeros(), Vector::zeros()));
/// assert!(gradient.scale.map(f64::abs).max() < 1e-9); // the cubes of one side are those of the other
/// running.update(&mean, &variance, 3, 0.1);
/// assert_eq!(running.mean.map(|x| (10.0 * x).round()), tensor([2.0, 8.0]));
/// let answer = norm.infer(&x, &running);
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BatchNorm<T: Real, const C: usize> {
    /// A factor for each channel.
    pub scale: Vector<T, C>,
    /// A number to add.
    pub shift: Vector<T, C>,
    /// Is added to the variance.
    #[constant]
    pub eps: T,
}

#[differentiable]
impl<T: Real, const C: usize> BatchNorm<T, C> {
    /// The channels, the second axis, normalised by the batch; and the mean and the variance of each channel, for [`Running::update`].
    pub fn apply<S: Channels<Channel = Dim<C>>>(&self, x: &Tensor<T, S>) -> (Tensor<T, S>, Vector<T, C>, Vector<T, C>) {
        let (scale, shift) = (self.scale.reshape::<S::PerChannel>(), self.shift.reshape::<S::PerChannel>());
        batch_norm(x, &scale, &shift, self.eps)
    }

    /// The channels normalised by running averages: no sample depends on another.
    pub fn infer<S: Channels<Channel = Dim<C>>>(&self, x: &Tensor<T, S>, running: &Running<T, C>) -> Tensor<T, S> {
        let (scale, shift) = (self.scale.reshape::<S::PerChannel>(), self.shift.reshape::<S::PerChannel>());
        batch_norm_given(x, &running.mean, &running.variance, &scale, &shift, self.eps)
    }
}

/// Running averages of the moments of channels, for [`BatchNorm::infer`].
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Running<T: Real, const C: usize> {
    /// Of the means.
    pub mean: Vector<T, C>,
    /// Of the variances.
    pub variance: Vector<T, C>,
}

impl<T: Real, const C: usize> Running<T, C> {
    /// The mean 0 and the variance 1, as in PyTorch.
    #[must_use]
    pub fn new() -> Self {
        Self { mean: Vector::zeros(), variance: Vector::full(T::ONE) }
    }

    /// Moves the averages by a share `new` towards the moments of a batch, of `numbers` numbers for each channel: samples
    /// times pixels.
    ///
    /// ```text
    /// mean     ← (1 - new)·mean + new·m
    /// variance ← (1 - new)·variance + new·v·numbers / (numbers - 1)
    /// ```
    ///
    /// Ioffe and Szegedy, *Batch Normalization*, 2015, algorithm 2: the variance of a batch underestimates that of all. With one number
    /// it says nothing, and the variance stays.
    pub fn update(&mut self, mean: &Vector<T, C>, variance: &Vector<T, C>, numbers: usize, new: T) {
        self.mean += (mean - self.mean) * new;
        if numbers > 1 {
            let correction = T::from_usize(numbers) / T::from_usize(numbers - 1);
            self.variance += (variance * correction - self.variance) * new;
        }
    }
}

macro_rules! scaled_and_shifted {
    ($($norm:ident<$(const $n:ident),+>)*) => {$(
        impl<T: Real, $(const $n: usize),+> $norm<T, $($n),+> {
            /// The scale 1, the shift 0, and `eps` 1e-5.
            #[must_use]
            pub fn new() -> Self {
                Self { scale: Vector::full(T::ONE), shift: Vector::zeros(), eps: T::lit(1e-5) }
            }
        }
    )*};
}
scaled_and_shifted! { LayerNorm<const W> GroupNorm<const G, const C> BatchNorm<const C> }

macro_rules! new_by_default {
    ($($norm:ident<$(const $n:ident),+>)*) => {$(
        impl<T: Real, $(const $n: usize),+> Default for $norm<T, $($n),+> {
            fn default() -> Self {
                Self::new()
            }
        }
    )*};
}
new_by_default! { LayerNorm<const W> RmsNorm<const W> GroupNorm<const G, const C> BatchNorm<const C> Running<const C> }
