//! Sum and mean: of all elements, along one axis, or along several.
//!
//! `sum_axis` removes the axis, `sum_keep` replaces it by [`One`](super::One), which then broadcasts back against the
//! original. Both compute the same numbers: a reduction walks the full shape while the position in the result is
//! constant along the reduced axis.

use core::ops::Add;

use super::{AnyShape, HasAxis, Shape, SumTo, Tensor, accumulate_sum_to, count_in, wide_mut};
use crate::scalar::{Element, Real};

impl<T: Element, S: AnyShape> Tensor<T, S> {
    /// The sum of all elements, added pairwise.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1, 2], [3, 4]]).sum(), 10);
    /// ```
    #[inline]
    pub fn sum(&self) -> T
    where
        T: Add<Output = T>,
    {
        self.sum_to::<()>().item()
    }

    /// The mean of all elements; NaN if there are none.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1.0, 2.0], [3.0, 4.0]]).mean(), 2.5);
    /// ```
    #[inline]
    pub fn mean(&self) -> T
    where
        T: Real,
    {
        self.mean_to::<()>().item()
    }

    /// The means of the elements that map to one element of shape `K`, over several axes at once; NaN for empty groups.
    ///
    /// ```
    /// use cotangent::tensor::{Dim, One, tensor};
    ///
    /// let x = tensor([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]);
    /// assert_eq!(x.mean_to::<(Dim<2>,)>(), tensor([4.0, 5.0]));
    /// assert_eq!(x.mean_to::<(One, Dim<2>, One)>().reshape(), tensor([3.5, 5.5]));
    /// ```
    #[inline]
    pub fn mean_to<K: Shape>(&self) -> Tensor<T, K>
    where
        S: SumTo<K>,
        T: Real,
    {
        let mut out = Tensor::ZEROS;
        wide_mut(&mut out, |out| {
            accumulate_sum_to(self, out);
            *out /= count_in::<T::Wide, S, K>(self.count_rows());
        });
        out
    }

    /// The sums along axis `AXIS`, which is removed.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let x = tensor([[1, 2], [3, 4]]);
    /// assert_eq!(x.sum_axis::<0>(), tensor([4, 6]));
    /// assert_eq!(x.sum_axis::<-1>(), tensor([3, 7]));
    /// ```
    #[inline]
    pub fn sum_axis<const AXIS: isize>(&self) -> Tensor<T, <S as HasAxis<AXIS>>::Removed>
    where
        S: HasAxis<AXIS>,
        T: Add<Output = T>,
    {
        self.sum_keep::<AXIS>().relabel()
    }

    /// The sums along axis `AXIS`, which becomes [`One`](super::One).
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let x = tensor([[1.0, 3.0], [1.0, 1.0]]);
    /// assert_eq!(x / x.sum_keep::<-1>(), tensor([[0.25, 0.75], [0.5, 0.5]]));
    /// ```
    #[inline]
    pub fn sum_keep<const AXIS: isize>(&self) -> Tensor<T, <S as HasAxis<AXIS>>::Kept>
    where
        S: HasAxis<AXIS>,
        T: Add<Output = T>,
    {
        self.sum_to()
    }

    /// The means along axis `AXIS`, which is removed; NaN along an empty axis.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1.0, 2.0], [3.0, 4.0]]).mean_axis::<0>(), tensor([2.0, 3.0]));
    /// ```
    #[inline]
    pub fn mean_axis<const AXIS: isize>(&self) -> Tensor<T, <S as HasAxis<AXIS>>::Removed>
    where
        S: HasAxis<AXIS>,
        T: Real,
    {
        self.mean_keep::<AXIS>().relabel()
    }

    /// The means along axis `AXIS`, which becomes [`One`](super::One); NaN along an empty axis.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let x = tensor([[1.0, 2.0], [3.0, 4.0]]);
    /// assert_eq!(x - x.mean_keep::<0>(), tensor([[-1.0, -1.0], [1.0, 1.0]]));
    /// ```
    #[inline]
    pub fn mean_keep<const AXIS: isize>(&self) -> Tensor<T, <S as HasAxis<AXIS>>::Kept>
    where
        S: HasAxis<AXIS>,
        T: Real,
    {
        self.mean_to()
    }
}

impl<T: Element, S: Shape> Tensor<T, S> {
    /// The same numbers in a shape with the same lengths, except for lengths of 1.
    #[inline(always)]
    pub(super) fn relabel<R: Shape>(self) -> Tensor<T, R> {
        bytemuck::cast(self)
    }
}
