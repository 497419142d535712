//! Splits of an axis into parts: equal parts in an array, or two parts of any length.

use core::ops::Add;

use super::concat::Concat;
use super::narrow::part;
use super::text::{Text, along};
use super::{Axis, Dim, HasAxis, Shape, Tensor, written};
use crate::kernels::{self, Block, WriteMode};
use crate::scalar::Element;

/// Fails the build if equal parts do not make up the axis.
#[track_caller]
const fn makes_up<const AXIS: isize, S: HasAxis<AXIS>>(len: usize, n: usize) {
    if len * n != S::Axis::LEN {
        let mut text = Text::new("split: ");
        along::<AXIS, S>(text.number(n).push(" parts of length ").number(len).push(" do not make up"))
    }
}

/// Fails the build if two parts do not make up the axis.
#[track_caller]
const fn cut_in_two<const AXIS: isize, A: HasAxis<AXIS>, B: HasAxis<AXIS>, S: HasAxis<AXIS>>() {
    if A::Axis::LEN + B::Axis::LEN != S::Axis::LEN {
        let mut text = Text::new("split_to: shapes ");
        text.shape(A::LENS).push(" and ").shape(B::LENS).push(" do not make up ").shape(S::LENS);
        panic!("{}", text.as_str());
    }
}

/// Part `i` of length `len` of an axis in a tensor of shape `S`, and that part as a tensor of its own.
#[inline(always)]
const fn piece<const AXIS: isize, S: HasAxis<AXIS>>(i: usize, len: usize) -> [Block; 2] {
    let place = part::<AXIS, S>(i * len, len);
    [place, Block { start: 0, pitch: place.width, ..place }]
}

impl<T: Element, S: Shape> Tensor<T, S> {
    /// Axis `AXIS` cut into `N` parts of length `LEN`; both may be inferred from the type of the result.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let [a, b] = tensor([[1, 2, 3, 4], [5, 6, 7, 8]]).split::<1, 2, _>();
    /// assert_eq!((a, b), (tensor([[1, 2], [5, 6]]), tensor([[3, 4], [7, 8]])));
    /// ```
    ///
    /// Parts that do not make up the axis are a build error:
    ///
    /// ```compile_fail,E0080
    /// use cotangent::tensor::tensor;
    ///
    /// tensor([1, 2, 3]).split::<0, 2, 2>(); // 2 parts of length 2 do not make up an axis of length 3
    /// ```
    #[inline]
    #[must_use]
    pub fn split<const AXIS: isize, const LEN: usize, const N: usize>(&self) -> [Tensor<T, S::With<Dim<LEN>>>; N]
    where
        S: HasAxis<AXIS>,
    {
        const { makes_up::<AXIS, S>(LEN, N) }
        written(|parts: &mut [Tensor<T, S::With<Dim<LEN>>>; N]| {
            for (i, out) in parts.iter_mut().enumerate() {
                let [place, one] = piece::<AXIS, S>(i, LEN);
                kernels::copy_block(self.as_slice(), place, out.as_mut_slice(), one);
            }
        })
    }

    /// Axis `AXIS` cut in two, of any lengths: the reverse of [`concat_to`](Self::concat_to). The results must be annotated.
    ///
    /// ```
    /// use cotangent::tensor::{Vector, tensor};
    ///
    /// let (head, tail): (Vector<i32, 1>, Vector<i32, 2>) = tensor([1, 2, 3]).split_to::<0, _, _>();
    /// assert_eq!((head, tail), (tensor([1]), tensor([2, 3])));
    /// ```
    #[inline]
    #[must_use]
    pub fn split_to<const AXIS: isize, A, B>(&self) -> (Tensor<T, A>, Tensor<T, B>)
    where
        S: HasAxis<AXIS>,
        A: Concat<AXIS, B, S>,
        B: HasAxis<AXIS>,
    {
        const { cut_in_two::<AXIS, A, B, S>() }
        let (head, tail) = (A::Axis::LEN, B::Axis::LEN);
        let (first, second) = (part::<AXIS, S>(0, head), part::<AXIS, S>(head, tail));
        written(|(a, b): &mut (Tensor<T, A>, Tensor<T, B>)| {
            kernels::copy_block(self.as_slice(), first, a.as_mut_slice(), part::<AXIS, A>(0, head));
            kernels::copy_block(self.as_slice(), second, b.as_mut_slice(), part::<AXIS, B>(0, tail));
        })
    }
}

/// `dst += g`, or `=`, with the parts in their places.
#[inline]
pub(crate) fn put_pieces<const AXIS: isize, const LEN: usize, const N: usize, T, S>(
    g: &[Tensor<T, S::With<Dim<LEN>>>; N],
    dst: &mut Tensor<T, S>,
    how: WriteMode,
) where
    T: Element + Add<Output = T>,
    S: HasAxis<AXIS>,
{
    for (i, g) in g.iter().enumerate() {
        let [place, one] = piece::<AXIS, S>(i, LEN);
        kernels::put_block(g.as_slice(), one, dst.as_mut_slice(), place, how);
    }
}

/// `dst += a`, or `=`, at the beginning of axis `AXIS`, and the same of `b` at its end.
#[inline]
pub(crate) fn put_joined<const AXIS: isize, T, A, B, S>(
    (a, b): &(Tensor<T, A>, Tensor<T, B>),
    dst: &mut Tensor<T, S>,
    how: WriteMode,
) where
    T: Element + Add<Output = T>,
    S: HasAxis<AXIS>,
    A: Concat<AXIS, B, S>,
    B: HasAxis<AXIS>,
{
    let (head, tail) = (A::Axis::LEN, B::Axis::LEN);
    let (first, second) = (part::<AXIS, S>(0, head), part::<AXIS, S>(head, tail));
    kernels::put_block(a.as_slice(), part::<AXIS, A>(0, head), dst.as_mut_slice(), first, how);
    kernels::put_block(b.as_slice(), part::<AXIS, B>(0, tail), dst.as_mut_slice(), second, how);
}
