//! Global average pooling: the mean of every channel. Linear: each position of a plane gets an equal share.

use crate::rule::{By1, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{Planes, Shape, Tensor, accumulate_broadcast};

impl<T: Real, S: Shape> Tensor<T, S> {
    /// The means of the planes of a batch of images `(N, C, H, W)`, or of lines `(N, C, L)`: `(N, C)`; NaN if they have no
    /// positions.
    ///
    /// Derivative: the cotangent / the number of positions of a plane.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([[[[1.0, 2.0], [3.0, 4.0]], [[0.0, 0.0], [0.0, 8.0]]]]);
    /// assert_eq!(x.global_avg_pool(), tensor([[2.5, 2.0]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn global_avg_pool<C: Shape>(&self) -> Tensor<T, C>
    where
        S: Planes<Channels = C>,
    {
        self.mean_to::<S::Kept>().reshape()
    }
}

rule! {
    /// The means of planes. VJP: the cotangent, divided among the positions of the plane.
    global_avg_pool reads (No, No);
    linear for [T: Real, S: Planes] (x: Tensor<T, S>) -> Tensor<T, S::Channels>;
    y = x.global_avg_pool();
    x (=> |c, d| accumulate_broadcast(&c.reshape::<S::Kept>(), d, T::Wide::ONE / T::Wide::from_usize(S::AREA)));
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_global_avg_pool(&self) -> By1<global_avg_pool> {
        By1::new()
    }
}
