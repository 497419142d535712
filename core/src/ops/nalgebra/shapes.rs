//! Matrices made of others with more or fewer numbers.
//!
//! The size of a result is a sum or a product of sizes, which nalgebra computes of the types.

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{Const, DefaultAllocator, DimAdd, DimMul, DimSub, Matrix, OMatrix, OVector, Point, SVector, U1};

use super::Number;
use super::any_size::{Size, filled};
use super::forms::lifted;
use crate::differentiable::{NoGrad, Tangent};
use crate::rule::rule;
use crate::rule::{By1, By2, By3};
use crate::tape::{No, Yes};

rule! {
    /// `A ⊗ B`: the blocks `aᵢⱼ B`. VJP: `āᵢⱼ +=` the product of block `i, j` of `Ȳ` with `B`, `B̄ += Σ aᵢⱼ` times that block.
    kronecker reads (Yes, Yes, No);
}
rule! {
    /// The vector with one more number.
    push reads (No, No, No);
}
rule! {
    /// The matrix with one more row, of equal numbers.
    insert_row reads (No, Yes, No, No);
}
rule! {
    /// The matrix with one more column, of equal numbers.
    insert_column reads (No, Yes, No, No);
}
rule! {
    /// The matrix without one row.
    remove_row reads (No, Yes, No);
}
rule! {
    /// The matrix without one column.
    remove_column reads (No, Yes, No);
}
rule! {
    /// A point with a 1, or a vector with a 0.
    homogeneous reads (No, No);
}
rule! {
    /// The point `x / w` of `(x, w)`, `None` if `w` is 0.
    from_homogeneous<M> reads (Yes, Yes);
}

/// All rows but one.
fn rows_without<T: Number, N: Size, R: Size, C: Size>(c: &OMatrix<T, N, C>, row: usize) -> OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<N, C> + Allocator<R, C>,
{
    let (rows, columns) = (R::from_usize(c.nrows() - 1), C::from_usize(c.ncols()));
    OMatrix::from_fn_generic(rows, columns, |i, j| c[(i + usize::from(i >= row), j)])
}

/// The matrix with one more row, of equal numbers.
#[track_caller]
fn with_row<T: Number, R: Size, C: Size, N: Size>(a: &OMatrix<T, R, C>, row: usize, s: T) -> OMatrix<T, N, C>
where
    DefaultAllocator: Allocator<R, C> + Allocator<N, C>,
{
    assert!(row <= a.nrows(), "a row is inserted at {row}, and the matrix has {} rows", a.nrows());
    let (rows, columns) = (N::from_usize(a.nrows() + 1), C::from_usize(a.ncols()));
    OMatrix::from_fn_generic(rows, columns, |i, j| if i == row { s } else { a[(i - usize::from(i > row), j)] })
}

/// The matrix with one more column, of equal numbers.
#[track_caller]
fn with_column<T: Number, R: Size, C: Size, N: Size>(a: &OMatrix<T, R, C>, column: usize, s: T) -> OMatrix<T, R, N>
where
    DefaultAllocator: Allocator<R, C> + Allocator<R, N>,
{
    assert!(column <= a.ncols(), "a column is inserted at {column}, and the matrix has {} columns", a.ncols());
    let (rows, columns) = (R::from_usize(a.nrows()), N::from_usize(a.ncols() + 1));
    OMatrix::from_fn_generic(rows, columns, |i, j| if j == column { s } else { a[(i, j - usize::from(j > column))] })
}

/// All columns but one.
fn columns_without<T: Number, R: Size, N: Size, C: Size>(c: &OMatrix<T, R, N>, column: usize) -> OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, N> + Allocator<R, C>,
{
    let (rows, columns) = (R::from_usize(c.nrows()), C::from_usize(c.ncols() - 1));
    OMatrix::from_fn_generic(rows, columns, |i, j| c[(i, j + usize::from(j >= column))])
}

lifted! {
    kronecker: [R: Size + DimMul<K, Output = M>, C: Size + DimMul<L, Output = N>, K: Size, L: Size, M: Size, N: Size]
        (a: OMatrix<T, R, C>, b: OMatrix<T, K, L>) -> OMatrix<T, M, N>
        where [DefaultAllocator: Allocator<R, C> + Allocator<K, L> + Allocator<M, N>];
        |a, b| a.kronecker(b);
        |c, a, b, y| {
            let (k, l) = b.get().shape_generic();
            a.get().map_with_location(|i, j, _| c.generic_view((i * k.value(), j * l.value()), (k, l)).dot(b.get()))
        };
        |c, a, b, y| {
            let (k, l) = b.get().shape_generic();
            let mut sum = filled::<T, K, L>(k.value(), l.value(), T::ZERO);
            for (j, column) in a.get().column_iter().enumerate() {
                for (i, x) in column.iter().enumerate() {
                    sum.zip_apply(&c.generic_view((i * k.value(), j * l.value()), (k, l)), |sum, c| *sum += c * *x);
                }
            }
            sum
        };
    push: [D: Size + DimAdd<U1, Output = N>, N: Size] (x: OVector<T, D>, s: T) -> OVector<T, N>
        where [DefaultAllocator: Allocator<D> + Allocator<N>];
        |x, s| x.push(*s); |c, x, s, y| rows_without(c, c.len() - 1); |c, x, s, y| c[c.len() - 1];
    insert_row: [R: Size + DimAdd<U1, Output = N>, C: Size, N: Size] (a: OMatrix<T, R, C>, i: usize, s: T) -> OMatrix<T, N, C>
        where [DefaultAllocator: Allocator<R, C> + Allocator<N, C>];
        |a, i, s| with_row(a, *i, *s); |c, a, i, s, y| rows_without(c, *i.get()); |c, a, i, s, y| NoGrad;
        |c, a, i, s, y| c.row(*i.get()).sum();
    insert_column: [R: Size, C: Size + DimAdd<U1, Output = N>, N: Size] (a: OMatrix<T, R, C>, j: usize, s: T) -> OMatrix<T, R, N>
        where [DefaultAllocator: Allocator<R, C> + Allocator<R, N>];
        |a, j, s| with_column(a, *j, *s); |c, a, j, s, y| columns_without(c, *j.get()); |c, a, j, s, y| NoGrad;
        |c, a, j, s, y| c.column(*j.get()).sum();
    remove_row: [R: Size + DimSub<U1, Output = N>, C: Size, N: Size] (a: OMatrix<T, R, C>, i: usize) -> OMatrix<T, N, C>
        where [DefaultAllocator: Allocator<R, C> + Allocator<N, C>];
        |a, i| rows_without(a, *i); |c, a, i, y| with_row(c, *i.get(), T::ZERO); |c, a, i, y| NoGrad;
    remove_column: [R: Size, C: Size + DimSub<U1, Output = N>, N: Size] (a: OMatrix<T, R, C>, j: usize) -> OMatrix<T, R, N>
        where [DefaultAllocator: Allocator<R, C> + Allocator<R, N>];
        |a, j| columns_without(a, *j); |c, a, j, y| with_column(c, *j.get(), T::ZERO); |c, a, j, y| NoGrad;
    homogeneous: [const D: usize, const N: usize] (p: Point<T, D>) -> SVector<T, N> where [Const<D>: DimAdd<U1, Output = Const<N>>];
        |p| p.coords.push(T::ONE); |c, p, y| Point { coords: rows_without(c, D) };
    homogeneous: [const D: usize, const N: usize] (x: SVector<T, D>) -> SVector<T, N> where [Const<D>: DimAdd<U1, Output = Const<N>>];
        |x| x.push(T::ZERO); |c, x, y| rows_without(c, D);
    from_homogeneous<Point<T, D>> => from_homogeneous<Point<crate::scalar::Dual<T>, D>>:
        [const D: usize, const N: usize] (x: SVector<T, N>) -> Option<Point<T, D>> where [Const<D>: DimAdd<U1, Output = Const<N>>];
        |x| (x[D] != T::ZERO).then(|| Point { coords: rows_without::<T, Const<N>, Const<D>, U1>(x, D) / x[D] });
        |c, x, y| {
            let w = x.get()[D];
            y.get().map_or_else(Tangent::zero, |y| {
                SVector::<T, N>::from_fn(|i, _| if i < D { c[i] / w } else { -y.coords.dot(&c.coords) / w })
            })
        };
}

/// Leads from the methods to their rules.
pub trait ShapeRules {
    crate::derivatives_of! {
        kronecker: By2<kronecker>;
        push: By2<push>;
        insert_row: By3<insert_row>;
        insert_column: By3<insert_column>;
        remove_row: By2<remove_row>;
        remove_column: By2<remove_column>;
        to_homogeneous: By1<homogeneous>;
    }
}
impl<T, R: nalgebra::Dim, C: nalgebra::Dim, S> ShapeRules for Matrix<T, R, C, S> {}
impl<T: nalgebra::Scalar, const D: usize> ShapeRules for Point<T, D> {}

/// Leads from the functions of points to their rules.
pub trait PointFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_homogeneous: By1<from_homogeneous<Self>>;
    }
}
impl<T: Number, const D: usize> PointFunctions for Point<T, D> {}
