//! A part of one axis.

use core::ops::Add;

use super::text::{Text, along};
use super::{Axis, Dim, HasAxis, Shape, Tensor, written};
use crate::kernels::{self, Block, WriteMode};
use crate::scalar::Element;

/// Fails the build if a part does not fit into its axis.
#[track_caller]
const fn fits<const AXIS: isize, S: HasAxis<AXIS>>(start: usize, len: usize) {
    if start + len > S::Axis::LEN {
        let mut text = Text::new("narrow: positions ");
        along::<AXIS, S>(text.number(start).push("..").number(start + len).push(" do not fit into"))
    }
}

/// Positions `start..start + len` of axis `AXIS` in a tensor of shape `S`.
#[inline(always)]
pub(super) const fn part<const AXIS: isize, S: HasAxis<AXIS>>(start: usize, len: usize) -> Block {
    Block { start: start * S::INNER, pitch: S::Axis::LEN * S::INNER, width: len * S::INNER, count: S::OUTER }
}

impl<T: Element, S: Shape> Tensor<T, S> {
    /// Positions `START..START + LEN` of axis `AXIS`; `LEN` may be inferred from the type of the result.
    ///
    /// ```
    /// use cotangent::tensor::{Matrix, tensor};
    ///
    /// let x = tensor([[1, 2, 3, 4], [5, 6, 7, 8]]);
    /// assert_eq!(x.narrow::<1, 1, 2>(), tensor([[2, 3], [6, 7]]));
    /// let last: Matrix<i32, 2, 1> = x.narrow::<-1, 3, _>();
    /// assert_eq!(last, tensor([[4], [8]]));
    /// ```
    ///
    /// A part that does not fit is a build error:
    ///
    /// ```compile_fail,E0080
    /// use cotangent::tensor::Matrix;
    ///
    /// Matrix::<f32, 2, 4>::ZEROS.narrow::<1, 3, 2>(); // positions 3..5 do not fit into an axis of length 4
    /// ```
    #[inline]
    pub fn narrow<const AXIS: isize, const START: usize, const LEN: usize>(
        &self,
    ) -> Tensor<T, <S as HasAxis<AXIS>>::With<Dim<LEN>>>
    where
        S: HasAxis<AXIS>,
    {
        const { fits::<AXIS, S>(START, LEN) }
        let from = const { part::<AXIS, S>(START, LEN) };
        let to = Block { start: 0, pitch: from.width, ..from };
        written(|out: &mut Tensor<_, _>| kernels::copy_block(self.as_slice(), from, out.as_mut_slice(), to))
    }
}

/// `dst += g` at positions `START..START + LEN` of axis `AXIS`.
#[inline]
pub(crate) fn accumulate_narrowed<const AXIS: isize, const START: usize, const LEN: usize, T, S>(
    g: &Tensor<T, S::With<Dim<LEN>>>,
    dst: &mut Tensor<T, S>,
) where
    T: Element + Add<Output = T>,
    S: HasAxis<AXIS>,
{
    const { fits::<AXIS, S>(START, LEN) }
    let to = const { part::<AXIS, S>(START, LEN) };
    let from = Block { start: 0, pitch: to.width, ..to };
    kernels::put_block(g.as_slice(), from, dst.as_mut_slice(), to, WriteMode::Accumulate);
}
