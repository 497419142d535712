//! Methods that change a matrix in place, as functions of the matrix before: `y.axpy(a, &x, b)` computes a new `y`.

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{DefaultAllocator, Dim, Matrix, OMatrix, OVector, U1};

use super::any_size::Size;
use super::forms::lifted;
use super::matrices::{add_scalar, component_div, component_mul, normalize, scale, unscale};
use crate::ops::neg;
use crate::rule::{By1, By2, By4, By5, rule};
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
    }
}
impl<T, R: Dim, C: Dim, S> InPlaceRules for Matrix<T, R, C, S> {}
