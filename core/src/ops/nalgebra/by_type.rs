//! `Cholesky::new(a)`, `SVD::new(a, true, true)`: the rules of the methods of matrices, as functions of the types that they make.

use core::marker::PhantomData;

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{Cholesky, DefaultAllocator, DimMin, LU, QR, SVD, SymmetricEigen};

use super::Number;
use super::any_size::Size;
use super::constructors::NewFunction;
use super::decompositions::cholesky;
use super::factors::{lu_factor, qr_factor};
use super::spectral::{svd, symmetric_eigen};
use crate::differentiable::{Ct, Differentiable};
use crate::rule::slot::Slot;
use crate::rule::{By1, By3, Rule, Rule1, Rule3};
use crate::tape::Read;

/// The rule `R` as a function of the type `M`.
#[derive(Debug)]
pub struct OfType<M, R>(PhantomData<fn() -> (M, R)>);

impl<M, R> Clone for OfType<M, R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M, R> Copy for OfType<M, R> {}
impl<M, R> Default for OfType<M, R> {
    fn default() -> Self {
        Self(PhantomData)
    }
}
impl<M: 'static, R: Rule> Rule for OfType<M, R> {
    type Reads = R::Reads;
}

/// A result that is an `M`, or may be one.
pub trait Makes<M> {}
impl<M> Makes<M> for M {}
impl<M> Makes<M> for Option<M> {}

macro_rules! rule_of_type {
    ($Rule:ident: $($x:ident $X:ident $x_bar:ident $x_dot:ident $x_bar_dot:ident),+) => {
        #[diagnostic::do_not_recommend]
        impl<M: 'static, R, $($X: Differentiable),+> $Rule<$($X),+> for OfType<M, R>
        where
            R: $Rule<$($X),+>,
            R::Output: Makes<M>,
        {
            type Output = R::Output;
            type Residual = R::Residual;
            fn forward($($x: &$X),+) -> (R::Output, R::Residual) {
                R::forward($($x),+)
            }
            fn vjp(
                residual: &R::Residual,
                $($x: Read<'_, $X>,)+
                y: Read<'_, R::Output>,
                y_bar: &Ct<R::Output>,
                $($x_bar: impl Slot<Ct<$X>>),+
            ) {
                R::vjp(residual, $($x,)+ y, y_bar, $($x_bar),+);
            }
            fn jvp($($x: &$X,)+ y: &R::Output, $($x_dot: Option<&Ct<$X>>),+) -> Ct<R::Output> {
                R::jvp($($x,)+ y, $($x_dot),+)
            }
            fn vjp_dual(
                $($x: Read<'_, $X>, $x_dot: Option<&Ct<$X>>,)+
                y: Read<'_, R::Output>, y_dot: Option<&Ct<R::Output>>,
                y_bar: &Ct<R::Output>, y_bar_dot: Option<&Ct<R::Output>>,
                $($x_bar: impl Slot<Ct<$X>>, $x_bar_dot: impl Slot<Ct<$X>>),+
            ) {
                R::vjp_dual($($x, $x_dot,)+ y, y_dot, y_bar, y_bar_dot, $($x_bar, $x_bar_dot),+);
            }
        }
    };
}
rule_of_type!(Rule1: a A a_bar a_dot a_bar_dot);
rule_of_type!(Rule3: a A a_bar a_dot a_bar_dot, b B b_bar b_dot b_bar_dot, c C c_bar c_dot c_bar_dot);

macro_rules! new {
    ($([$($n:tt)*] $t:ty: $By:ident $rule:ident where [$($where:tt)+];)*) => {$(
        impl<T: Number, $($n)*> NewFunction for $t where $($where)+ {
            type New = $By<OfType<Self, $rule>>;
        }
    )*};
}
new! {
    [D: Size] Cholesky<T, D>: By1 cholesky where [DefaultAllocator: Allocator<D, D>];
    [D: Size + DimMin<D, Output = D>] LU<T, D, D>: By1 lu_factor where [DefaultAllocator: Allocator<D, D> + Allocator<D>];
    [R: Size + DimMin<C, Output = C>, C: Size] QR<T, R, C>: By1 qr_factor
        where [DefaultAllocator: Allocator<R, C> + Allocator<C>];
    [D: Size] SymmetricEigen<T, D>: By1 symmetric_eigen where [DefaultAllocator: Allocator<D, D> + Allocator<D>];
    [R: Size + DimMin<C, Output = C>, C: Size] SVD<T, R, C>: By3 svd
        where [DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C>];
}
