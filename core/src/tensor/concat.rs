//! Concatenation of two tensors along an axis.

use core::ops::Add;

use super::narrow::part;
use super::text::Text;
use super::{Axis, HasAxis, Shape, Tensor, written};
use crate::kernels::{self, WriteMode};
use crate::scalar::Element;

/// Shapes whose concatenation along axis `AXIS` has shape `Out`: they agree in every other axis. A bound of
/// [`concat_to`](Tensor::concat_to).
///
/// A build-time check ensures that the lengths along the axis add up.
#[diagnostic::on_unimplemented(
    message = "cannot concatenate shape `{Self}` and shape `{Rhs}` along axis {AXIS} into shape `{Out}`",
    label = "shapes differ in another axis (or have no axis {AXIS})",
    note = "all three shapes must agree in every axis but the one they are joined along"
)]
pub trait Concat<const AXIS: isize, Rhs: HasAxis<AXIS>, Out: HasAxis<AXIS>>: HasAxis<AXIS> {}

#[diagnostic::do_not_recommend]
impl<const AXIS: isize, S, R, Out> Concat<AXIS, R, Out> for S
where
    S: HasAxis<AXIS>,
    R: HasAxis<AXIS, Kept = S::Kept>,
    Out: HasAxis<AXIS, Kept = S::Kept>,
{
}

/// Fails the build if the lengths do not add up.
#[track_caller]
const fn adds_up<const AXIS: isize, S: HasAxis<AXIS>, R: HasAxis<AXIS>, Out: HasAxis<AXIS>>() {
    if S::Axis::LEN + R::Axis::LEN != Out::Axis::LEN {
        let mut text = Text::new("concat: shapes ");
        text.shape(S::LENS).push(" and ").shape(R::LENS).push(" do not add up to ").shape(Out::LENS);
        panic!("{}", text.as_str());
    }
}

impl<T: Element, S: Shape> Tensor<T, S> {
    /// `self`, then `rhs`, along axis `AXIS`. The result must be annotated, because types cannot add lengths.
    ///
    /// ```
    /// use cotangent::tensor::{Matrix, tensor};
    ///
    /// let x: Matrix<i32, 2, 3> = tensor([[1, 2], [3, 4]]).concat_to::<1, _, _>(&tensor([[5], [6]]));
    /// assert_eq!(x, tensor([[1, 2, 5], [3, 4, 6]]));
    /// ```
    ///
    /// Lengths that do not add up are a build error:
    ///
    /// ```compile_fail,E0080
    /// use cotangent::tensor::{Vector, tensor};
    ///
    /// let x: Vector<i32, 4> = tensor([1, 2]).concat_to::<0, _, _>(&tensor([3]));
    /// ```
    #[inline]
    pub fn concat_to<const AXIS: isize, R, Out>(&self, rhs: &Tensor<T, R>) -> Tensor<T, Out>
    where
        S: Concat<AXIS, R, Out>,
        R: HasAxis<AXIS>,
        Out: HasAxis<AXIS>,
    {
        const { adds_up::<AXIS, S, R, Out>() }
        let (head, tail) = (S::Axis::LEN, R::Axis::LEN);
        let first = part::<AXIS, Out>(0, head);
        let second = part::<AXIS, Out>(head, tail);
        written(|out: &mut Tensor<T, Out>| {
            kernels::copy_block(self.as_slice(), part::<AXIS, S>(0, head), out.as_mut_slice(), first);
            kernels::copy_block(rhs.as_slice(), part::<AXIS, R>(0, tail), out.as_mut_slice(), second);
        })
    }
}

/// `d +=` the first part of `g` along axis `AXIS`, of length `S`.
#[inline]
pub(crate) fn accumulate_head<const AXIS: isize, T, S, R, Out>(g: &Tensor<T, Out>, d: &mut Tensor<T, S>)
where
    T: Element + Add<Output = T>,
    S: Concat<AXIS, R, Out>,
    R: HasAxis<AXIS>,
    Out: HasAxis<AXIS>,
{
    const { adds_up::<AXIS, S, R, Out>() }
    add_part::<AXIS, T, S, Out>(g, 0, d);
}

/// `d +=` the second part of `g` along axis `AXIS`, of length `R`.
#[inline]
pub(crate) fn accumulate_tail<const AXIS: isize, T, S, R, Out>(g: &Tensor<T, Out>, d: &mut Tensor<T, R>)
where
    T: Element + Add<Output = T>,
    S: Concat<AXIS, R, Out>,
    R: HasAxis<AXIS>,
    Out: HasAxis<AXIS>,
{
    const { adds_up::<AXIS, S, R, Out>() }
    add_part::<AXIS, T, R, Out>(g, S::Axis::LEN, d);
}

/// `d +=` the part of `g` that begins at `start` along axis `AXIS`.
#[inline]
fn add_part<const AXIS: isize, T: Element + Add<Output = T>, S: HasAxis<AXIS>, Out: HasAxis<AXIS>>(
    g: &Tensor<T, Out>,
    start: usize,
    d: &mut Tensor<T, S>,
) {
    let (from, to) = (part::<AXIS, Out>(start, S::Axis::LEN), part::<AXIS, S>(0, S::Axis::LEN));
    kernels::put_block(g.as_slice(), from, d.as_mut_slice(), to, WriteMode::Accumulate);
}
