//! Broadcasting and its reverse: which shapes combine, into what, and how a result is summed back.
//!
//! Shapes are aligned at the last axis. Equal axes meet, [`One`](super::One) stretches, missing leading axes are added.
//! The bounds on [`Broadcast::Joined`] give the reverse direction for free: what was joined can be summed down to either
//! operand, which is what the gradient of every broadcasting operation does.

use core::ops::Add;

use super::axis::{Axis, BroadcastAxis, SumToAxis};
use super::{Shape, Tensor};
use crate::kernels::{self, Plan, contiguous};
use crate::real::Element;

/// Shapes that combine elementwise.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast shape `{Self}` with shape `{Rhs}`",
    label = "shapes do not broadcast",
    note = "shapes are aligned at the last axis; each pair of axes must be the same, or one of them must be `One`",
    note = "`Dim<1>` does not stretch: use `One` for a length-1 axis that should broadcast"
)]
pub trait Broadcast<Rhs>: Sized {
    /// The shape of the result.
    type Joined: Shape + SumTo<Self> + SumTo<Rhs>;
}

/// Shapes that sum down to `Target`: those `Target` broadcasts to.
#[diagnostic::on_unimplemented(
    message = "cannot sum shape `{Self}` down to shape `{Target}`",
    label = "`{Target}` does not broadcast to `{Self}`",
    note = "shapes are aligned at the last axis; each axis of the target must be the same, or `One`"
)]
pub trait SumTo<Target> {}

/// `align!(L1 R1, L2 R2; X)`: shapes that share two trailing axes, where one side has up to so many leading axes more.
macro_rules! align {
    ($($l:ident $r:ident),*;) => {
        #[diagnostic::do_not_recommend]
        impl<$($l: Axis + BroadcastAxis<$r>, $r: Axis),*> Broadcast<($($r,)*)> for ($($l,)*) {
            type Joined = ($(<$l as BroadcastAxis<$r>>::Joined,)*);
        }
        #[diagnostic::do_not_recommend]
        impl<$($l: Axis + SumToAxis<$r>, $r: Axis),*> SumTo<($($r,)*)> for ($($l,)*) {}
    };
    ($($l:ident $r:ident),*; $x:ident $($more:ident)*) => {
        align!($($l $r),*; $($more)*);
        #[diagnostic::do_not_recommend]
        impl<$x: Axis, $($more: Axis,)* $($l: Axis + BroadcastAxis<$r>, $r: Axis),*>
            Broadcast<($($r,)*)> for ($x, $($more,)* $($l,)*)
        {
            type Joined = ($x, $($more,)* $(<$l as BroadcastAxis<$r>>::Joined,)*);
        }
        #[diagnostic::do_not_recommend]
        impl<$x: Axis, $($more: Axis,)* $($l: Axis + BroadcastAxis<$r>, $r: Axis),*>
            Broadcast<($x, $($more,)* $($r,)*)> for ($($l,)*)
        {
            type Joined = ($x, $($more,)* $(<$l as BroadcastAxis<$r>>::Joined,)*);
        }
        #[diagnostic::do_not_recommend]
        impl<$x: Axis, $($more: Axis,)* $($l: Axis + SumToAxis<$r>, $r: Axis),*>
            SumTo<($($r,)*)> for ($x, $($more,)* $($l,)*) {}
    };
}
align!(; X1 X2 X3 X4 X5 X6);
align!(L1 R1; X1 X2 X3 X4 X5);
align!(L1 R1, L2 R2; X1 X2 X3 X4);
align!(L1 R1, L2 R2, L3 R3; X1 X2 X3);
align!(L1 R1, L2 R2, L3 R3, L4 R4; X1 X2);
align!(L1 R1, L2 R2, L3 R3, L4 R4, L5 R5; X1);
align!(L1 R1, L2 R2, L3 R3, L4 R4, L5 R5, L6 R6;);

/// How a kernel walks the positions of a shape `S` together with one, two or three operands that broadcast to it.
pub(crate) struct Walk<S>(core::marker::PhantomData<S>);

impl<S: Shape> Walk<S> {
    /// Of `S` itself and one operand.
    pub(crate) const fn one<A: Shape>() -> Plan<2> {
        Plan::new(S::DIMS, [contiguous(S::DIMS), A::STRIDES])
    }
    /// Of `S` itself and two operands.
    pub(crate) const fn two<A: Shape, B: Shape>() -> Plan<3> {
        Plan::new(S::DIMS, [contiguous(S::DIMS), A::STRIDES, B::STRIDES])
    }
    /// Of `S` itself and three operands.
    pub(crate) const fn three<A: Shape, B: Shape, C: Shape>() -> Plan<4> {
        Plan::new(
            S::DIMS,
            [contiguous(S::DIMS), A::STRIDES, B::STRIDES, C::STRIDES],
        )
    }
}
