//! Normalisations with learned parameters: a scale and a shift.

use crate::differentiable;
use crate::prelude::*;
use crate::tensor::OfChannels;

/// [`Tensor::layer_norm`](crate::tensor::Tensor::layer_norm), times `scale`, plus `shift`, which have the length of the last axis.
///
/// ```
/// use cotangent::nn;
/// use cotangent::prelude::*;
///
/// let x = tensor([[1.0, 3.0]]);
/// assert_eq!(nn::layer_norm(&x, &tensor([4.0, 4.0]), &tensor([0.0, 1.0]), 3.0), tensor([[-2.0, 3.0]]));
/// ```
#[differentiable]
pub fn layer_norm<T: Real, S: HasAxis<-1> + SumTo<(A,)>, A: Axis>(
    x: &Tensor<T, S>,
    scale: &Tensor<T, (A,)>,
    shift: &Tensor<T, (A,)>,
    #[constant] eps: T,
) -> Tensor<T, S> {
    x.layer_norm(eps).affine(scale, shift)
}

/// [`Tensor::rms_norm`](crate::tensor::Tensor::rms_norm), times `scale`, which has the length of the last axis.
///
/// ```
/// use cotangent::nn;
/// use cotangent::prelude::*;
///
/// assert_eq!(nn::rms_norm(&tensor([[1.0, 1.0]]), &tensor([4.0, 8.0]), 3.0), tensor([[2.0, 4.0]]));
/// ```
#[differentiable]
pub fn rms_norm<T: Real, S: HasAxis<-1> + Broadcast<(A,), Joined = S>, A: Axis>(
    x: &Tensor<T, S>,
    scale: &Tensor<T, (A,)>,
    #[constant] eps: T,
) -> Tensor<T, S> {
    x.rms_norm(eps) * scale
}

/// [`Tensor::group_norm`](crate::tensor::Tensor::group_norm) of `G` groups, times `scale`, plus `shift`, one number for each channel.
///
/// ```
/// use cotangent::nn;
/// use cotangent::prelude::*;
///
/// let x = tensor([[1.0, 3.0, 8.0, 8.0]]);
/// let y = nn::group_norm::<2, _, _>(&x, &Vector::full(4.0), &tensor([0.0, 0.0, 1.0, 2.0]), 3.0);
/// assert_eq!(y, tensor([[-2.0, 2.0, 1.0, 2.0]]));
/// ```
#[differentiable]
pub fn group_norm<const G: usize, T: Real, S: Channels>(
    x: &Tensor<T, S>,
    scale: &Tensor<T, S::PerChannel>,
    shift: &Tensor<T, S::PerChannel>,
    #[constant] eps: T,
) -> Tensor<T, S> {
    x.group_norm::<G>(eps).affine(scale, shift)
}

/// [`Tensor::batch_norm`](crate::tensor::Tensor::batch_norm), times `scale`, plus `shift`, one number for each channel; and the mean and
/// the variance of each channel, for your running averages.
///
/// ```
/// use cotangent::nn;
/// use cotangent::prelude::*;
///
/// let x = tensor([[1.0, 8.0], [3.0, 8.0]]);
/// let (y, mean, variance) = nn::batch_norm(&x, &tensor([4.0, 4.0]), &tensor([0.0, 1.0]), 3.0);
/// assert_eq!(y, tensor([[-2.0, 1.0], [2.0, 1.0]]));
/// assert_eq!((mean, variance), (tensor([2.0, 8.0]), tensor([1.0, 0.0])));
/// ```
#[differentiable]
pub fn batch_norm<T: Real, S: Channels>(
    x: &Tensor<T, S>,
    scale: &Tensor<T, S::PerChannel>,
    shift: &Tensor<T, S::PerChannel>,
    #[constant] eps: T,
) -> (Tensor<T, S>, OfChannels<T, S>, OfChannels<T, S>) {
    let (y, mean, variance) = x.batch_norm(eps);
    (y.affine(scale, shift), mean, variance)
}

/// [`batch_norm`](fn@batch_norm) with a given mean and variance, such as running averages: the form for inference, in
/// which samples do not depend on each other.
///
/// ```
/// use cotangent::nn;
/// use cotangent::prelude::*;
///
/// let (mean, variance) = (tensor([2.0, 8.0]), tensor([1.0, 0.0]));
/// let y = nn::batch_norm_given(&tensor([[1.0, 9.0]]), &mean, &variance, &tensor([4.0, 3.0]), &tensor([0.0, 1.0]), 3.0);
/// assert_eq!(y.map(f64::round), tensor([[-2.0, 3.0]]));
/// ```
#[differentiable]
pub fn batch_norm_given<T: Real, S: Channels>(
    x: &Tensor<T, S>,
    mean: &OfChannels<T, S>,
    variance: &OfChannels<T, S>,
    scale: &Tensor<T, S::PerChannel>,
    shift: &Tensor<T, S::PerChannel>,
    #[constant] eps: T,
) -> Tensor<T, S> {
    let factor = (variance.reshape::<S::PerChannel>() + eps).rsqrt() * scale;
    (x - mean.reshape::<S::PerChannel>()).affine(&factor, shift)
}
