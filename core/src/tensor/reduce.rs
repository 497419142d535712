//! Sum, mean, maximum and minimum: of all elements, or along one axis.
//!
//! `sum_axis` removes the axis, `sum_keep` leaves [`One`](super::One) in its place, which then broadcasts back against the
//! original. Both are the same numbers: a reduction is a walk over the full shape in which the result stands still along
//! the reduced axis.

use core::convert::identity;
use core::ops::Add;

use super::broadcast::Walk;
use super::{Axis, HasAxis, Shape, Tensor};
use crate::kernels::{self, Block};
use crate::real::{Element, Real};

/// The larger number. A NaN loses against a number, as in `f64::max`.
#[inline(always)]
#[allow(clippy::eq_op)]
fn larger<T: Element>(a: T, b: T) -> T {
    if b > a || a != a { b } else { a }
}

/// The smaller number. A NaN loses against a number, as in `f64::min`.
#[inline(always)]
#[allow(clippy::eq_op)]
fn smaller<T: Element>(a: T, b: T) -> T {
    if b < a || a != a { b } else { a }
}

impl<T: Element, S: Shape> Tensor<T, S> {
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
        self.sum() / T::from_usize(S::NUMEL)
    }

    /// The largest element. A NaN loses against a number, as in [`f64::max`]; an empty tensor does not compile.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1, 2], [4, 3]]).max(), 4);
    /// ```
    #[inline]
    pub fn max(&self) -> T {
        self.extreme(larger)
    }

    /// The smallest element. A NaN loses against a number, as in [`f64::min`]; an empty tensor does not compile.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[2, 1], [4, 3]]).min(), 1);
    /// ```
    #[inline]
    pub fn min(&self) -> T {
        self.extreme(smaller)
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
        let mut out = self.sum_keep::<AXIS>();
        out /= T::from_usize(S::Axis::LEN);
        out
    }

    /// The maxima along axis `AXIS`, which is removed. A NaN loses against a number; an empty axis does not compile.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1, 5], [3, 4]]).max_axis::<0>(), tensor([3, 5]));
    /// ```
    #[inline]
    pub fn max_axis<const AXIS: isize>(&self) -> Tensor<T, <S as HasAxis<AXIS>>::Removed>
    where
        S: HasAxis<AXIS>,
    {
        self.max_keep::<AXIS>().relabel()
    }

    /// The maxima along axis `AXIS`, which becomes [`One`](super::One). A NaN loses against a number; an empty axis does
    /// not compile.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let x = tensor([[1, 5], [3, 4]]);
    /// assert_eq!(x - x.max_keep::<-1>(), tensor([[-4, 0], [-1, 0]]));
    /// ```
    #[inline]
    pub fn max_keep<const AXIS: isize>(&self) -> Tensor<T, <S as HasAxis<AXIS>>::Kept>
    where
        S: HasAxis<AXIS>,
    {
        self.extreme_keep::<AXIS>(larger)
    }

    /// The minima along axis `AXIS`, which is removed. A NaN loses against a number; an empty axis does not compile.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1, 5], [3, 4]]).min_axis::<0>(), tensor([1, 4]));
    /// ```
    #[inline]
    pub fn min_axis<const AXIS: isize>(&self) -> Tensor<T, <S as HasAxis<AXIS>>::Removed>
    where
        S: HasAxis<AXIS>,
    {
        self.min_keep::<AXIS>().relabel()
    }

    /// The minima along axis `AXIS`, which becomes [`One`](super::One). A NaN loses against a number; an empty axis does
    /// not compile.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let x = tensor([[1, 5], [3, 4]]);
    /// assert_eq!(x - x.min_keep::<-1>(), tensor([[0, 4], [0, 1]]));
    /// ```
    #[inline]
    pub fn min_keep<const AXIS: isize>(&self) -> Tensor<T, <S as HasAxis<AXIS>>::Kept>
    where
        S: HasAxis<AXIS>,
    {
        self.extreme_keep::<AXIS>(smaller)
    }

    /// All elements folded by [`larger`] or [`smaller`].
    #[inline]
    fn extreme(&self, pick: impl Fn(T, T) -> T + Copy) -> T {
        const {
            assert!(S::NUMEL > 0, "an empty tensor has no largest or smallest element");
        }
        let mut out = [self.as_slice()[0]];
        let plan = const { Walk::<S>::one::<()>() };
        kernels::fold(&plan, self.as_slice(), &mut out, identity, pick);
        out[0]
    }

    /// The elements along an axis folded by [`larger`] or [`smaller`], starting from the first.
    #[inline]
    fn extreme_keep<const AXIS: isize>(&self, pick: impl Fn(T, T) -> T + Copy) -> Tensor<T, <S as HasAxis<AXIS>>::Kept>
    where
        S: HasAxis<AXIS>,
    {
        const {
            assert!(S::Axis::LEN > 0, "an empty axis has no largest or smallest element");
        }
        let mut out = Tensor::ZEROS;
        let to = Block { start: 0, pitch: S::INNER, width: S::INNER, count: S::OUTER };
        let from = Block { pitch: S::INNER * S::Axis::LEN, ..to };
        kernels::copy_block(self.as_slice(), from, out.as_mut_slice(), to);
        let plan = const { Walk::<S>::one::<S::Kept>() };
        kernels::fold(&plan, self.as_slice(), out.as_mut_slice(), identity, pick);
        out
    }

    /// The same numbers under a shape of the same lengths, save lengths of 1.
    #[inline(always)]
    pub(super) fn relabel<R: Shape>(self) -> Tensor<T, R> {
        bytemuck::cast(self)
    }
}
