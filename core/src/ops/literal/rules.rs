//! The rules: those of the annotated forms, at the shape that the types compute. This module contains no derivatives.

use super::shapes::{ConcatLit, ConvolveLit, FlattenLit, PoolLit, ReshapeLit, SplitLit};
use crate::differentiable::Ct;
use crate::ops::{concat, conv, pool, reshape, split};
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, Rule2, rule};
use crate::scalar::{Element, Real};
use crate::tape::{No, Read, Yes};
use crate::tensor::{ConvSteps, HasAxis, PoolSteps, Shape, Steps, Tensor, Window};

/// A rule of two operands that is another rule, once both shapes are known.
macro_rules! as_annotated {
    (
        $(#[$meta:meta])*
        $name:ident $([$n:ident: $int:ty])? <$p:ident>: for [$($generics:tt)*] $a:ty, $b:ty => $rule:ty, reads $reads:ty;
    ) => {
        rule! {
            $(#[$meta])*
            $name $([$n: $int])? <$p> reads $reads;
        }

        impl<$(const $n: $int,)? $($generics)*> Rule2<$a, $b> for $name<$($n,)? $p> {
            type Output = <$rule as Rule2<$a, $b>>::Output;
            type Residual = ();
            #[inline(always)]
            fn forward(a: &$a, b: &$b) -> (Self::Output, ()) {
                <$rule>::forward(a, b)
            }
            #[inline(always)]
            fn vjp(
                residual: &(),
                a: Read<'_, $a>,
                b: Read<'_, $b>,
                y: Read<'_, Self::Output>,
                y_bar: &Ct<Self::Output>,
                a_bar: impl Slot<Ct<$a>>,
                b_bar: impl Slot<Ct<$b>>,
            ) {
                <$rule>::vjp(residual, a, b, y, y_bar, a_bar, b_bar);
            }
            #[inline(always)]
            fn jvp(
                a: &$a,
                b: &$b,
                y: &Self::Output,
                a_dot: Option<&Ct<$a>>,
                b_dot: Option<&Ct<$b>>,
            ) -> Ct<Self::Output> {
                <$rule>::jvp(a, b, y, a_dot, b_dot)
            }
            #[inline(always)]
            fn vjp_dual(
                a: Read<'_, $a>,
                a_dot: Option<&Ct<$a>>,
                b: Read<'_, $b>,
                b_dot: Option<&Ct<$b>>,
                y: Read<'_, Self::Output>,
                y_dot: Option<&Ct<Self::Output>>,
                y_bar: &Ct<Self::Output>,
                y_bar_dot: Option<&Ct<Self::Output>>,
                a_bar: impl Slot<Ct<$a>>,
                a_bar_dot: impl Slot<Ct<$a>>,
                b_bar: impl Slot<Ct<$b>>,
                b_bar_dot: impl Slot<Ct<$b>>,
            ) {
                <$rule>::vjp_dual(
                    a, a_dot, b, b_dot, y, y_dot, y_bar, y_bar_dot, a_bar, a_bar_dot, b_bar, b_bar_dot,
                );
            }
        }
    };
}
as_annotated! {
    /// [`concat_to`](concat::concat_to), with the computed shape.
    concat_lit[AXIS: isize]<R>: for [T: Real, S: ConcatLit<AXIS, R>, R: HasAxis<AXIS>] Tensor<T, S>, Tensor<T, R>
        => concat::concat_to<AXIS, R, S::Whole>, reads (No, No, No);
}
as_annotated! {
    /// [`conv2d`](conv::conv2d), with the computed shape.
    conv2d_lit<P>: for [T: Real, S: ConvolveLit<2, W, P>, W: Shape, P: ConvSteps<2>] Tensor<T, S>, Tensor<T, W>
        => conv::conv2d<P, S::Places>, reads (Yes, Yes, No);
}
as_annotated! {
    /// [`conv1d`](conv::conv1d), with the computed shape.
    conv1d_lit<P>: for [T: Real, S: ConvolveLit<1, W, P>, W: Shape, P: ConvSteps<1>] Tensor<T, S>, Tensor<T, W>
        => conv::conv1d<P, S::Places>, reads (Yes, Yes, No);
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_concat_lit<const AXIS: isize, R: Shape>(&self) -> By2<concat_lit<AXIS, R>> {
        By2::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_split_lit<const AXIS: isize, const HEAD: usize>(
        &self,
    ) -> By1<split::split_to<AXIS, S::Head, S::Tail>>
    where
        S: SplitLit<AXIS, HEAD>,
    {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_flatten_lit<const AXIS: isize>(&self) -> By1<reshape::reshape<S::Flat>>
    where
        S: FlattenLit<AXIS>,
    {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_reshape_lit<R: Shape>(&self) -> By1<reshape::reshape<R>>
    where
        S: ReshapeLit<R>,
    {
        By1::new()
    }
}

macro_rules! links {
    (
        convolutions { $($conv:ident: $conv_axes:literal $by_conv:ident $by_conv_with:ident;)* }
        poolings { $($pool:ident: $axes:literal $by:ident $by_with:ident;)* }
    ) => {
        impl<T: Real, S: Shape> Tensor<T, S> {
            $(
                #[doc(hidden)]
                pub fn $by_conv<const STRIDE: usize, const PADDING: usize>(&self) -> By2<$conv<Steps<STRIDE, PADDING>>> {
                    By2::new()
                }
                #[doc(hidden)]
                pub fn $by_conv_with<P: ConvSteps<$conv_axes>>(&self) -> By2<$conv<P>> {
                    By2::new()
                }
            )*
            $(
                #[doc(hidden)]
                pub fn $by<const KERNEL: usize, const STRIDE: usize>(&self) -> By1<pool::$pool<Window<KERNEL, STRIDE>, S::Places>>
                where
                    S: PoolLit<$axes, Window<KERNEL, STRIDE>>,
                {
                    By1::new()
                }
                #[doc(hidden)]
                pub fn $by_with<P: PoolSteps<$axes>>(&self) -> By1<pool::$pool<P, S::Places>>
                where
                    S: PoolLit<$axes, P>,
                {
                    By1::new()
                }
            )*
        }
    };
}
links! {
    convolutions {
        conv2d_lit: 2 derivative_of_conv2d_lit derivative_of_conv2d_lit_with;
        conv1d_lit: 1 derivative_of_conv1d_lit derivative_of_conv1d_lit_with;
    }
    poolings {
        max_pool2d: 2 derivative_of_max_pool2d_lit derivative_of_max_pool2d_lit_with;
        max_pool1d: 1 derivative_of_max_pool1d_lit derivative_of_max_pool1d_lit_with;
        avg_pool2d: 2 derivative_of_avg_pool2d_lit derivative_of_avg_pool2d_lit_with;
        avg_pool1d: 1 derivative_of_avg_pool1d_lit derivative_of_avg_pool1d_lit_with;
    }
}
