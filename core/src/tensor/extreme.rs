//! Maximum and minimum: of all elements, along one axis, or along several.

use core::convert::identity;

use super::broadcast::Walk;
use super::{Axis, HasAxis, Shape, SumTo, Tensor, fold_to};
#[cfg(feature = "alloc")]
use super::{Dyn, One, walk};
use crate::kernels::{self, Block};
use crate::scalar::{Element, Real};

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

/// The number that loses against every number.
#[inline(always)]
fn not_a_number<T: Real>(_: T) -> T {
    T::NAN
}

impl<T: Element, S: Shape> Tensor<T, S> {
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

    /// The maxima along axis `AXIS`, which becomes [`One`]. A NaN loses against a number; an empty axis does
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

    /// The minima along axis `AXIS`, which becomes [`One`]. A NaN loses against a number; an empty axis does
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

    /// The maxima of the elements that map to one element of shape `K`, over several axes at once. A NaN loses against
    /// a number; empty groups do not compile.
    ///
    /// ```
    /// use cotangent::tensor::{Dim, One, tensor};
    ///
    /// let x = tensor([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 0.0]]]);
    /// assert_eq!(x.max_to::<(Dim<2>,)>(), tensor([7.0, 6.0]));
    /// ```
    #[inline]
    pub fn max_to<K: Shape>(&self) -> Tensor<T, K>
    where
        S: SumTo<K>,
        T: Real,
    {
        self.extreme_to(larger)
    }

    /// The minima of the elements that map to one element of shape `K`, over several axes at once. A NaN loses against
    /// a number; empty groups do not compile.
    ///
    /// ```
    /// use cotangent::tensor::{Dim, One, tensor};
    ///
    /// let x = tensor([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 0.0]]]);
    /// assert_eq!(x.min_to::<(One, Dim<2>, One)>().reshape(), tensor([1.0, 0.0]));
    /// ```
    #[inline]
    pub fn min_to<K: Shape>(&self) -> Tensor<T, K>
    where
        S: SumTo<K>,
        T: Real,
    {
        self.extreme_to(smaller)
    }

    /// All elements folded down to the shape `K` by [`larger`] or [`smaller`], for which NaN is neutral.
    #[inline]
    fn extreme_to<K: Shape>(&self, pick: impl Fn(T, T) -> T + Copy) -> Tensor<T, K>
    where
        S: SumTo<K>,
        T: Real,
    {
        const {
            assert!(S::NUMEL > 0 || K::NUMEL == 0, "an empty tensor has no largest or smallest element");
        }
        fold_to(self, not_a_number, pick)
    }

    /// All elements folded by [`larger`] or [`smaller`].
    #[inline]
    fn extreme(&self, pick: impl Fn(T, T) -> T + Copy) -> T {
        const {
            assert!(S::NUMEL > 0, "an empty tensor has no largest or smallest element");
        }
        let mut out = [self.as_slice()[0]];
        let plan = const { Walk::<S>::one::<()>(1) };
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
        let plan = const { Walk::<S>::one::<S::Kept>(1) };
        kernels::fold(&plan, self.as_slice(), out.as_mut_slice(), identity, pick);
        out
    }
}

/// The largest number of each row.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn largest_of_rows<T: Real, C: Axis>(x: &Tensor<T, (Dyn, C)>) -> Tensor<T, (Dyn, One)> {
    const {
        assert!(C::LEN > 0, "an empty axis has no largest or smallest element");
    }
    let mut out = Tensor::<_, (Dyn, One)>::of_rows(x.as_slice().chunks_exact(C::LEN).map(|row| [row[0]]));
    walk!(plan: (Dyn, C); one<(Dyn, One)>, x.count_rows());
    kernels::fold(plan, x.as_slice(), out.as_mut_slice(), identity, larger);
    out
}
