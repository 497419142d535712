//! Arithmetic on shapes, and the messages for shapes that do not fit.

use core::ops::Mul;

use typenum::{Prod, Unsigned};

use super::lengths::{ByAxis, Minus, Plus, Slide};
use super::table::{Known, Length, Number};
use crate::tensor::{Axis, Concat, ConvSteps, Convolve, Dim, HasAxis, PoolSteps, PoolTo, Shape};

/// Shapes that [`concat_lit`](crate::tensor::Tensor::concat_lit) joins.
#[diagnostic::on_unimplemented(
    message = "cannot concatenate shape `{Self}` and shape `{Rhs}` along axis {AXIS}",
    label = "shapes differ in another axis (or have no axis {AXIS}, or one of a length that is not literal)",
    note = "both lengths along the axis, and their sum, must be literals of at most 1024; in generic code annotate the result and call `concat_to`"
)]
pub trait ConcatLit<const AXIS: isize, Rhs: HasAxis<AXIS>>:
    Concat<AXIS, Rhs, <Self as ConcatLit<AXIS, Rhs>>::Whole>
{
    /// The shape of the result.
    type Whole: HasAxis<AXIS>;
}

#[diagnostic::do_not_recommend]
impl<const AXIS: isize, S, R> ConcatLit<AXIS, R> for S
where
    S: HasAxis<AXIS, Axis: Plus<R::Axis>>,
    R: HasAxis<AXIS, Kept = S::Kept>,
    S::With<<S::Axis as Plus<R::Axis>>::Sum>: HasAxis<AXIS, Kept = S::Kept>,
{
    type Whole = S::With<<S::Axis as Plus<R::Axis>>::Sum>;
}

/// Shapes that [`split_lit`](crate::tensor::Tensor::split_lit) cuts.
#[diagnostic::on_unimplemented(
    message = "cannot split shape `{Self}` after position {HEAD} of axis {AXIS}",
    label = "the axis is shorter (or its length is not literal, or there is no axis {AXIS})",
    note = "the length of the axis must be a literal of at most 1024; in generic code annotate the results and call `split_to`"
)]
pub trait SplitLit<const AXIS: isize, const HEAD: usize>: HasAxis<AXIS> {
    /// The shape of the first part.
    type Head: Concat<AXIS, Self::Tail, Self>;
    /// The shape of the rest.
    type Tail: HasAxis<AXIS>;
}

#[diagnostic::do_not_recommend]
impl<const AXIS: isize, const HEAD: usize, S> SplitLit<AXIS, HEAD> for S
where
    S: HasAxis<AXIS, Axis: Minus<Dim<HEAD>>>,
    S::With<Dim<HEAD>>: Concat<AXIS, S::With<<S::Axis as Minus<Dim<HEAD>>>::Rest>, S>,
    S::With<<S::Axis as Minus<Dim<HEAD>>>::Rest>: HasAxis<AXIS>,
{
    type Head = S::With<Dim<HEAD>>;
    type Tail = S::With<<S::Axis as Minus<Dim<HEAD>>>::Rest>;
}

/// A shape whose number of elements is a type-level number.
pub trait Counted: Shape {
    /// The product of all lengths.
    type Count: Unsigned;
}

/// Shapes that [`reshape_lit`](crate::tensor::Tensor::reshape_lit) turns into shape `R`.
#[diagnostic::on_unimplemented(
    message = "cannot reshape shape `{Self}` into shape `{R}`",
    label = "different numbers of elements (or lengths that are not literal)",
    note = "all lengths must be literals of at most 1024; in generic code call `reshape`"
)]
pub trait ReshapeLit<R: Shape>: Shape {}

#[diagnostic::do_not_recommend]
impl<S: Counted, R: Counted<Count = S::Count>> ReshapeLit<R> for S {}

/// Shapes that [`flatten_lit`](crate::tensor::Tensor::flatten_lit) flattens from axis `AXIS` on.
#[diagnostic::on_unimplemented(
    message = "cannot flatten shape `{Self}` from axis {AXIS} on",
    label = "the axes have lengths that are not literal (or there is no axis {AXIS})",
    note = "the lengths of these axes, and their product, must be literals of at most 1024; in generic code annotate the result and call `reshape`"
)]
pub trait FlattenLit<const AXIS: isize>: Shape {
    /// The shape of the result.
    type Flat: Shape;
}

macro_rules! counted {
    ($first:ident) => {
        #[diagnostic::do_not_recommend]
        impl<$first: Known> Counted for ($first,) {
            type Count = Number<$first>;
        }
    };
    ($($axis:ident)+; $last:ident) => {
        #[diagnostic::do_not_recommend]
        impl<$($axis: Axis,)+ $last: Known> Counted for ($($axis,)+ $last,)
        where
            ($($axis,)+): Counted<Count: Mul<Number<$last>, Output: Unsigned>>,
        {
            type Count = Prod<<($($axis,)+) as Counted>::Count, Number<$last>>;
        }
    };
}
counted!(A);
counted!(A; B);
counted!(A B; C);
counted!(A B C; D);
counted!(A B C D; E);
counted!(A B C D E; F);

macro_rules! flatten {
    ($($number:literal $negative:literal: [$($before:ident)*] [$($after:ident)+];)*) => {$(
        flatten!(@impl $number: [$($before)*] [$($after)+]);
        flatten!(@impl $negative: [$($before)*] [$($after)+]);
    )*};
    (@impl $number:literal: [$($before:ident)*] [$($after:ident)+]) => {
        #[diagnostic::do_not_recommend]
        impl<$($before: Axis,)* $($after: Axis),+> FlattenLit<$number> for ($($before,)* $($after,)+)
        where
            ($($after,)+): Counted<Count: Length>,
        {
            type Flat = ($($before,)* <<($($after,)+) as Counted>::Count as Length>::Axis,);
        }
    };
}
flatten! {
    0 -1: [] [A];

    0 -2: [] [A B];
    1 -1: [A] [B];

    0 -3: [] [A B C];
    1 -2: [A] [B C];
    2 -1: [A B] [C];

    0 -4: [] [A B C D];
    1 -3: [A] [B C D];
    2 -2: [A B] [C D];
    3 -1: [A B C] [D];

    0 -5: [] [A B C D E];
    1 -4: [A] [B C D E];
    2 -3: [A B] [C D E];
    3 -2: [A B C] [D E];
    4 -1: [A B C D] [E];

    0 -6: [] [A B C D E F];
    1 -5: [A] [B C D E F];
    2 -4: [A B] [C D E F];
    3 -3: [A B C] [D E F];
    4 -2: [A B C D] [E F];
    5 -1: [A B C D E] [F];
}

/// Shapes of inputs that [`conv2d_lit`](super::ConvolutionsLit::conv2d_lit) and its like convolve along `AXES` axes with weights of shape `W`.
#[diagnostic::on_unimplemented(
    message = "cannot convolve shape `{Self}` along {AXES} axes with weights of shape `{W}` by `{P}`",
    label = "the channels differ, or the kernel does not fit into the padded axis (or a length is not literal)",
    note = "`(N, C, H, W)` with weights `(O, C, KH, KW)` gives `(N, O, OH, OW)`; `(N, C, L)` with `(O, C, K)` gives `(N, O, OL)`",
    note = "`OH` is `(H + 2 padding - dilation (KH - 1) - 1) / stride + 1`, of literals of at most 1024; in generic code annotate the result and call the method without `_lit`"
)]
pub trait ConvolveLit<const AXES: usize, W: Shape, P: ConvSteps<AXES>>:
    Convolve<AXES, W, <Self as ConvolveLit<AXES, W, P>>::Places, P::Channels>
{
    /// The shape of the result.
    type Places: Shape;
}

/// Shapes that [`max_pool2d_lit`](crate::tensor::Tensor::max_pool2d_lit) and its like pool along `AXES` axes.
#[diagnostic::on_unimplemented(
    message = "cannot pool shape `{Self}` along {AXES} axes by `{P}`",
    label = "the window does not fit into the padded axis (or a length is not literal)",
    note = "`(N, C, H, W)` becomes `(N, C, OH, OW)`, and `(N, C, L)` becomes `(N, C, OL)`",
    note = "`OH` is `(H + 2 padding - kernel) / stride + 1`, of literals of at most 1024; in generic code annotate the result and call the method without `_lit`"
)]
pub trait PoolLit<const AXES: usize, P: PoolSteps<AXES>>: PoolTo<AXES, <Self as PoolLit<AXES, P>>::Places> {
    /// The shape of the result.
    type Places: Shape;
}

macro_rules! windows {
    ($axes:literal: $($x:ident $k:ident $along:ident),+) => {
        #[diagnostic::do_not_recommend]
        impl<P, N: Axis, C: Axis, O: Axis, I: Axis, $($x: Axis, $k: Axis),+> ConvolveLit<$axes, (O, I, $($k),+), P>
            for (N, C, $($x),+)
        where
            P: ConvSteps<$axes> + ByAxis,
            $($x: Slide<$k, P::$along>,)+
            Self: Convolve<$axes, (O, I, $($k),+), (N, O, $($x::Places),+), P::Channels>,
        {
            type Places = (N, O, $($x::Places),+);
        }
        #[diagnostic::do_not_recommend]
        impl<P, N: Axis, C: Axis, $($x: Axis),+> PoolLit<$axes, P> for (N, C, $($x),+)
        where
            P: PoolSteps<$axes> + ByAxis,
            $($x: Slide<(), P::$along>,)+
        {
            type Places = (N, C, $($x::Places),+);
        }
    };
}
windows!(1: L K Columns);
windows!(2: H KH Rows, W KW Columns);
