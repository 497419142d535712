//! The functions that make matrices whose sizes are arguments: `DMatrix::from_element(n, m, x)`, `DMatrix::from_columns(&columns)`.

use alloc::vec::Vec;

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{DMatrix, DVector, DefaultAllocator, Dyn, Matrix, OMatrix, OVector, RowDVector, U1};

use super::Number;
use super::any_size::Size;
use super::constructors::{from, from_columns, from_rows};
use super::forms::{is_nothing, linear};
use super::matrices::diagonal_of;
use crate::differentiable::{NoGrad, Tangent};
use crate::rule::lift::second;
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, By3, Rule2, Rule3, rule};
use crate::tape::{No, Read};

rule! {
    /// A vector of equal numbers: their number, and the number.
    vector_of_element<M> reads (No, No, No);
}
rule! {
    /// A matrix of equal numbers: its sizes, and the number.
    matrix_of_element<M> reads (No, No, No, No);
}
rule! {
    /// A matrix with equal numbers on its diagonal.
    matrix_of_diagonal_element<M> reads (No, No, No, No);
}

/// The rules of a vector.
macro_rules! vectors {
    ($($m:ty)*) => {
        linear! {$(
            from<$m>: [] (Vec<T>) -> $m;
                |x| <$m>::from_row_slice(x); |t| <$m>::from_row_slice(t); |c| c.as_slice().to_vec();
        )*}
        $(
            impl<T: Number> Rule2<usize, T> for vector_of_element<$m> {
                type Output = $m;
                type Residual = ();
                fn forward(n: &usize, x: &T) -> ($m, ()) {
                    (<$m>::from_element(*n, *x), ())
                }
                fn vjp(
                    (): &(),
                    _: Read<'_, usize>,
                    _: Read<'_, T>,
                    _: Read<'_, $m>,
                    c: &$m,
                    _: impl Slot<NoGrad>,
                    x_bar: impl Slot<T>,
                ) {
                    x_bar.accumulate(|d| *d += c.sum());
                }
                fn jvp(n: &usize, _: &T, _: &$m, _: Option<&NoGrad>, x_dot: Option<&T>) -> $m {
                    <$m>::from_element(*n, x_dot.copied().unwrap_or(T::ZERO))
                }
                second!(linear for usize, T);
            }
            impl<T: Number> VectorFunctions for $m {}
        )*
    };
}
vectors!(DVector<T> RowDVector<T>);

/// A matrix of two sizes and a list of numbers, or of one number: what it is, and what its cotangent is to them.
macro_rules! matrices {
    ($($rule:ident: [$($g:tt)*] $a:ty; |$n:ident, $m:ident, $x:ident| $value:expr; |$c:ident| $to:expr;)*) => {$(
        impl<T: Number $($g)*> Rule3<usize, usize, $a> for $rule<DMatrix<T>> {
            type Output = DMatrix<T>;
            type Residual = ();
            fn forward($n: &usize, $m: &usize, $x: &$a) -> (DMatrix<T>, ()) {
                ($value, ())
            }
            fn vjp(
                (): &(),
                _: Read<'_, usize>,
                _: Read<'_, usize>,
                _: Read<'_, $a>,
                _: Read<'_, DMatrix<T>>,
                $c: &DMatrix<T>,
                _: impl Slot<NoGrad>,
                _: impl Slot<NoGrad>,
                x_bar: impl Slot<$a>,
            ) {
                if is_nothing($c) {
                    return;
                }
                x_bar.accumulate(|d| Tangent::accumulate(d, &$to));
            }
            fn jvp(
                n: &usize,
                m: &usize,
                _: &$a,
                _: &DMatrix<T>,
                _: Option<&NoGrad>,
                _: Option<&NoGrad>,
                x_dot: Option<&$a>,
            ) -> DMatrix<T> {
                x_dot.map_or_else(Tangent::zero, |t| Self::forward(n, m, t).0)
            }
            second!(linear for usize, usize, $a);
        }
    )*};
}
matrices! {
    matrix_of_element: [] T; |n, m, x| DMatrix::from_element(*n, *m, *x); |c| c.sum();
    matrix_of_diagonal_element: [] T; |n, m, x| DMatrix::from_diagonal_element(*n, *m, *x); |c| diagonal_of(c).sum();
}

// Columns and rows of any length.
linear! {
    from_columns<OMatrix<T, R, Dyn>>: [R: Size, const N: usize] ([OVector<T, R>; N]) -> OMatrix<T, R, Dyn>
        where [DefaultAllocator: Allocator<R, Dyn> + Allocator<R>];
        |x| OMatrix::from_columns(x); |t| OMatrix::from_columns(t); |c| core::array::from_fn(|j| c.column(j).into_owned());
    from_columns<OMatrix<T, R, Dyn>>: [R: Size] (Vec<OVector<T, R>>) -> OMatrix<T, R, Dyn>
        where [DefaultAllocator: Allocator<R, Dyn> + Allocator<R>];
        |x| OMatrix::from_columns(x); |t| OMatrix::from_columns(t); |c| c.column_iter().map(Matrix::into_owned).collect::<Vec<_>>();
    from_rows<OMatrix<T, Dyn, C>>: [C: Size, const N: usize] ([OMatrix<T, U1, C>; N]) -> OMatrix<T, Dyn, C>
        where [DefaultAllocator: Allocator<Dyn, C> + Allocator<U1, C>];
        |x| OMatrix::from_rows(x); |t| OMatrix::from_rows(t); |c| core::array::from_fn(|i| c.row(i).into_owned());
    from_rows<OMatrix<T, Dyn, C>>: [C: Size] (Vec<OMatrix<T, U1, C>>) -> OMatrix<T, Dyn, C>
        where [DefaultAllocator: Allocator<Dyn, C> + Allocator<U1, C>];
        |x| OMatrix::from_rows(x); |t| OMatrix::from_rows(t); |c| c.row_iter().map(Matrix::into_owned).collect::<Vec<_>>();
}

/// Leads from the functions of vectors to their rules.
pub trait VectorFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from: By1<from<Self>>;
        fn from_element: By2<vector_of_element<Self>>;
        fn repeat: By2<vector_of_element<Self>>;
    }
}

/// Leads from the functions of matrices to their rules.
pub trait DynamicMatrixFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_element: By3<matrix_of_element<Self>>;
        fn repeat: By3<matrix_of_element<Self>>;
        fn from_diagonal_element: By3<matrix_of_diagonal_element<Self>>;
    }
}
impl<T: Number> DynamicMatrixFunctions for DMatrix<T> {}
