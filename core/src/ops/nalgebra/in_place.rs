//! Methods that change a matrix in place, as functions of the matrix before: `y.axpy(a, &x, b)` computes a new `y`.

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{DefaultAllocator, Dim, Matrix, OMatrix, OVector, U1};

use super::Number;
use super::any_size::Size;
use super::forms::lifted;
use super::matrices::{add_scalar, component_div, component_mul, normalize, scale, transpose, unscale};
use crate::differentiable::NoGrad;
use crate::ops::neg;
use crate::rule::{By1, By2, By3, By4, By5, rule};
use crate::tape::{No, Yes};

rule! {
    /// `a x + b y`.
    axpy reads (Yes, Yes, Yes, Yes, No);
}
rule! {
    /// `α A B + β C`.
    gemm reads (Yes, Yes, Yes, Yes, Yes, No);
}
rule! {
    /// `α A x + β y`.
    gemv reads (Yes, Yes, Yes, Yes, Yes, No);
}
rule! {
    /// `α x yᵀ + β M`.
    ger reads (Yes, Yes, Yes, Yes, Yes, No);
}

rule! {
    /// The matrix with one number on its diagonal.
    fill_diagonal reads (No, No, No);
}
rule! {
    /// The matrix with another diagonal.
    set_diagonal reads (No, No, No);
}
rule! {
    /// The matrix with one number below the diagonal, as far from it as said.
    fill_lower_triangle reads (No, No, Yes, No);
}
rule! {
    /// The matrix with one number above the diagonal, as far from it as said.
    fill_upper_triangle reads (No, No, Yes, No);
}
rule! {
    /// The symmetric matrix with this upper triangle.
    symmetric_of_upper reads (No, No);
}
rule! {
    /// The symmetric matrix with this lower triangle.
    symmetric_of_lower reads (No, No);
}

/// Only the elements at some places; all others are 0.
fn only<T: Number, R: Size, C: Size>(c: &OMatrix<T, R, C>, keep: impl Fn(usize, usize) -> bool) -> OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    c.map_with_location(|i, j, c| if keep(i, j) { c } else { T::ZERO })
}

/// What a symmetric matrix passes on to the triangle that it was made of, with the diagonal.
fn to_triangle<T: Number, D: Size>(c: &OMatrix<T, D, D>, is_in: impl Fn(usize, usize) -> bool) -> OMatrix<T, D, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    c.map_with_location(|i, j, x| match is_in(i, j) {
        _ if i == j => x,
        true => x + c[(j, i)],
        false => T::ZERO,
    })
}

/// The value after a change.
fn after<X: Clone>(before: &X, change: impl FnOnce(&mut X)) -> X {
    let mut value = before.clone();
    change(&mut value);
    value
}

lifted! {
    axpy: [D: Size] (y: OVector<T, D>, a: T, x: OVector<T, D>, b: T) -> OVector<T, D> where [DefaultAllocator: Allocator<D>];
        |y, a, x, b| after(y, |y| y.axpy(*a, x, *b));
        |c, y, a, x, b, z| c * *b.get();
        |c, y, a, x, b, z| c.dot(x.get());
        |c, y, a, x, b, z| c * *a.get();
        |c, y, a, x, b, z| c.dot(y.get());
    gemm: [R: Size, K: Size, C: Size] (y: OMatrix<T, R, C>, alpha: T, a: OMatrix<T, R, K>, b: OMatrix<T, K, C>, beta: T) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C> + Allocator<R, K> + Allocator<K, C> + Allocator<C, K>];
        |y, alpha, a, b, beta| after(y, |y| y.gemm(*alpha, a, b, *beta));
        |c, y, alpha, a, b, beta, z| c * *beta.get();
        |c, y, alpha, a, b, beta, z| c.dot(&(a.get() * b.get()));
        |c, y, alpha, a, b, beta, z| c * b.get().transpose() * *alpha.get();
        |c, y, alpha, a, b, beta, z| a.get().tr_mul(c) * *alpha.get();
        |c, y, alpha, a, b, beta, z| c.dot(y.get());
    gemv: [R: Size, C: Size] (y: OVector<T, R>, alpha: T, a: OMatrix<T, R, C>, x: OVector<T, C>, beta: T) -> OVector<T, R>
        where [DefaultAllocator: Allocator<R> + Allocator<R, C> + Allocator<C> + Allocator<U1, C>];
        |y, alpha, a, x, beta| after(y, |y| y.gemv(*alpha, a, x, *beta));
        |c, y, alpha, a, x, beta, z| c * *beta.get();
        |c, y, alpha, a, x, beta, z| c.dot(&(a.get() * x.get()));
        |c, y, alpha, a, x, beta, z| c * x.get().transpose() * *alpha.get();
        |c, y, alpha, a, x, beta, z| a.get().tr_mul(c) * *alpha.get();
        |c, y, alpha, a, x, beta, z| c.dot(y.get());
    ger: [R: Size, C: Size] (m: OMatrix<T, R, C>, alpha: T, x: OVector<T, R>, y: OVector<T, C>, beta: T) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R> + Allocator<R, C> + Allocator<C>];
        |m, alpha, x, y, beta| after(m, |m| m.ger(*alpha, x, y, *beta));
        |c, m, alpha, x, y, beta, z| c * *beta.get();
        |c, m, alpha, x, y, beta, z| x.get().dot(&(c * y.get()));
        |c, m, alpha, x, y, beta, z| c * y.get() * *alpha.get();
        |c, m, alpha, x, y, beta, z| c.tr_mul(x.get()) * *alpha.get();
        |c, m, alpha, x, y, beta, z| c.dot(m.get());
    fill_diagonal: [R: Size, C: Size] (m: OMatrix<T, R, C>, s: T) -> OMatrix<T, R, C> where [DefaultAllocator: Allocator<R, C>];
        |m, s| after(m, |m| m.fill_diagonal(*s));
        |c, m, s, y| only(c, |i, j| i != j);
        |c, m, s, y| (0..c.nrows().min(c.ncols())).fold(T::ZERO, |sum, i| sum + c[(i, i)]);
    set_diagonal: [R: Size, C: Size, D: Size] (m: OMatrix<T, R, C>, x: OVector<T, D>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C> + Allocator<D>];
        |m, x| after(m, |m| {
            assert!(x.len() == m.nrows().min(m.ncols()), "the diagonal of a {} x {} matrix is not a vector of {} numbers", m.nrows(), m.ncols(), x.len());
            (0..x.len()).for_each(|i| m[(i, i)] = x[i]);
        });
        |c, m, x, y| only(c, |i, j| i != j);
        |c, m, x, y| OVector::<T, D>::from_fn_generic(D::from_usize(c.nrows().min(c.ncols())), U1, |i, _| c[(i, i)]);
    fill_lower_triangle: [R: Size, C: Size] (m: OMatrix<T, R, C>, s: T, shift: usize) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |m, s, shift| after(m, |m| m.fill_lower_triangle(*s, *shift));
        |c, m, s, shift, y| only(c, |i, j| i < j + *shift.get());
        |c, m, s, shift, y| only(c, |i, j| i >= j + *shift.get()).sum();
        |c, m, s, shift, y| NoGrad;
    fill_upper_triangle: [R: Size, C: Size] (m: OMatrix<T, R, C>, s: T, shift: usize) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |m, s, shift| after(m, |m| m.fill_upper_triangle(*s, *shift));
        |c, m, s, shift, y| only(c, |i, j| j < i + *shift.get());
        |c, m, s, shift, y| only(c, |i, j| j >= i + *shift.get()).sum();
        |c, m, s, shift, y| NoGrad;
    symmetric_of_upper: [D: Size] (m: OMatrix<T, D, D>) -> OMatrix<T, D, D> where [DefaultAllocator: Allocator<D, D>];
        |m| after(m, Matrix::fill_lower_triangle_with_upper_triangle); |c, m, y| to_triangle(c, |i, j| i < j);
    symmetric_of_lower: [D: Size] (m: OMatrix<T, D, D>) -> OMatrix<T, D, D> where [DefaultAllocator: Allocator<D, D>];
        |m| after(m, Matrix::fill_upper_triangle_with_lower_triangle); |c, m, y| to_triangle(c, |i, j| i > j);
}

/// Leads from the methods to their rules.
pub trait InPlaceRules {
    crate::derivatives_of! {
        axpy: By4<axpy>;
        gemm: By5<gemm>;
        gemv: By5<gemv>;
        ger: By5<ger>;
        scale_mut: By2<scale>;
        unscale_mut: By2<unscale>;
        add_scalar_mut: By2<add_scalar>;
        component_mul_assign: By2<component_mul>;
        component_div_assign: By2<component_div>;
        normalize_mut: By1<normalize>;
        neg_mut: By1<neg>;
        transpose_mut: By1<transpose>;
        fill_diagonal: By2<fill_diagonal>;
        set_diagonal: By2<set_diagonal>;
        fill_lower_triangle: By3<fill_lower_triangle>;
        fill_upper_triangle: By3<fill_upper_triangle>;
        fill_lower_triangle_with_upper_triangle: By1<symmetric_of_upper>;
        fill_upper_triangle_with_lower_triangle: By1<symmetric_of_lower>;
    }
}
impl<T, R: Dim, C: Dim, S> InPlaceRules for Matrix<T, R, C, S> {}
