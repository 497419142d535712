//! Broadcasting and its reverse: which shapes combine, the shape of the result, and how a result is summed back.
//!
//! Shapes are aligned at the last axis. Equal axes combine, [`One`](super::One) stretches, missing leading axes are
//! added. The bounds on [`Broadcast::Joined`] provide the reverse direction: a joined shape can be summed down to
//! either operand, as the gradient of every broadcasting operation does.

use core::marker::PhantomData;
use core::ops::Add;

use super::axis::{Axis, BroadcastAxis, SumToAxis};
use super::{AnyShape, Shape, Tensor, filled, lens, walk, wide_mut, written};
use crate::kernels::{self, MAX_RANK, Plan, Sum, contiguous};
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
    type Joined: AnyShape + SumTo<Self> + SumTo<Rhs>;
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

impl<S: AnyShape> Walk<S> {
    /// The strides of `S` itself.
    const OWN: [usize; MAX_RANK] = contiguous(S::EXTENTS);
    /// For `S` itself and one operand.
    pub(crate) const fn one<A: AnyShape>(rows: usize) -> Plan<2> {
        Plan::new(lens::<S>(rows), [Self::OWN, A::STEPS])
    }
    /// For `S` itself and two operands.
    pub(crate) const fn two<A: AnyShape, B: AnyShape>(rows: usize) -> Plan<3> {
        Plan::new(lens::<S>(rows), [Self::OWN, A::STEPS, B::STEPS])
    }
    /// For `S` itself and three operands.
    pub(crate) const fn three<A: AnyShape, B: AnyShape, C: AnyShape>(rows: usize) -> Plan<4> {
        Plan::new(lens::<S>(rows), [Self::OWN, A::STEPS, B::STEPS, C::STEPS])
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
}

impl<T: Element, S: AnyShape> Tensor<T, S> {
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
    pub fn sum_to<R: AnyShape>(&self) -> Tensor<T, R>
    where
        S: SumTo<R>,
        T: Add<Output = T>,
    {
        R::written(self.count_rows(), |out| {
            out.fill(T::ZERO);
            accumulate_sum_to(self, out);
        })
    }
}

#[inline(always)]
fn set<T>(o: &mut T, x: T) {
    *o = x;
}

/// The sum, not rounded.
#[inline]
pub(crate) fn wide_sum_to<T: Element, S: AnyShape + SumTo<R>, R: Shape>(x: &Tensor<T, S>) -> Tensor<T::Accumulator, R> {
    filled(|sum| accumulate_sum_to(x, sum))
}

/// `dst += src`, summed down to the shape of `dst`.
#[inline]
pub(crate) fn accumulate_sum_to<X: Sum, T, D, S, R>(src: &Tensor<T, S>, dst: &mut Tensor<D, R>)
where
    T: Element<Accumulator = X>,
    D: Element<Accumulator = X>,
    S: AnyShape + SumTo<R>,
    R: AnyShape,
{
    if src.is_zero_of_any() {
        return;
    }
    dst.fit(src.count_rows());
    walk!(plan: S; one<R>, src.count_rows());
    let comes_back =
        if const { S::STATIC } { const { Walk::<S>::one::<R>(1).comes_back(1) } } else { plan.comes_back(1) };
    if comes_back {
        wide_mut(dst, |dst| kernels::accumulate(plan, src.as_slice(), dst.as_mut_slice()));
    } else {
        kernels::accumulate(plan, src.as_slice(), dst.as_mut_slice());
    }
}

/// The shapes that begin with an axis whose length is known when the program runs.
#[cfg(feature = "alloc")]
mod dynamic {
    use super::super::{Dyn, One};
    use super::{Axis, Broadcast, BroadcastAxis, SumTo, SumToAxis};

    /// `align!(L1 R1; X)`: shapes that share one trailing axis, where the one with `Dyn` has another between.
    macro_rules! align {
        ($($l:ident $r:ident),*;) => {
            align!(@shorter $($l $r),*;);
            align!(@same $($l $r),*);
        };
        ($($l:ident $r:ident),*; $x:ident $($more:ident)*) => {
            align!($($l $r),*; $($more)*);
            align!(@shorter $($l $r),*; $x $($more)*);
        };
        // The other has no first axis.
        (@shorter $($l:ident $r:ident),*; $($x:ident)*) => {
            #[diagnostic::do_not_recommend]
            impl<$($x: Axis,)* $($l: Axis + BroadcastAxis<$r>, $r: Axis),*> Broadcast<($($r,)*)> for (Dyn, $($x,)* $($l,)*) {
                type Joined = (Dyn, $($x,)* $(<$l as BroadcastAxis<$r>>::Joined,)*);
            }
            #[diagnostic::do_not_recommend]
            impl<$($x: Axis,)* $($l: Axis + BroadcastAxis<$r>, $r: Axis),*> Broadcast<(Dyn, $($x,)* $($r,)*)> for ($($l,)*) {
                type Joined = (Dyn, $($x,)* $(<$l as BroadcastAxis<$r>>::Joined,)*);
            }
            #[diagnostic::do_not_recommend]
            impl<$($x: Axis,)* $($l: Axis + SumToAxis<$r>, $r: Axis),*> SumTo<($($r,)*)> for (Dyn, $($x,)* $($l,)*) {}
        };
        // The other begins with `Dyn` too, or with an axis that stretches.
        (@same $($l:ident $r:ident),*) => {
            #[diagnostic::do_not_recommend]
            impl<$($l: Axis + BroadcastAxis<$r>, $r: Axis),*> Broadcast<(Dyn, $($r,)*)> for (Dyn, $($l,)*) {
                type Joined = (Dyn, $(<$l as BroadcastAxis<$r>>::Joined,)*);
            }
            #[diagnostic::do_not_recommend]
            impl<$($l: Axis + BroadcastAxis<$r>, $r: Axis),*> Broadcast<(One, $($r,)*)> for (Dyn, $($l,)*) {
                type Joined = (Dyn, $(<$l as BroadcastAxis<$r>>::Joined,)*);
            }
            #[diagnostic::do_not_recommend]
            impl<$($l: Axis + BroadcastAxis<$r>, $r: Axis),*> Broadcast<(Dyn, $($r,)*)> for (One, $($l,)*) {
                type Joined = (Dyn, $(<$l as BroadcastAxis<$r>>::Joined,)*);
            }
            #[diagnostic::do_not_recommend]
            impl<$($l: Axis + SumToAxis<$r>, $r: Axis),*> SumTo<(Dyn, $($r,)*)> for (Dyn, $($l,)*) {}
            #[diagnostic::do_not_recommend]
            impl<$($l: Axis + SumToAxis<$r>, $r: Axis),*> SumTo<(One, $($r,)*)> for (Dyn, $($l,)*) {}
        };
    }
    align!(; X1 X2 X3 X4 X5);
    align!(L1 R1; X1 X2 X3 X4);
    align!(L1 R1, L2 R2; X1 X2 X3);
    align!(L1 R1, L2 R2, L3 R3; X1 X2);
    align!(L1 R1, L2 R2, L3 R3, L4 R4; X1);
    align!(L1 R1, L2 R2, L3 R3, L4 R4, L5 R5;);
}
