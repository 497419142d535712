//! What is claimed of nalgebra's types.

use core::array;

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{ArrayStorage, Complex, DefaultAllocator, OMatrix, Point, Quaternion, SMatrix, SVector, Unit};

use super::constant::List;
use super::{Joins, Leads};
use crate::generated::{IsArray, IsMatrix};
use crate::ops::nalgebra::any_size::Size;
use crate::rule::pair::PairRef;
use crate::scalar::Real;
use crate::tape::saved::{self, Length};

/// It leads to what it promises something of, which has the same tangent.
impl<T> Leads for Unit<T> {}

macro_rules! joins {
    ($([$(const $n:ident),*] $a:ty, $b:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Real, $(const $n: usize),*> Joins<$b> for $a {}
        #[diagnostic::do_not_recommend]
        impl<T: Real, $(const $n: usize),*> Joins<&$b> for $a {}
    )*};
}
joins! {
    [const D] Point<T, D>, SVector<T, D>;
    [] Quaternion<T>, Quaternion<T>;
    [] Complex<T>, Complex<T>;
}

#[diagnostic::do_not_recommend]
impl<T: Real, R: Size, C: Size> Joins<OMatrix<T, R, C>> for OMatrix<T, R, C> where DefaultAllocator: Allocator<R, C> {}
#[diagnostic::do_not_recommend]
impl<T: Real, R: Size, C: Size> Joins<&OMatrix<T, R, C>> for OMatrix<T, R, C> where DefaultAllocator: Allocator<R, C> {}

/// A matrix has its numbers in the order of one index, column by column; so do its iterators.
impl<T, const R: usize, const C: usize> List for SMatrix<T, R, C> {}

impl<T, const R: usize, const C: usize> Length for SMatrix<T, R, C> {
    type Size = Cells<R, C>;
}

/// The number of elements of a matrix.
#[derive(Debug)]
pub struct Cells<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> saved::Size for Cells<R, C> {
    const LENGTH: usize = R * C;
}

impl<T, const R: usize, const C: usize> PairRef<'_, SMatrix<T, R, C>> {
    /// The number of elements of each.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it is a length, not a list")]
    pub fn len(self) -> usize {
        R * C
    }
}

impl<T, const R: usize, const C: usize> IsMatrix for SMatrix<T, R, C> {
    type Rows = [(); R];
    type Columns = [(); C];
    const ROWS: [(); R] = [(); R];
    const COLUMNS: [(); C] = [(); C];
}

impl<T, const R: usize, const C: usize> IsArray for SMatrix<T, R, C> {
    type Of<U> = SMatrix<U, R, C>;
    #[inline(always)]
    fn made<U>(mut element: impl FnMut(usize) -> U) -> SMatrix<U, R, C> {
        let columns = array::from_fn(|j| array::from_fn(|i| element(j * R + i)));
        SMatrix::from_array_storage(ArrayStorage(columns))
    }
}
