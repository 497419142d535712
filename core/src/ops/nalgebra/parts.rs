//! Parts of a matrix, at a place that is known when the function runs. Where nalgebra gives a view, derived code has a copy.

#[cfg(feature = "alloc")]
use ::nalgebra::Dyn;
use ::nalgebra::allocator::Allocator;
use ::nalgebra::{Const, DefaultAllocator, Dim, DimRange, Matrix, OMatrix, U1};

use super::Number;
use super::any_size::Size;
use super::forms::is_nothing;
use crate::differentiable::{Ct, Differentiable, Tangent};
use crate::rule::lift::second;
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{By2, By3, Rule2, Rule3};
use crate::tape::{No, Read, Yes};

/// The value, and the part of the cotangent that it belongs to.
macro_rules! parts {
    ($(
        $(#[$meta:meta])*
        $name:ident $([$($g:ident),+])? $({$($range:tt)+})? $rule:ident: ($($at:ident: $At:ty, $at_bar:ident),+) reads $reads:ty => ($rows:ty, $columns:ty);
        |$x:ident| $value:expr; |$d:ident| $place:expr;
    )*) => {$(
        rule! {
            $(#[$meta])*
            $name $([$($g: usize),+])? reads $reads;
        }
        impl<T: Number, R: Size, C: Size $($(, const $g: usize)+)? $(, $($range)+)?> $rule<OMatrix<T, R, C>, $($At),+> for $name $(<$($g),+>)?
        where
            DefaultAllocator: Allocator<R, C> + Allocator<$rows, $columns>,
        {
            type Output = OMatrix<T, $rows, $columns>;
            type Residual = ();
            #[inline]
            fn forward($x: &OMatrix<T, R, C>, $($at: &$At),+) -> (Self::Output, ()) {
                $(let $at = <$At as Clone>::clone($at);)+
                ($value, ())
            }
            #[inline]
            fn vjp(
                (): &(),
                _: Read<'_, OMatrix<T, R, C>>,
                $($at: Read<'_, $At>,)+
                _: Read<'_, Self::Output>,
                c: &Self::Output,
                a_bar: impl Slot<OMatrix<T, R, C>>,
                $(_: impl Slot<Ct<$At>>),+
            ) {
                if is_nothing(c) {
                    return;
                }
                a_bar.accumulate(|$d| {
                    $(let $at = <$At as Clone>::clone($at.get());)+
                    let mut place = $place;
                    place += c;
                });
            }
            #[inline]
            fn jvp(
                _: &OMatrix<T, R, C>,
                $($at: &$At,)+
                _: &Self::Output,
                a_dot: Option<&OMatrix<T, R, C>>,
                $($at_bar: Option<&Ct<$At>>),+
            ) -> Self::Output {
                $(let _ = $at_bar;)+
                a_dot.filter(|t| !is_nothing(*t)).map_or_else(Tangent::zero, |t| Self::forward(t, $($at),+).0)
            }
            second!(linear for OMatrix<T, R, C>, $($At),+);
        }
    )*};
}
parts! {
    /// A column.
    column Rule2: (j: usize, j_dot) reads (No, Yes, No) => (R, U1); |a| a.column(j).into_owned(); |d| d.column_mut(j);
    /// A row.
    row Rule2: (i: usize, i_dot) reads (No, Yes, No) => (U1, C); |a| a.row(i).into_owned(); |d| d.row_mut(i);
    /// `N` rows from row `i` on.
    fixed_rows[N] Rule2: (i: usize, i_dot) reads (No, Yes, No) => (Const<N>, C);
        |a| a.fixed_rows::<N>(i).into_owned(); |d| d.fixed_rows_mut::<N>(i);
    /// `N` columns from column `j` on.
    fixed_columns[N] Rule2: (j: usize, j_dot) reads (No, Yes, No) => (R, Const<N>);
        |a| a.fixed_columns::<N>(j).into_owned(); |d| d.fixed_columns_mut::<N>(j);
    /// `M` rows and `N` columns from element `(i, j)` on.
    fixed_view[M, N] Rule3: (i: usize, i_dot, j: usize, j_dot) reads (No, Yes, Yes, No) => (Const<M>, Const<N>);
        |a| a.fixed_view::<M, N>(i, j).into_owned(); |d| d.fixed_view_mut::<M, N>(i, j);
    /// The rows of a range.
    rows_range {I: DimRange<R, Size: Size> + Differentiable + Clone} Rule2: (i: I, i_dot) reads (No, Yes, No) => (I::Size, C);
        |a| a.rows_range(i).into_owned(); |d| d.rows_range_mut(i);
    /// The columns of a range.
    columns_range {J: DimRange<C, Size: Size> + Differentiable + Clone} Rule2: (j: J, j_dot) reads (No, Yes, No) => (R, J::Size);
        |a| a.columns_range(j).into_owned(); |d| d.columns_range_mut(j);
    /// The rows and columns of two ranges.
    view_range {I: DimRange<R, Size: Size> + Differentiable + Clone, J: DimRange<C, Size: Size> + Differentiable + Clone}
        Rule3: (i: I, i_dot, j: J, j_dot) reads (No, Yes, Yes, No) => (I::Size, J::Size);
        |a| a.view_range(i, j).into_owned(); |d| d.view_range_mut(i, j);
}
#[cfg(feature = "alloc")]
parts! {
    /// As many rows as `n`, from row `i` on.
    rows Rule3: (i: usize, i_dot, n: usize, n_dot) reads (No, Yes, Yes, No) => (Dyn, C);
        |a| a.rows(i, n).into_owned(); |d| d.rows_mut(i, n);
    /// As many columns as `n`, from column `j` on.
    columns Rule3: (j: usize, j_dot, n: usize, n_dot) reads (No, Yes, Yes, No) => (R, Dyn);
        |a| a.columns(j, n).into_owned(); |d| d.columns_mut(j, n);
    /// As many rows and columns as `n` says, from element `i` on.
    view Rule3: (i: (usize, usize), i_dot, n: (usize, usize), n_dot) reads (No, Yes, Yes, No) => (Dyn, Dyn);
        |a| a.view(i, n).into_owned(); |d| d.view_mut(i, n);
}

/// Leads from the methods to their rules.
pub trait PartRules {
    crate::derivatives_of! {
        column: By2<column>;
        row: By2<row>;
        fixed_rows<const N: usize>: By2<fixed_rows<N>>;
        fixed_columns<const N: usize>: By2<fixed_columns<N>>;
        fixed_view<const M: usize, const N: usize>: By3<fixed_view<M, N>>;
        rows_range: By2<rows_range>;
        columns_range: By2<columns_range>;
        view_range: By3<view_range>;
    }
}
impl<T, R: Dim, C: Dim, S> PartRules for Matrix<T, R, C, S> {}

/// Leads from the methods whose results have a size that is known at run time to their rules.
#[cfg(feature = "alloc")]
pub trait PartOfAnySizeRules {
    crate::derivatives_of! {
        rows: By3<rows>;
        columns: By3<columns>;
        view: By3<view>;
    }
}
#[cfg(feature = "alloc")]
impl<T, R: Dim, C: Dim, S> PartOfAnySizeRules for Matrix<T, R, C, S> {}
