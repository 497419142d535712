//! One axis of a shape, by its number: the axis, and the shape with the axis removed, kept as [`One`] or replaced.
//!
//! `0` is the first axis, `-1` the last.

use super::{Axis, Broadcast, One, Shape, SumTo};

/// A shape that has an axis number `AXIS`.
///
/// ```
/// use cotangent::tensor::{HasAxis, Tensor, tensor};
///
/// fn halves<S: HasAxis<0>>(x: &Tensor<f32, S>) -> Tensor<f32, S::Removed> {
///     x.sum_axis::<0>() / 2.0
/// }
/// assert_eq!(halves(&tensor([[1.0, 2.0], [3.0, 4.0]])), tensor([2.0, 3.0]));
/// ```
#[diagnostic::on_unimplemented(
    message = "shape `{Self}` has no axis {AXIS}",
    label = "no such axis",
    note = "axes count from 0; negative numbers count from the end, so -1 is the last axis",
    note = "operations along an axis need all lengths in the type: a shape with `Dyn` has no axis that can be counted"
)]
pub trait HasAxis<const AXIS: isize>:
    Shape + SumTo<<Self as HasAxis<AXIS>>::Kept> + Broadcast<<Self as HasAxis<AXIS>>::Kept, Joined = Self>
{
    /// The axis itself.
    type Axis: Axis;
    /// The shape without the axis.
    type Removed: Shape;
    /// The shape with [`One`] in place of the axis.
    type Kept: Shape;
    /// The shape with `Z` in place of the axis.
    type With<Z: Axis>: Shape;
    /// The number of positions before the axis.
    const OUTER: usize;
    /// The number of positions after the axis.
    const INNER: usize;
}

/// `axis!(0 -2: [] A [B])`: axis 0, also called -2, of a shape with two axes.
macro_rules! axis {
    ($($number:literal $negative:literal: [$($before:ident)*] $axis:ident [$($after:ident)*];)*) => {$(
        axis!(@impl $number: [$($before)*] $axis [$($after)*]);
        axis!(@impl $negative: [$($before)*] $axis [$($after)*]);
    )*};
    (@impl $number:literal: [$($before:ident)*] $axis:ident [$($after:ident)*]) => {
        #[diagnostic::do_not_recommend]
        impl<$($before: Axis,)* $axis: Axis, $($after: Axis),*> HasAxis<$number>
            for ($($before,)* $axis, $($after,)*)
        {
            type Axis = $axis;
            type Removed = ($($before,)* $($after,)*);
            type Kept = ($($before,)* One, $($after,)*);
            type With<Z: Axis> = ($($before,)* Z, $($after,)*);
            const OUTER: usize = 1 $(* $before::LEN)*;
            const INNER: usize = 1 $(* $after::LEN)*;
        }
    };
}
axis! {
    0 -1: [] A [];

    0 -2: [] A [B];
    1 -1: [A] B [];

    0 -3: [] A [B C];
    1 -2: [A] B [C];
    2 -1: [A B] C [];

    0 -4: [] A [B C D];
    1 -3: [A] B [C D];
    2 -2: [A B] C [D];
    3 -1: [A B C] D [];

    0 -5: [] A [B C D E];
    1 -4: [A] B [C D E];
    2 -3: [A B] C [D E];
    3 -2: [A B C] D [E];
    4 -1: [A B C D] E [];

    0 -6: [] A [B C D E F];
    1 -5: [A] B [C D E F];
    2 -4: [A B] C [D E F];
    3 -3: [A B C] D [E F];
    4 -2: [A B C D] E [F];
    5 -1: [A B C D E] F [];
}
