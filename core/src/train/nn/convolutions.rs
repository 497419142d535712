//! Convolutions as layers, with the weights in the order of PyTorch's and a bias for each channel.
//!
//! `apply` takes the stride and the padding; `apply_with` takes [`Steps`], which have dilation and groups too. The weights of a layer
//! with groups have the channels of one group: those of the input in a convolution, those of the result in a transposed one.

use crate::differentiable;
use crate::prelude::*;
#[cfg(feature = "rand")]
use crate::train::init;

/// A convolution of lines of `I` channels with windows of `K` places, to `O` channels, with a bias for each.
///
/// `y[n, o, i] = b[o] + Σ w[o, c, k] x[n, c, i · stride + k · dilation - padding]`: lines `(N, I, L)` become `(N, O, M)`, where `M` is
/// `(L + 2 padding - dilation (K - 1) - 1) / stride + 1`. The type of the result says `M`, and another does not build.
///
/// ```
/// use cotangent::nn::Conv1d;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn steps(layer: &Conv1d<f64, 1, 1, 2>, #[constant] x: &Tensor3<f64, 1, 1, 4>) -> Tensor3<f64, 1, 1, 3> {
///     layer.apply::<1, 0, _, _>(x) // in steps of 1, without a border
/// }
/// let layer = Conv1d { weight: tensor([[[-1.0, 1.0]]]), bias: tensor([10.0]) };
/// let (y, gradient) = steps::vjp(&layer, &tensor([[[1.0, 2.0, 4.0, 8.0]]]), Tensor::full(1.0));
/// assert_eq!(y, tensor([[[11.0, 12.0, 14.0]]]));
/// assert_eq!((gradient.weight, gradient.bias), (tensor([[[7.0, 14.0]]]), tensor([3.0])));
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Conv1d<T: Real, const I: usize, const O: usize, const K: usize> {
    /// The windows, in the order of `torch.nn.Conv1d`.
    pub weight: Tensor3<T, O, I, K>,
    /// A number for each channel of the result.
    pub bias: Vector<T, O>,
}

#[cfg(feature = "rand")]
impl<T: Real, const I: usize, const O: usize, const K: usize> Conv1d<T, I, O, K> {
    /// Uniform numbers between `±1/√(I K)`, as `torch.nn.Conv1d` begins.
    ///
    /// # Panics
    /// When `I` or `K` is 0.
    pub fn new(rng: &mut (impl rand::Rng + ?Sized)) -> Self {
        let end = super::end(I * K);
        Self { weight: init::uniform(-end, end, rng), bias: init::uniform(-end, end, rng) }
    }
}

#[differentiable]
impl<T: Real, const I: usize, const O: usize, const K: usize> Conv1d<T, I, O, K> {
    /// The convolution in steps of `STRIDE`, with zeros around the line, and the bias.
    pub fn apply<const STRIDE: usize, const PADDING: usize, S, Out>(&self, x: &Tensor<T, S>) -> Tensor<T, Out>
    where
        S: Shape + Convolve<1, (Dim<O>, Dim<I>, Dim<K>), Out>,
        Out: Channels<Channel = Dim<O>>,
    {
        x.conv1d::<STRIDE, PADDING>(&self.weight) + self.bias.reshape::<Out::PerChannel>()
    }

    /// The convolution with dilation, or groups of channels, and the bias.
    pub fn apply_with<P: ConvSteps<1>, S, Out>(&self, x: &Tensor<T, S>) -> Tensor<T, Out>
    where
        S: Shape + Convolve<1, (Dim<O>, Dim<I>, Dim<K>), Out, P::Channels>,
        Out: Channels<Channel = Dim<O>>,
    {
        x.conv1d_with::<P>(&self.weight) + self.bias.reshape::<Out::PerChannel>()
    }
}

/// A convolution of images of `I` channels with windows of `K × K` pixels, to `O` channels, with a bias for each.
///
/// The formula is that of [`Conv1d`], along rows and columns: images `(N, I, H, W)` become `(N, O, P, Q)`.
///
/// ```
/// use cotangent::nn::Conv2d;
/// use cotangent::prelude::*;
///
/// type Images<const C: usize> = Tensor4<f64, 2, C, 5, 5>;
///
/// #[differentiable]
/// fn energy(layer: &Conv2d<f64, 1, 3, 3>, #[constant] x: &Images<1>) -> f64 {
///     let y: Images<3> = layer.apply::<1, 1, _, _>(x); // in steps of 1, with a border of 1
///     y.relu().sum()
/// }
/// let layer = Conv2d { weight: Tensor::full(1.0), bias: tensor([-8.5, 0.0, 1.0]) };
/// let gradient = energy::grad(&layer, &Images::full(1.0));
/// assert_eq!(gradient.bias, tensor([18.0, 50.0, 50.0])); // of the first channel the inner 9 pixels of 2 images
///
/// let windows_with_holes: Tensor4<f64, 2, 3, 1, 1> = layer.apply_with::<Steps<1, 0, 2>, _, _>(&Images::full(1.0));
/// assert_eq!(windows_with_holes[[0, 1, 0, 0]], 9.0);
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Conv2d<T: Real, const I: usize, const O: usize, const K: usize> {
    /// The windows, in the order of `torch.nn.Conv2d`.
    pub weight: Tensor4<T, O, I, K, K>,
    /// A number for each channel of the result.
    pub bias: Vector<T, O>,
}

#[cfg(feature = "rand")]
impl<T: Real, const I: usize, const O: usize, const K: usize> Conv2d<T, I, O, K> {
    /// Uniform numbers between `±1/√(I K K)`, as `torch.nn.Conv2d` begins.
    ///
    /// # Panics
    /// When `I` or `K` is 0.
    pub fn new(rng: &mut (impl rand::Rng + ?Sized)) -> Self {
        let end = super::end(I * K * K);
        Self { weight: init::uniform(-end, end, rng), bias: init::uniform(-end, end, rng) }
    }
}

#[differentiable]
impl<T: Real, const I: usize, const O: usize, const K: usize> Conv2d<T, I, O, K> {
    /// The convolution in steps of `STRIDE`, with zeros around the image, and the bias.
    pub fn apply<const STRIDE: usize, const PADDING: usize, S, Out>(&self, x: &Tensor<T, S>) -> Tensor<T, Out>
    where
        S: Shape + Convolve<2, (Dim<O>, Dim<I>, Dim<K>, Dim<K>), Out>,
        Out: Channels<Channel = Dim<O>>,
    {
        x.conv2d::<STRIDE, PADDING>(&self.weight) + self.bias.reshape::<Out::PerChannel>()
    }

    /// The convolution with other steps along rows than along columns, dilation, or groups of channels, and the bias.
    pub fn apply_with<P: ConvSteps<2>, S, Out>(&self, x: &Tensor<T, S>) -> Tensor<T, Out>
    where
        S: Shape + Convolve<2, (Dim<O>, Dim<I>, Dim<K>, Dim<K>), Out, P::Channels>,
        Out: Channels<Channel = Dim<O>>,
    {
        x.conv2d_with::<P>(&self.weight) + self.bias.reshape::<Out::PerChannel>()
    }
}

/// A transposed convolution of images of `I` channels with windows of `K × K` pixels, to `O` channels, with a bias for each: it makes
/// small images larger, as decoders and generators do.
///
/// Every pixel adds its window, `y[n, o, i · stride + k · dilation - padding] += w[c, o, k] x[n, c, i]` along rows and columns: images
/// `(N, I, H, W)` become `(N, O, P, Q)`, where `P` is `(H - 1) stride - 2 padding + dilation (K - 1) + 1`, or up to `stride - 1` more.
/// The type of the result says which, and another does not build. Source: Dumoulin and Visin, *A guide to convolution arithmetic for
/// deep learning*, 2016, section 4.
///
/// ```
/// use cotangent::nn::ConvTranspose2d;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn energy(layer: &ConvTranspose2d<f64, 1, 1, 2>, #[constant] x: &Tensor4<f64, 1, 1, 1, 2>) -> f64 {
///     let y: Tensor4<f64, 1, 1, 2, 4> = layer.apply::<2, 0, _, _>(x); // twice as high and as wide
///     y.powi(2).sum() / 2.0
/// }
/// let layer = ConvTranspose2d { weight: tensor([[[[1.0, 2.0], [3.0, 4.0]]]]), bias: tensor([0.5]) };
/// let x = tensor([[[[1.0, 10.0]]]]);
/// let y: Tensor4<f64, 1, 1, 2, 4> = layer.apply::<2, 0, _, _>(&x);
/// assert_eq!(y, tensor([[[[1.5, 2.5, 10.5, 20.5], [3.5, 4.5, 30.5, 40.5]]]]));
/// assert_eq!(energy::grad(&layer, &x).bias, tensor([y.sum()]));
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ConvTranspose2d<T: Real, const I: usize, const O: usize, const K: usize> {
    /// The windows, in the order of `torch.nn.ConvTranspose2d`: the channels of the input come first.
    pub weight: Tensor4<T, I, O, K, K>,
    /// A number for each channel of the result.
    pub bias: Vector<T, O>,
}

#[cfg(feature = "rand")]
impl<T: Real, const I: usize, const O: usize, const K: usize> ConvTranspose2d<T, I, O, K> {
    /// Uniform numbers between `±1/√(O K K)`, as `torch.nn.ConvTranspose2d` begins.
    ///
    /// # Panics
    /// When `O` or `K` is 0.
    pub fn new(rng: &mut (impl rand::Rng + ?Sized)) -> Self {
        let end = super::end(O * K * K);
        Self { weight: init::uniform(-end, end, rng), bias: init::uniform(-end, end, rng) }
    }
}

#[differentiable]
impl<T: Real, const I: usize, const O: usize, const K: usize> ConvTranspose2d<T, I, O, K> {
    /// The transposed convolution in steps of `STRIDE`, without the outer `PADDING` pixels, and the bias.
    pub fn apply<const STRIDE: usize, const PADDING: usize, S, Out>(&self, x: &Tensor<T, S>) -> Tensor<T, Out>
    where
        S: Shape + ConvolveTransposed<2, (Dim<I>, Dim<O>, Dim<K>, Dim<K>), Out>,
        Out: Channels<Channel = Dim<O>>,
    {
        x.conv_transpose2d::<STRIDE, PADDING>(&self.weight) + self.bias.reshape::<Out::PerChannel>()
    }

    /// The transposed convolution with other steps along rows than along columns, dilation, or groups of channels, and the bias.
    pub fn apply_with<P: ConvSteps<2>, S, Out>(&self, x: &Tensor<T, S>) -> Tensor<T, Out>
    where
        S: Shape + ConvolveTransposed<2, (Dim<I>, Dim<O>, Dim<K>, Dim<K>), Out, P::Channels>,
        Out: Channels<Channel = Dim<O>>,
    {
        x.conv_transpose2d_with::<P>(&self.weight) + self.bias.reshape::<Out::PerChannel>()
    }
}
