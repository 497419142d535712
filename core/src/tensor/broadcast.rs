//! Broadcasting and its reverse: which shapes combine, the shape of the result, and how a result is summed back.
//!
//! Shapes are aligned at the last axis. Equal axes combine, [`One`](super::One) stretches, missing leading axes are
//! added. The bounds on [`Broadcast::Joined`] provide the reverse direction: a joined shape can be summed down to
//! either operand, as the gradient of every broadcasting operation does.

use core::marker::PhantomData;
use core::ops::Add;

use super::axis::{Axis, BroadcastAxis, SumToAxis};
use super::{Shape, Tensor, filled, wide_mut, written};
use crate::kernels::{self, Plan, Sum, contiguous};
use crate::scalar::Element;

/// Shapes that combine elementwise.
///
/// ```
/// use cotangent::prelude::*;
///
/// type Joined<A, B> = <A as Broadcast<B>>::Joined;
///
/// fn midpoint<A: Shape + Broadcast<B>, B: Shape>(x: &Tensor<f64, A>, y: &Tensor<f64, B>) -> Tensor<f64, Joined<A, B>> {
///     (x + y) / 2.0
/// }
/// assert_eq!(midpoint(&tensor([[1.0, 3.0], [5.0, 7.0]]), &tensor([1.0, 1.0])), tensor([[1.0, 2.0], [3.0, 4.0]]));
/// ```
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

/// Shapes that sum down to `Target`: those `Target` broadcasts to. A bound of [`sum_to`](Tensor::sum_to) and
/// [`broadcast_to`](Tensor::broadcast_to).
#[diagnostic::on_unimplemented(
    message = "shape `{Target}` does not broadcast to shape `{Self}`",
    label = "shapes do not broadcast",
    note = "shapes are aligned at the last axis; each axis of `{Target}` must be that of `{Self}`, or `One`"
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

/// The plan of a kernel that walks the positions of a shape `S` together with one, two or three operands that broadcast
/// to it.
pub(crate) struct Walk<S>(PhantomData<S>);

impl<S: Shape> Walk<S> {
    /// For `S` itself and one operand.
    pub(crate) const fn one<A: Shape>() -> Plan<2> {
        Plan::new(S::DIMS, [contiguous(S::DIMS), A::STRIDES])
    }
    /// For `S` itself and two operands.
    pub(crate) const fn two<A: Shape, B: Shape>() -> Plan<3> {
        Plan::new(S::DIMS, [contiguous(S::DIMS), A::STRIDES, B::STRIDES])
    }
    /// For `S` itself and three operands.
    pub(crate) const fn three<A: Shape, B: Shape, C: Shape>() -> Plan<4> {
        Plan::new(S::DIMS, [contiguous(S::DIMS), A::STRIDES, B::STRIDES, C::STRIDES])
    }
}

impl<T: Element, S: Shape> Tensor<T, S> {
    /// Repeats the tensor along stretched and missing axes.
    ///
    /// ```
    /// use cotangent::tensor::{Dim, tensor};
    ///
    /// assert_eq!(tensor([1, 2]).broadcast_to::<(Dim<3>, Dim<2>)>(), tensor([[1, 2], [1, 2], [1, 2]]));
    /// ```
    #[inline]
    pub fn broadcast_to<R: Shape + SumTo<S>>(&self) -> Tensor<T, R> {
        written(|out: &mut Tensor<T, R>| out.zip_assign(self, set))
    }

    /// Sums down to a shape that broadcasts to this one; the reverse of [`broadcast_to`](Self::broadcast_to).
    ///
    /// ```
    /// use cotangent::tensor::{Row, Vector, tensor};
    ///
    /// let x = tensor([[1.0, 2.0], [3.0, 4.0]]);
    /// let columns: Vector<f32, 2> = x.sum_to();
    /// assert_eq!(columns, tensor([4.0, 6.0]));
    /// assert_eq!(x.sum_to(), Row::new([[4.0, 6.0]]));
    /// assert_eq!(x.sum_to::<()>().item(), 10.0);
    /// ```
    #[inline]
    pub fn sum_to<R: Shape>(&self) -> Tensor<T, R>
    where
        S: SumTo<R>,
        T: Add<Output = T>,
    {
        filled(|out| accumulate_sum_to(self, out))
    }
}

#[inline(always)]
fn set<T>(o: &mut T, x: T) {
    *o = x;
}

/// The sum, not rounded.
#[inline]
pub(crate) fn wide_sum_to<T: Element, S: Shape + SumTo<R>, R: Shape>(x: &Tensor<T, S>) -> Tensor<T::Accumulator, R> {
    filled(|sum| accumulate_sum_to(x, sum))
}

/// `dst += src`, summed down to the shape of `dst`.
#[inline]
pub(crate) fn accumulate_sum_to<X: Sum, T, D, S, R>(src: &Tensor<T, S>, dst: &mut Tensor<D, R>)
where
    T: Element<Accumulator = X>,
    D: Element<Accumulator = X>,
    S: Shape + SumTo<R>,
    R: Shape,
{
    let plan = const { Walk::<S>::one::<R>() };
    if const { Walk::<S>::one::<R>().comes_back(1) } {
        wide_mut(dst, |dst| kernels::accumulate(&plan, src.as_slice(), dst.as_mut_slice()));
    } else {
        kernels::accumulate(&plan, src.as_slice(), dst.as_mut_slice());
    }
}
