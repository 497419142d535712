//! Layers one after the other, as a tuple.

use super::{FeedForward, GroupNorm, LayerNorm, Linear, RmsNorm};
use crate::differentiable;
use crate::prelude::*;
use crate::tape::Taped;

/// A layer that makes a `Y` of an `X`. Tuples of layers are layers, each of which takes what the one before it makes; tuples of
/// tuples too, so there may be any number.
///
/// ```
/// use cotangent::nn::{Layer, LayerNorm, Linear, Relu};
/// use cotangent::prelude::*;
///
/// type Net = (Linear<f64, 2, 8>, LayerNorm<f64, 8>, Relu, Linear<f64, 8, 1>);
///
/// #[differentiable]
/// fn loss<const B: usize>(net: &Net, #[constant] x: &Matrix<f64, B, 2>, #[constant] y: &Matrix<f64, B, 1>) -> f64 {
///     let found: Matrix<f64, B, 1> = net.forward(x);
///     found.mse(y)
/// }
/// let first = Linear { weight: Matrix::from_fn(|[i, j]| ((i + 3 * j) as f64).sin()), bias: Vector::zeros() };
/// let net = (first, LayerNorm::new(), Relu, Linear { weight: Matrix::full(0.5), bias: Vector::zeros() });
/// loss::at(&net, &tensor([[1.0, 2.0], [0.5, -1.0]]), &tensor([[1.0], [2.0]])).check().unwrap();
/// assert_eq!(net.leaf_name(0).to_string(), "0.weight");
/// ```
///
/// The shapes between layers are checked by the compiler:
///
/// ```compile_fail,E0277
/// use cotangent::nn::{Layer, Linear, Relu};
/// use cotangent::prelude::*;
///
/// fn run(net: &(Linear<f64, 2, 8>, Relu, Linear<f64, 9, 1>), x: &Matrix<f64, 4, 2>) -> Matrix<f64, 4, 1> {
///     net.forward(x) // 8 numbers for a layer that takes 9
/// }
/// ```
///
/// # Layers of your own
///
/// [`Makes`] says what a layer makes, so that the next one can be found, and `Layer` makes it:
///
/// ```
/// use cotangent::nn::{Layer, Linear, Makes, Tanh};
/// use cotangent::prelude::*;
///
/// /// What comes in, plus a change.
/// #[derive(Differentiable, Clone)]
/// struct Residual<const W: usize>(Linear<f64, W, W>);
///
/// impl<const B: usize, const W: usize> Makes<Matrix<f64, B, W>> for Residual<W> {
///     type Output = Matrix<f64, B, W>;
/// }
///
/// #[differentiable]
/// impl<const B: usize, const W: usize> Layer<Matrix<f64, B, W>, Matrix<f64, B, W>> for Residual<W> {
///     fn forward(&self, x: &Matrix<f64, B, W>) -> Matrix<f64, B, W> {
///         x + self.0.apply(x)
///     }
/// }
/// let layer = || Residual(Linear { weight: Matrix::full(1.0), bias: Vector::zeros() });
/// let y: Matrix<f64, 1, 2> = (layer(), layer()).forward(&tensor([[1.0, 0.0]]));
/// assert_eq!(y, tensor([[5.0, 4.0]]));
/// ```
#[differentiable]
pub trait Layer<X: Differentiable, Y: Differentiable> {
    /// What the layer makes of `x`.
    fn forward(&self, x: &X) -> Y;
}

/// What a [`Layer`] makes of an `X`.
#[diagnostic::on_unimplemented(
    message = "the layer `{Self}` does not take `{X}`",
    label = "the layer before it, or the input, has another shape"
)]
pub trait Makes<X> {
    /// The type of it.
    type Output: Differentiable<Tangent: Taped> + Taped;
}

/// What a layer makes.
type Of<A, X> = <A as Makes<X>>::Output;

impl<X, A: Makes<X>, B: Makes<A::Output>> Makes<X> for (A, B) {
    type Output = B::Output;
}

#[differentiable]
impl<X: Differentiable + 'static, A, B> Layer<X, Of<B, Of<A, X>>> for (A, B)
where
    A: Makes<X> + Layer<X, Of<A, X>> + Differentiable + 'static,
    B: Makes<Of<A, X>> + Layer<Of<A, X>, Of<B, Of<A, X>>> + Differentiable + 'static,
{
    fn forward(&self, x: &X) -> Of<B, Of<A, X>> {
        self.1.forward(&self.0.forward(x))
    }
}

impl<X, A: Makes<X>, B: Makes<A::Output>, C: Makes<B::Output>> Makes<X> for (A, B, C) {
    type Output = C::Output;
}

#[differentiable]
impl<X: Differentiable + 'static, A, B, C> Layer<X, Of<C, Of<B, Of<A, X>>>> for (A, B, C)
where
    A: Makes<X> + Layer<X, Of<A, X>> + Differentiable + 'static,
    B: Makes<Of<A, X>> + Layer<Of<A, X>, Of<B, Of<A, X>>> + Differentiable + 'static,
    C: Makes<Of<B, Of<A, X>>> + Layer<Of<B, Of<A, X>>, Of<C, Of<B, Of<A, X>>>> + Differentiable + 'static,
{
    fn forward(&self, x: &X) -> Of<C, Of<B, Of<A, X>>> {
        self.2.forward(&self.1.forward(&self.0.forward(x)))
    }
}

impl<X, A: Makes<X>, B: Makes<A::Output>, C: Makes<B::Output>, D: Makes<C::Output>> Makes<X> for (A, B, C, D) {
    type Output = D::Output;
}

#[differentiable]
impl<X: Differentiable + 'static, A, B, C, D> Layer<X, Of<D, Of<C, Of<B, Of<A, X>>>>> for (A, B, C, D)
where
    A: Makes<X> + Layer<X, Of<A, X>> + Differentiable + 'static,
    B: Makes<Of<A, X>> + Layer<Of<A, X>, Of<B, Of<A, X>>> + Differentiable + 'static,
    C: Makes<Of<B, Of<A, X>>> + Layer<Of<B, Of<A, X>>, Of<C, Of<B, Of<A, X>>>> + Differentiable + 'static,
    D: Makes<Of<C, Of<B, Of<A, X>>>>
        + Layer<Of<C, Of<B, Of<A, X>>>, Of<D, Of<C, Of<B, Of<A, X>>>>>
        + Differentiable
        + 'static,
{
    fn forward(&self, x: &X) -> Of<D, Of<C, Of<B, Of<A, X>>>> {
        self.3.forward(&self.2.forward(&self.1.forward(&self.0.forward(x))))
    }
}

/// Layers whose result has the shape of the input: `[parameters] Type, for [bounds of the shape]`.
macro_rules! same_shape {
    ($([$($parameters:tt)*] $layer:ty, for [$($bounds:tt)*];)*) => {$(
        impl<T: Real, S: $($bounds)*, $($parameters)*> Makes<Tensor<T, S>> for $layer {
            type Output = Tensor<T, S>;
        }

        #[differentiable]
        impl<T: Real, S: $($bounds)*, $($parameters)*> Layer<Tensor<T, S>, Tensor<T, S>> for $layer {
            fn forward(&self, x: &Tensor<T, S>) -> Tensor<T, S> {
                self.apply(x)
            }
        }
    )*};
}
same_shape! {
    [const W: usize] LayerNorm<T, W>, for [HasAxis<-1> + SumTo<(Dim<W>,)>];
    [const W: usize] RmsNorm<T, W>, for [HasAxis<-1> + Broadcast<(Dim<W>,), Joined = S>];
    [const G: usize, const C: usize] GroupNorm<T, G, C>, for [Channels<Channel = Dim<C>>];
}

impl<T: Real, S: AnyShape + MatMul<(Dim<I>, Dim<O>)>, const I: usize, const O: usize> Makes<Tensor<T, S>>
    for Linear<T, I, O>
{
    type Output = Tensor<T, S::Product>;
}

#[differentiable]
impl<T: Real, S: AnyShape + MatMul<(Dim<I>, Dim<O>), Product = P>, P: AnyShape, const I: usize, const O: usize>
    Layer<Tensor<T, S>, Tensor<T, P>> for Linear<T, I, O>
{
    fn forward(&self, x: &Tensor<T, S>) -> Tensor<T, P> {
        x.linear(&self.weight, &self.bias)
    }
}

impl<T: Real, const B: usize, const W: usize, const F: usize> Makes<Matrix<T, B, W>> for FeedForward<T, W, F> {
    type Output = Matrix<T, B, W>;
}

#[differentiable]
impl<T: Real, const B: usize, const W: usize, const F: usize> Layer<Matrix<T, B, W>, Matrix<T, B, W>>
    for FeedForward<T, W, F>
{
    fn forward(&self, x: &Matrix<T, B, W>) -> Matrix<T, B, W> {
        self.apply(x)
    }
}

macro_rules! activations {
    ($($(#[$doc:meta])* $name:ident $method:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Differentiable, Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name;

        impl<T: Real, S: AnyShape> Makes<Tensor<T, S>> for $name {
            type Output = Tensor<T, S>;
        }

        #[differentiable]
        impl<T: Real, S: AnyShape> Layer<Tensor<T, S>, Tensor<T, S>> for $name {
            fn forward(&self, x: &Tensor<T, S>) -> Tensor<T, S> {
                x.$method()
            }
        }
    )*};
}
activations! {
    /// `max(x, 0)`, as a [`Layer`].
    Relu relu;
    /// `x Φ(x)`, as a [`Layer`].
    Gelu gelu;
    /// `x σ(x)`, as a [`Layer`].
    Silu silu;
    /// The logistic function, as a [`Layer`].
    Sigmoid sigmoid;
    /// The hyperbolic tangent, as a [`Layer`].
    Tanh tanh;
}
