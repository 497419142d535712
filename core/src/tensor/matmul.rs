//! Matrix products: of matrices, of vectors, of stacks of matrices with broadcasting batch axes.
//!
//! A vector on the left is a row, on the right a column, and that axis is missing from the result. The pairing of the
//! stacks is a constant plan that the product and both of its gradients share.

use core::marker::PhantomData;
use core::ops::{Add, Mul};

use super::{AnyShape, Axis, BroadcastAxis, Shape, Tensor, joined_rows, wide_mut};
use crate::kernels::{self, MAX_RANK, MatmulPlan, Meeting, Number, WriteMode};
use crate::scalar::Element;

/// Shapes whose product exists: `(.., M, K) @ (.., K, N)`, `(.., M, K) @ (K,)`, `(K,) @ (.., K, N)` and `(K,) @ (K,)`.
///
/// Functions over `const` lengths do not need it; functions over whole shapes do:
///
/// ```
/// use cotangent::prelude::*;
///
/// fn layer<A: Shape + MatMul<B>, B: Shape>(x: &Tensor<f64, A>, w: &Tensor<f64, B>) -> Tensor<f64, A::Product> {
///     x.matmul(w).tanh()
/// }
/// assert_eq!(layer(&tensor([[0.0, 0.0]]), &tensor([1.0, 2.0])), tensor([0.0]));
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot matrix-multiply shape `{Self}` by shape `{Rhs}`",
    label = "the inner axes differ (or the batch axes do not broadcast)",
    note = "`(.., M, K) @ (.., K, N)` gives `(.., M, N)`: the last axis on the left must equal the second-to-last axis on the right"
)]
pub trait MatMul<Rhs>: Sized {
    /// The shape of the product.
    type Product: AnyShape;
    /// The pairing of the matrices of both stacks.
    #[doc(hidden)]
    const PLAN: MatmulPlan;
}

/// Lengths and strides of `S` as a stack of matrices.
const fn matrices<S: Shape>() -> ([usize; MAX_RANK], [usize; MAX_RANK]) {
    (S::DIMS, S::STRIDES)
}

/// Lengths and strides of a vector as one matrix with a single column.
const fn column<K: Axis>() -> ([usize; MAX_RANK], [usize; MAX_RANK]) {
    ([1, 1, 1, 1, K::LEN, 1], [0; MAX_RANK])
}

/// `stacks!(L1 R1; X)`: stacks with one common batch axis, where one side has up to so many leading batch axes more.
macro_rules! stacks {
    ($($l:ident $r:ident),*;) => {
        stacks!(@impl [$($l)*] [$($r)*]: $($l $r),*;);
    };
    ($($l:ident $r:ident),*; $x:ident $($more:ident)*) => {
        stacks!($($l $r),*; $($more)*);
        stacks!(@impl [$x $($more)* $($l)*] [$($r)*]: $($l $r),*; $x $($more)*);
        stacks!(@impl [$($l)*] [$x $($more)* $($r)*]: $($l $r),*; $x $($more)*);
    };
    (@impl [$($lhs:ident)*] [$($rhs:ident)*]: $($l:ident $r:ident),*; $($x:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($x: Axis,)* $($l: Axis + BroadcastAxis<$r>, $r: Axis,)* M: Axis, K: Axis, N: Axis>
            MatMul<($($rhs,)* K, N)> for ($($lhs,)* M, K)
        {
            type Product = ($($x,)* $(<$l as BroadcastAxis<$r>>::Joined,)* M, N);
            const PLAN: MatmulPlan = MatmulPlan::new(matrices::<Self>(), matrices::<($($rhs,)* K, N)>());
        }
    };
}
stacks!(; X1 X2 X3 X4);
stacks!(L1 R1; X1 X2 X3);
stacks!(L1 R1, L2 R2; X1 X2);
stacks!(L1 R1, L2 R2, L3 R3; X1);
stacks!(L1 R1, L2 R2, L3 R3, L4 R4;);

macro_rules! vectors {
    ($([$($x:ident)*])*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($x: Axis,)* M: Axis, K: Axis> MatMul<(K,)> for ($($x,)* M, K) {
            type Product = ($($x,)* M,);
            const PLAN: MatmulPlan = MatmulPlan::new(matrices::<Self>(), column::<K>());
        }
        #[diagnostic::do_not_recommend]
        impl<$($x: Axis,)* K: Axis, N: Axis> MatMul<($($x,)* K, N)> for (K,) {
            type Product = ($($x,)* N,);
            const PLAN: MatmulPlan = MatmulPlan::new(matrices::<Self>(), matrices::<($($x,)* K, N)>());
        }
    )*};
}
vectors!([] [A] [A B] [A B C] [A B C D]);

#[diagnostic::do_not_recommend]
impl<K: Axis> MatMul<(K,)> for (K,) {
    type Product = ();
    const PLAN: MatmulPlan = MatmulPlan::new(matrices::<Self>(), column::<K>());
}

/// Rows whose number is known when the program runs, times one matrix. The plan is that of one row.
#[cfg(feature = "alloc")]
mod dynamic {
    use super::super::{Axis, Dyn, Shape};
    use super::{MatMul, MatmulPlan, column, matrices};

    macro_rules! rows {
        ($([$($x:ident)*])*) => {$(
            #[diagnostic::do_not_recommend]
            impl<$($x: Axis,)* K: Axis, N: Axis> MatMul<(K, N)> for (Dyn, $($x,)* K) {
                type Product = (Dyn, $($x,)* N);
                const PLAN: MatmulPlan = MatmulPlan::rows(<($($x,)*) as Shape>::NUMEL, matrices::<(K, N)>());
            }
            #[diagnostic::do_not_recommend]
            impl<$($x: Axis,)* K: Axis> MatMul<(K,)> for (Dyn, $($x,)* K) {
                type Product = (Dyn, $($x,)*);
                const PLAN: MatmulPlan = MatmulPlan::rows(<($($x,)*) as Shape>::NUMEL, column::<K>());
            }
        )*};
    }
    rows!([] [A] [A B] [A B C] [A B C D]);
}

impl<T: Element, S: AnyShape> Tensor<T, S> {
    /// The matrix product `(.., M, K) @ (.., K, N) = (.., M, N)`, summing over `K`.
    ///
    /// Leading axes are batch axes and broadcast. A vector on the left is a row, on the right a column; that axis is missing
    /// from the result, and two vectors give their inner product as a tensor without axes.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let a = tensor([[1.0, 2.0], [3.0, 4.0]]);
    /// assert_eq!(a.matmul(&tensor([[0.0, 1.0], [1.0, 0.0]])), tensor([[2.0, 1.0], [4.0, 3.0]]));
    /// assert_eq!(a.matmul(&tensor([1.0, 10.0])), tensor([21.0, 43.0]));
    /// assert_eq!(tensor([1.0, 10.0]).matmul(&tensor([1.0, 2.0])).item(), 21.0);
    /// ```
    #[inline]
    pub fn matmul<R: AnyShape, P: AnyShape>(&self, rhs: &Tensor<T, R>) -> Tensor<T, P>
    where
        S: MatMul<R, Product = P>,
        T: Add<Output = T> + Mul<Output = T>,
    {
        P::written(self.count_rows(), |out| self.matmul_into(rhs, out))
    }

    /// Writes the product [`matmul`](Self::matmul) to `out`.
    ///
    /// ```
    /// use cotangent::tensor::{Vector, tensor};
    ///
    /// let mut out = Vector::ZEROS;
    /// tensor([[1.0, 2.0], [3.0, 4.0]]).matmul_into(&tensor([1.0, 10.0]), &mut out);
    /// assert_eq!(out, tensor([21.0, 43.0]));
    /// ```
    #[inline]
    pub fn matmul_into<R: AnyShape>(&self, rhs: &Tensor<T, R>, out: &mut Tensor<T, <S as MatMul<R>>::Product>)
    where
        S: MatMul<R>,
        T: Add<Output = T> + Mul<Output = T>,
    {
        out.fit(self.count_rows());
        if const { S::STATIC } {
            kernels::multiply::<Stacks<S, R>, _>(self.as_slice(), rhs.as_slice(), out.as_mut_slice());
        } else {
            let plan = S::PLAN.times(self.count_rows());
            kernels::multiply_rows(plan, self.as_slice(), rhs.as_slice(), out.as_mut_slice(), WriteMode::Overwrite);
        }
    }
}

/// The plan for two shapes, for kernels without shapes.
pub(super) struct Stacks<S, R>(PhantomData<(S, R)>);

impl<S: MatMul<R>, R> Meeting for Stacks<S, R> {
    const PLAN: MatmulPlan = S::PLAN;
}

/// `out += lhs @ rhs`.
#[inline]
pub(crate) fn matmul_add<T: Number, S, R>(
    lhs: &Tensor<T, S>,
    rhs: &Tensor<T, R>,
    out: &mut Tensor<T, <S as MatMul<R>>::Product>,
) where
    S: AnyShape + MatMul<R>,
    R: AnyShape,
{
    if lhs.is_zero_of_any() {
        return;
    }
    out.fit(lhs.count_rows());
    if const { S::STATIC } {
        kernels::multiply_add::<Stacks<S, R>, _>(lhs.as_slice(), rhs.as_slice(), out.as_mut_slice());
    } else {
        let plan = S::PLAN.times(lhs.count_rows());
        kernels::multiply_rows(plan, lhs.as_slice(), rhs.as_slice(), out.as_mut_slice(), WriteMode::Accumulate);
    }
}

/// Whether each matrix of an operand belongs to only one product.
const fn is_written_once<S: MatMul<R>, R>(operand: usize) -> bool {
    !S::PLAN.comes_back(operand) && S::Product::ROW > 0
}

/// `lhs += g @ rhsᵀ`, or `=`, summed over the batch axes along which `lhs` stretches.
#[inline]
pub(crate) fn matmul_vjp_lhs<T: Number, S, R>(
    g: &Tensor<T, <S as MatMul<R>>::Product>,
    rhs: &Tensor<T, R>,
    lhs: &mut Tensor<T, S>,
    how: WriteMode,
) where
    S: AnyShape + MatMul<R>,
    R: AnyShape,
{
    if !S::STATIC {
        if !g.is_zero_of_any() {
            lhs.fit(g.count_rows());
            let plan = S::PLAN.times(g.count_rows());
            kernels::put_rows_transposed_rhs(plan, g.as_slice(), rhs.as_slice(), lhs.as_mut_slice(), how);
        }
        return;
    }
    let (g, rhs) = (g.as_slice(), rhs.as_slice());
    if const { is_written_once::<S, R>(1) } {
        kernels::put_transposed_rhs::<Stacks<S, R>, _, _>(g, rhs, lhs.as_mut_slice(), how);
    } else {
        how.ready(lhs.as_mut_slice());
        let add = |lhs: &mut Tensor<_, _>| {
            kernels::put_transposed_rhs::<Stacks<S, R>, _, _>(g, rhs, lhs.as_mut_slice(), WriteMode::Accumulate);
        };
        wide_mut(lhs, add);
    }
}

/// `rhs += lhsᵀ @ g`, or `=`, summed over the batch axes along which `rhs` stretches.
#[inline]
pub(crate) fn matmul_vjp_rhs<T: Number, S, R>(
    lhs: &Tensor<T, S>,
    g: &Tensor<T, <S as MatMul<R>>::Product>,
    rhs: &mut Tensor<T, R>,
    how: WriteMode,
) where
    S: AnyShape + MatMul<R>,
    R: AnyShape,
{
    if !S::STATIC {
        if g.is_zero_of_any() || lhs.is_zero_of_any() {
            return how.ready(rhs.as_mut_slice());
        }
        joined_rows::<S, S::Product>(lhs.count_rows(), g.count_rows());
        let plan = S::PLAN.times(g.count_rows());
        return kernels::put_rows_transposed_lhs(plan, lhs.as_slice(), g.as_slice(), rhs.as_mut_slice(), how);
    }
    let (lhs, g) = (lhs.as_slice(), g.as_slice());
    if const { is_written_once::<S, R>(2) } {
        kernels::put_transposed_lhs::<Stacks<S, R>, _, _>(lhs, g, rhs.as_mut_slice(), how);
    } else {
        how.ready(rhs.as_mut_slice());
        let add = |rhs: &mut Tensor<_, _>| {
            kernels::put_transposed_lhs::<Stacks<S, R>, _, _>(lhs, g, rhs.as_mut_slice(), WriteMode::Accumulate);
        };
        wide_mut(rhs, add);
    }
}
