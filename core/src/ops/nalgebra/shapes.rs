//! Matrices made of others with more or fewer numbers.
//!
//! The size of a result is a sum or a product of sizes, which nalgebra computes of the types.

use ::nalgebra::{Const, DimAdd, DimMul, Matrix, Point, SMatrix, SVector, U1};

use super::Number;
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
    /// A point with a 1, or a vector with a 0.
    homogeneous reads (No, No);
}
rule! {
    /// The point `x / w` of `(x, w)`, `None` if `w` is 0.
    from_homogeneous<M> reads (Yes, Yes);
}

/// All rows but one.
fn rows_without<T: Number, const N: usize, const R: usize, const C: usize>(
    c: &SMatrix<T, N, C>,
    row: usize,
) -> SMatrix<T, R, C> {
    SMatrix::from_fn(|i, j| c[(i + usize::from(i >= row), j)])
}

/// All columns but one.
fn columns_without<T: Number, const R: usize, const N: usize, const C: usize>(
    c: &SMatrix<T, R, N>,
    column: usize,
) -> SMatrix<T, R, C> {
    SMatrix::from_fn(|i, j| c[(i, j + usize::from(j >= column))])
}

lifted! {
    kronecker: [const R, const C, const K, const L, const M, const N] (a: SMatrix<T, R, C>, b: SMatrix<T, K, L>) -> SMatrix<T, M, N>
        where [Const<R>: DimMul<Const<K>, Output = Const<M>>, Const<C>: DimMul<Const<L>, Output = Const<N>>];
        |a, b| a.kronecker(b);
        |c, a, b, y| SMatrix::<T, R, C>::from_fn(|i, j| c.fixed_view::<K, L>(i * K, j * L).dot(b.get()));
        |c, a, b, y| {
            let mut sum = SMatrix::<T, K, L>::zero();
            for (j, column) in a.get().column_iter().enumerate() {
                for (i, x) in column.iter().enumerate() {
                    sum += c.fixed_view::<K, L>(i * K, j * L) * *x;
                }
            }
            sum
        };
    push: [const D, const N] (x: SVector<T, D>, s: T) -> SVector<T, N> where [Const<D>: DimAdd<U1, Output = Const<N>>];
        |x, s| x.push(*s); |c, x, s, y| rows_without(c, D); |c, x, s, y| c[D];
    insert_row: [const R, const C, const N] (a: SMatrix<T, R, C>, i: usize, s: T) -> SMatrix<T, N, C>
        where [Const<R>: DimAdd<U1, Output = Const<N>>];
        |a, i, s| a.insert_row(*i, *s); |c, a, i, s, y| rows_without(c, *i.get()); |c, a, i, s, y| NoGrad;
        |c, a, i, s, y| c.row(*i.get()).sum();
    insert_column: [const R, const C, const N] (a: SMatrix<T, R, C>, j: usize, s: T) -> SMatrix<T, R, N>
        where [Const<C>: DimAdd<U1, Output = Const<N>>];
        |a, j, s| a.insert_column(*j, *s); |c, a, j, s, y| columns_without(c, *j.get()); |c, a, j, s, y| NoGrad;
        |c, a, j, s, y| c.column(*j.get()).sum();
    homogeneous: [const D, const N] (p: Point<T, D>) -> SVector<T, N> where [Const<D>: DimAdd<U1, Output = Const<N>>];
        |p| p.coords.push(T::ONE); |c, p, y| Point { coords: rows_without(c, D) };
    homogeneous: [const D, const N] (x: SVector<T, D>) -> SVector<T, N> where [Const<D>: DimAdd<U1, Output = Const<N>>];
        |x| x.push(T::ZERO); |c, x, y| rows_without(c, D);
    from_homogeneous<Point<T, D>> => from_homogeneous<Point<crate::scalar::Dual<T>, D>>:
        [const D, const N] (x: SVector<T, N>) -> Option<Point<T, D>> where [Const<D>: DimAdd<U1, Output = Const<N>>];
        |x| (x[D] != T::ZERO).then(|| Point { coords: rows_without::<T, N, D, 1>(x, D) / x[D] });
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
