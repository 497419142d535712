//! `DVector::from_row_slice(x)`, `Matrix3::from_column_slice(&x[2..11])`, `DMatrix::from_vec(n, m, x)`: matrices of lists of numbers.
//!
//! A rule has operands with a size. Here the operand may be a slice, so there is no rule, only the functions that generated code calls. An
//! array or a `Vec` is a slice too.

use core::marker::PhantomData;

use ::nalgebra::allocator::Allocator;
#[cfg(feature = "alloc")]
use ::nalgebra::{Const, Dyn};
use ::nalgebra::{DefaultAllocator, OMatrix, SMatrix};

use super::Number;
use super::any_size::Size;
use crate::differentiable::Tangent;
use crate::rule::directions::{Directions, Width};
use crate::rule::pair::{PairOut, PairRef, PairSlot};
use crate::rule::slot::Slot;
use crate::rule::{Companion, Nowhere};
use crate::tape::{No, Read, Saved, Sweeps, Tape, TapeSize, Ty, Yes};

/// The order of the numbers of a list in a matrix.
pub trait Order: 'static {
    /// Where the number at `k` is, in a matrix of so many rows and columns.
    fn place(k: usize, rows: usize, columns: usize) -> (usize, usize);
}

/// Row by row.
#[derive(Debug)]
pub struct ByRows;

/// Column by column.
#[derive(Debug)]
pub struct ByColumns;

impl Order for ByRows {
    #[inline(always)]
    fn place(k: usize, _: usize, columns: usize) -> (usize, usize) {
        (k / columns, k % columns)
    }
}

impl Order for ByColumns {
    #[inline(always)]
    fn place(k: usize, rows: usize, _: usize) -> (usize, usize) {
        (k % rows, k / rows)
    }
}

/// The matrix of a list. A size that is not in its type, beside one that is, is as large as the list needs.
///
/// # Panics
/// If the list has more or fewer numbers than the matrix.
#[track_caller]
fn of_list<T: Number, R: Size, C: Size, O: Order>(sizes: Option<(usize, usize)>, list: &[T]) -> OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    let (rows, columns) = sizes.unwrap_or(match (R::LENGTH, C::LENGTH) {
        (Some(rows), Some(columns)) => (rows, columns),
        (Some(rows), None) => (rows, list.len() / rows.max(1)),
        (None, columns) => (list.len() / columns.unwrap_or(1).max(1), columns.unwrap_or(1)),
    });
    assert!(
        list.len() == rows * columns,
        "a matrix of {rows} x {columns} elements cannot be made of {} numbers",
        list.len()
    );
    let mut matrix = super::any_size::filled::<T, R, C>(rows, columns, T::ZERO);
    for (k, x) in list.iter().enumerate() {
        matrix[O::place(k, rows, columns)] = *x;
    }
    matrix
}

/// Adds each component of a cotangent to that of the number it was.
fn add_to_list<T: Number, R: Size, C: Size, O: Order>(list: &mut [T], c: &OMatrix<T, R, C>)
where
    DefaultAllocator: Allocator<R, C>,
{
    if super::forms::is_nothing(c) {
        return;
    }
    let (rows, columns) = c.shape();
    for (k, d) in list.iter_mut().enumerate() {
        *d += c[O::place(k, rows, columns)];
    }
}

macro_rules! same {
    ($n:ident $($same:tt)*) => {
        $($same)*
    };
}

/// What stands for a function that makes a matrix `M` of a list.
macro_rules! companion {
    ($(#[$meta:meta])* $name:ident: $($n:ident $size:ty, $no:ty),*; $sizes:expr) => {
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $name<M, O>(PhantomData<fn() -> (M, O)>);

        impl<M, O> Clone for $name<M, O> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<M, O> Copy for $name<M, O> {}

        #[diagnostic::do_not_recommend]
        impl<M: 'static, O: 'static> Companion for $name<M, O> {
            const THIS: Self = Self(PhantomData);
            type On<X> = Nowhere;
        }

        impl<M, O> $name<M, O> {
            /// The name.
            #[must_use]
            #[expect(clippy::new_without_default, reason = "it is a name, not a value")]
            pub const fn new() -> Self {
                Self(PhantomData)
            }
        }

        #[allow(clippy::too_many_arguments, reason = "a value and a slot for each operand")]
        impl<T: Number, R: Size, C: Size, O: Order> $name<OMatrix<T, R, C>, O>
        where
            DefaultAllocator: Allocator<R, C>,
        {
            /// No number is read again.
            #[inline(always)]
            #[must_use]
            pub fn reads(self) -> ($($no,)* No, No) {
                Default::default()
            }

            /// No number is chosen.
            #[inline(always)]
            #[must_use]
            pub const fn often_zero(self) -> bool {
                false
            }

            /// Nothing.
            #[inline(always)]
            pub fn pushes(self, $($n: &$size,)* _: &[T]) -> Saved<((),), (Yes,)> {
                $(let _ = $n;)*
                Saved::new()
            }

            /// The value.
            #[inline(always)]
            #[track_caller]
            pub fn fwd(self, _: &mut Tape<'_>, $($n: &$size,)* list: &[T]) -> OMatrix<T, R, C> {
                of_list::<T, R, C, O>($sizes, list)
            }

            /// Each number gets the cotangent of its component.
            #[inline(always)]
            pub fn bwd<L: ?Sized>(
                self,
                _: &mut Tape<'_>,
                $($n: Read<'_, $size>,)*
                _: Read<'_, L>,
                _: Read<'_, OMatrix<T, R, C>>,
                c: &OMatrix<T, R, C>,
                $(_: same!($n impl Sized),)*
                list_bar: impl Slot<[T]>,
            ) {
                $(let _ = $n;)*
                list_bar.accumulate(|list| add_to_list::<T, R, C, O>(list, c));
            }

            /// The value and its tangents.
            #[inline(always)]
            pub fn dual<const K: usize, S>(
                self,
                tape: &mut Tape<'_>,
                _: Width<K, S>,
                y_dot: &mut [OMatrix<T, R, C>; K],
                $($n: &$size,)*
                list: &[T],
                $(_: same!($n impl Sized),)*
                list_dot: impl Directions<[T], K>,
            ) -> OMatrix<T, R, C> {
                for (k, y_dot) in y_dot.iter_mut().enumerate() {
                    // The tangent of a list that nothing varies may be that of any length.
                    let dot = list_dot.at(k).filter(|dot| !dot.is_empty());
                    *y_dot = dot.map_or_else(Tangent::zero, |dot| of_list::<T, R, C, O>($sizes, dot));
                }
                self.fwd(tape, $($n,)* list)
            }

            /// No number is read again.
            #[inline(always)]
            #[must_use]
            pub fn reads_dual(self, _: &Ty<()>) -> ($($no,)* No, No) {
                self.reads()
            }

            /// Each number gets the cotangent of its component, and its tangent.
            #[inline]
            pub fn bwd_dual<L: ?Sized>(
                self,
                _: &mut Tape<'_>,
                $($n: Read<'_, $size>,)*
                _: Read<'_, L>,
                _: Read<'_, OMatrix<T, R, C>>,
                $(_: same!($n impl Sized),)*
                _: impl Directions<[T], 1>,
                _: impl Directions<OMatrix<T, R, C>, 1>,
                c: PairRef<'_, OMatrix<T, R, C>>,
                $(_: same!($n impl Sized),)*
                mut list_bar: impl PairSlot<[T]>,
            ) {
                $(let _ = $n;)*
                let PairOut { bar, dot } = list_bar.outs();
                Slot::<[T]>::accumulate(bar, |list| add_to_list::<T, R, C, O>(list, c.bar));
                Slot::<[T]>::accumulate(dot, |list| add_to_list::<T, R, C, O>(list, c.dot));
            }

            /// The size of the tape depends on none.
            #[inline(always)]
            pub fn operands(self, $($n: &$size,)* _: &[T]) -> Ty<()> {
                $(let _ = $n;)*
                Ty::new()
            }

            /// Nothing is left on the tape.
            #[must_use]
            pub const fn words(self, _: &Ty<()>, _depth: usize, sweeps: Sweeps) -> TapeSize {
                sweeps.kept(0, 0)
            }
        }
    };
}

companion! {
    /// What stands for a function of a list alone.
    OfList: ; None
}
companion! {
    /// What stands for a function of a number of rows, a number of columns and a list.
    OfSizedList: rows usize, No, columns usize, No; Some((*rows, *columns))
}

/// Leads from the functions to what generated code calls.
pub trait ListFunctions {
    /// What stands for a function that takes the list row by row.
    type ByRows: Companion;
    /// What stands for a function that takes the list column by column.
    type ByColumns: Companion;
    crate::derivatives_of! {
        fn from_row_slice: Self::ByRows;
        fn from_column_slice: Self::ByColumns;
        fn from_vec: Self::ByColumns;
        fn from_row_vec: Self::ByRows;
    }
}

macro_rules! functions {
    ($([$(const $n:ident),*] $m:ty: $of:ident;)*) => {$(
        impl<T: Number, $(const $n: usize),*> ListFunctions for $m {
            type ByRows = $of<Self, ByRows>;
            type ByColumns = $of<Self, ByColumns>;
        }
    )*};
}
functions! {
    [const R, const C] SMatrix<T, R, C>: OfList;
}
#[cfg(feature = "alloc")]
functions! {
    [const C] OMatrix<T, Dyn, Const<C>>: OfList;
    [const R] OMatrix<T, Const<R>, Dyn>: OfList;
    [] OMatrix<T, Dyn, Dyn>: OfSizedList;
}
