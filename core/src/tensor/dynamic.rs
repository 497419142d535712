//! [`Dyn`], an axis whose length is known when the program runs, and the tensors that begin with it.

use alloc::vec::Vec;
use core::any::Any;
use core::mem::MaybeUninit;
use core::ops::Range;

use super::shape::Layout;
use super::{AnyShape, Axis, Dim, Shape, Tensor};
use crate::kernels::MAX_RANK;
use crate::scalar::Element;
use crate::tape::Frame;

/// An axis whose length is known when the program runs: the first axis of a batch.
///
/// `Tensor<f32, (Dyn, Dim<784>)>` holds any number of rows of 784 numbers, on the heap. The compiler checks all other axes as always. Where
/// two tensors with `Dyn` meet, their lengths are compared before anything is computed, and the message of the panic has both shapes. The
/// numbers are those of a tensor whose length is in its type, to the bit. A row costs more time than in such a tensor, because the
/// compiler knows less of the loops.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn loss(w: &Matrix<f64, 2, 1>, #[constant] x: &Batch<f64, 2>, #[constant] y: &Batch<f64, 1>) -> f64 {
///     let error = x.matmul(w) - y;
///     (&error * &error).mean()
/// }
/// let (x, y) = (Batch::of_rows([[1.0, 2.0], [3.0, 4.0]]), Batch::of_rows([[4.0], [9.0]]));
/// let w = Matrix::full(1.0);
/// assert_eq!(loss::value_and_grad(&w, &x, &y), (2.5, tensor([[-7.0], [-10.0]])));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dyn;

/// Any number of rows of `N` numbers; a tensor that begins with [`Dyn`].
pub type Batch<T, const N: usize> = Tensor<T, (Dyn, Dim<N>)>;

/// The numbers of rows, one after the other.
#[derive(Clone)]
pub struct Rows<T> {
    numbers: Vec<T>,
    rows: usize,
}

/// The lengths and the strides of a shape, after an axis `Dyn`.
const fn behind_dyn<S: Shape>() -> ([usize; MAX_RANK], [usize; MAX_RANK]) {
    assert!(S::RANK < MAX_RANK);
    let mut strides = S::STRIDES;
    strides[MAX_RANK - 1 - S::RANK] = S::NUMEL;
    (S::DIMS, strides)
}

macro_rules! dynamic {
    ($rank:literal: $($axis:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($axis: Axis),*> AnyShape for (Dyn, $($axis,)*) {
            const STATIC: bool = false;
            const AXES: usize = $rank;
            const ROW: usize = <($($axis,)*) as Shape>::NUMEL;
            const EXTENTS: [usize; MAX_RANK] = behind_dyn::<($($axis,)*)>().0;
            const STEPS: [usize; MAX_RANK] = behind_dyn::<($($axis,)*)>().1;
            type Numbers<T: Element> = Rows<T>;
            type Rows = usize;
            type View<'t, T: Element> = Tensor<T, Self>;
            #[inline(always)]
            fn rows(rows: usize) -> usize {
                rows
            }
            #[inline(always)]
            fn count(rows: usize) -> usize {
                rows
            }
            #[inline(always)]
            fn rows_of<T: Element>(numbers: &Rows<T>) -> usize {
                numbers.rows
            }
            #[inline(always)]
            fn slice<T: Element>(numbers: &Rows<T>) -> &[T] {
                &numbers.numbers
            }
            #[inline(always)]
            fn slice_mut<T: Element>(numbers: &mut Rows<T>) -> &mut [T] {
                &mut numbers.numbers
            }
            #[inline]
            fn zero_rows<T: Element>(rows: usize) -> Tensor<T, Self> {
                Tensor(Rows { numbers: alloc::vec![T::ZERO; rows * Self::ROW], rows })
            }
            #[inline(always)]
            fn written<T: Element>(rows: usize, write: impl FnOnce(&mut Tensor<T, Self>)) -> Tensor<T, Self> {
                let mut out = Self::zero_rows(rows);
                write(&mut out);
                out
            }
            #[inline(always)]
            fn same<T: Element, U: Element>(x: &Tensor<T, Self>) -> &Tensor<U, Self> {
                (x as &dyn Any).downcast_ref().expect("numbers of one type")
            }
            #[inline(always)]
            fn same_mut<T: Element, U: Element>(x: &mut Tensor<T, Self>) -> &mut Tensor<U, Self> {
                (x as &mut dyn Any).downcast_mut().expect("numbers of one type")
            }
            #[inline(always)]
            fn enter<T: Element>(room: &mut MaybeUninit<Tensor<T, Self>>) -> &mut Tensor<T, Self> {
                room.write(Self::zero_rows(0))
            }
            fn boxed_zeros<T: Element>() -> alloc::boxed::Box<Tensor<T, Self>> {
                alloc::boxed::Box::new(Self::zero_rows(0))
            }
            #[inline(always)]
            fn bytes_mut<T: Element>(_: &mut Tensor<T, Self>) -> Option<&mut [u8]> {
                None
            }
            #[inline(always)]
            fn of_bytes_mut<T: Element>(_: &mut [u8]) -> Option<&mut Tensor<T, Self>> {
                None
            }
            #[allow(clippy::cast_possible_truncation, reason = "it was a length")]
            fn view<T: Element>(frame: &mut Frame<&[u64]>) -> Tensor<T, Self> {
                let rows = frame.word() as usize;
                let n = rows * Self::ROW;
                let words = frame.next((n * size_of::<T>()).div_ceil(8));
                Tensor(Rows { numbers: bytemuck::cast_slice(words)[..n].into(), rows })
            }
            fn place<'t, T: Element>(_: &mut Frame<&'t mut [u64]>) -> &'t mut Tensor<T, Self> {
                unreachable!("its numbers are on the heap")
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($axis: Axis),*> Batched for (Dyn, $($axis,)*) {
            type Row = ($($axis,)*);
            fn of<T: Element>(numbers: Vec<T>, rows: usize) -> Tensor<T, Self> {
                Tensor(Rows { numbers, rows })
            }
        }

        impl<T: Element, $($axis: Axis),*> Default for Tensor<T, (Dyn, $($axis,)*)> {
            /// No rows.
            fn default() -> Self {
                Self::zeros_in(0)
            }
        }
    };
}
dynamic!(1:);
dynamic!(2: A);
dynamic!(3: A B);
dynamic!(4: A B C);
dynamic!(5: A B C D);
dynamic!(6: A B C D E);

/// A shape whose first axis is [`Dyn`].
#[diagnostic::on_unimplemented(
    message = "shape `{Self}` does not begin with `Dyn`",
    label = "the compiler knows how many rows it has",
    note = "a batch has a shape such as `(Dyn, Dim<784>)`"
)]
pub trait Batched: AnyShape {
    /// The shape of a row.
    type Row: Shape;
    /// A tensor of the numbers of so many rows.
    #[doc(hidden)]
    fn of<T: Element>(numbers: Vec<T>, rows: usize) -> Tensor<T, Self>;
}

impl<T: Element, S: Batched> Tensor<T, S> {
    /// The rows, nested arrays, one after the other.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x: Batch<f64, 2> = Batch::of_rows([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    /// assert_eq!((x.rows(), x.sum()), (3, 21.0));
    /// ```
    #[must_use]
    pub fn of_rows(rows: impl IntoIterator<Item = <S::Row as Layout>::Array<T>>) -> Self {
        let (mut numbers, mut count) = (Vec::new(), 0);
        for row in rows {
            numbers.extend_from_slice(S::Row::flat(&row));
            count += 1;
        }
        S::of(numbers, count)
    }

    /// Numbers in row-major order; `None` if they are not whole rows.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(Batch::<i32, 2>::of_numbers(vec![1, 2, 3, 4]), Some(Batch::of_rows([[1, 2], [3, 4]])));
    /// assert_eq!(Batch::<i32, 2>::of_numbers(vec![1, 2, 3]), None);
    /// ```
    #[must_use]
    pub fn of_numbers(numbers: Vec<T>) -> Option<Self> {
        let rows = numbers.len().checked_div(S::ROW)?;
        (rows * S::ROW == numbers.len()).then(|| S::of(numbers, rows))
    }

    /// Zeros in so many rows.
    #[must_use]
    pub fn zeros_in(rows: usize) -> Self {
        S::zero_rows(rows)
    }

    /// The number of rows.
    #[inline(always)]
    #[must_use]
    pub fn rows(&self) -> usize {
        self.count_rows()
    }

    /// A copy of some rows.
    ///
    /// # Panics
    /// If there are not so many.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = Batch::of_rows([[1, 2], [3, 4], [5, 6]]);
    /// assert_eq!(x.some_rows(1..3), Batch::of_rows([[3, 4], [5, 6]]));
    /// ```
    #[must_use]
    pub fn some_rows(&self, rows: Range<usize>) -> Self {
        S::of(self.as_slice()[rows.start * S::ROW..rows.end * S::ROW].to_vec(), rows.len())
    }
}

/// One number in each row.
impl<T: Element> From<Vec<T>> for Tensor<T, (Dyn,)> {
    fn from(numbers: Vec<T>) -> Self {
        let rows = numbers.len();
        Self(Rows { numbers, rows })
    }
}
