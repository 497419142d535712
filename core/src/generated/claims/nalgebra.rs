//! What is claimed of nalgebra's types.

use core::array;
use core::marker::PhantomData;

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{
    ArrayStorage, Complex, DefaultAllocator, Dim, Matrix, OMatrix, Point, Quaternion, RawStorage, SMatrix, SVector,
    Unit,
};
#[cfg(feature = "alloc")]
use ::nalgebra::{Const, Dyn, VecStorage};

use super::constant::{List, Ruled};
use super::{Joins, Leads};
use crate::generated::{IsArray, IsMatrix};
use crate::ops::nalgebra::any_size::Size;
use crate::ops::nalgebra::constructors;
use crate::ops::nalgebra::of_numbers::New;
use crate::rule::By1;
use crate::rule::pair::PairRef;
use crate::scalar::Real;
use crate::tape::UNBOUNDED;
use crate::tape::saved::{self, Length};

/// It leads to what it promises something of, which has the same tangent.
impl<T> Leads for Unit<T> {}

impl<M, const N: usize> Ruled<'_, New<M, N>, M> {
    /// The rule of a function that makes an `M`.
    pub fn rule(self) -> New<M, N> {
        self.0
    }
}

macro_rules! makes {
    ($($rule:ident)*) => {$(
        impl<M> Ruled<'_, By1<constructors::$rule<M>>, M> {
            /// The rule of a function that makes an `M`.
            pub fn rule(self) -> By1<constructors::$rule<M>> {
                self.0
            }
        }
    )*};
}
makes! { from_columns from_rows from_diagonal from_diagonal_element from_element from }

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
impl<T, R: Size, C: Size, S> List for Matrix<T, R, C, S> {}

impl<T, R: Size, C: Size, S> Length for Matrix<T, R, C, S> {
    type Size = Cells<R, C>;
}

/// The number of elements of a matrix.
#[derive(Debug)]
pub struct Cells<R, C>(PhantomData<(R, C)>);

impl<R: Size, C: Size> saved::Size for Cells<R, C> {
    const LENGTH: usize = match (R::LENGTH, C::LENGTH) {
        (Some(rows), Some(columns)) => rows * columns,
        _ => UNBOUNDED,
    };
}

impl<T, R: Dim, C: Dim, S: RawStorage<T, R, C>> PairRef<'_, Matrix<T, R, C, S>> {
    /// The number of elements of each.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it is a length, not a list")]
    pub fn len(self) -> usize {
        self.bar.len()
    }
}

impl<T, R: Size, C: Size, S: RawStorage<T, R, C>> IsMatrix for Matrix<T, R, C, S> {
    type Rows = R::List;
    type Columns = C::List;
    #[inline(always)]
    fn as_rows(&self) -> R::List {
        self.shape_generic().0.list()
    }
    #[inline(always)]
    fn as_columns(&self) -> C::List {
        self.shape_generic().1.list()
    }
}

impl<T, const R: usize, const C: usize> IsArray for SMatrix<T, R, C> {
    type Of<U> = SMatrix<U, R, C>;
    #[inline(always)]
    fn made<U>(&self, mut element: impl FnMut(usize) -> U) -> SMatrix<U, R, C> {
        let columns = array::from_fn(|j| array::from_fn(|i| element(j * R + i)));
        SMatrix::from_array_storage(ArrayStorage(columns))
    }
}

/// The sizes in parentheses are not in the type.
macro_rules! made {
    ($([$($n:ident)?] ($r:ty, $c:ty);)*) => {$(
        #[cfg(feature = "alloc")]
        impl<T $(, const $n: usize)?> IsArray for Matrix<T, $r, $c, VecStorage<T, $r, $c>> {
            type Of<U> = Matrix<U, $r, $c, VecStorage<U, $r, $c>>;
            fn made<U>(&self, element: impl FnMut(usize) -> U) -> Self::Of<U> {
                let (rows, columns) = self.shape_generic();
                let elements = (0..rows.value() * columns.value()).map(element).collect();
                Matrix::from_data(VecStorage::new(rows, columns, elements))
            }
        }
    )*};
}
made! {
    [] (Dyn, Dyn);
    [N] (Dyn, Const<N>);
    [N] (Const<N>, Dyn);
}
