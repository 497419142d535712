//! The same numbers under another shape: `reshape` for any, `stretch` and `fixed` between `Dim<1>` and `One`.
//!
//! Whether the numbers of elements agree is arithmetic on lengths, which types cannot do on stable Rust. So it is asserted
//! while *building*, also in generic code, by a message that prints both shapes.

use core::ops::Add;

use super::{Dim, HasAxis, One, Shape, Tensor};
use crate::kernels;
use crate::real::Element;

/// Refuses, while building, shapes that differ in their number of elements.
const fn same_numel<S: Shape, R: Shape>() {
    if S::NUMEL != R::NUMEL {
        let mut text = Text::new("reshape: shape ");
        text.shape(S::LENS).push(" has ").number(S::NUMEL).push(" elements but shape ");
        text.shape(R::LENS).push(" has ").number(R::NUMEL);
        panic!("{}", text.as_str());
    }
}

impl<T: Element, S: Shape> Tensor<T, S> {
    /// The same elements, in the same row-major order, under another shape.
    ///
    /// ```
    /// use cotangent::tensor::{Matrix, tensor};
    ///
    /// let x: Matrix<i32, 2, 3> = tensor([1, 2, 3, 4, 5, 6]).reshape();
    /// assert_eq!(x, tensor([[1, 2, 3], [4, 5, 6]]));
    /// ```
    ///
    /// A different number of elements is an error while building:
    ///
    /// ```compile_fail,E0080
    /// use cotangent::tensor::{Dim, Matrix};
    ///
    /// Matrix::<f32, 4, 6>::ZEROS.reshape::<(Dim<5>, Dim<5>)>(); // shape (4, 6) has 24 elements but shape (5, 5) has 25
    /// ```
    #[inline]
    pub fn reshape<R: Shape>(&self) -> Tensor<T, R> {
        const { same_numel::<S, R>() }
        self.relabel()
    }

    /// Turns axis `AXIS` of length 1 into [`One`], which stretches.
    ///
    /// ```
    /// use cotangent::tensor::{Matrix, tensor};
    ///
    /// let row: Matrix<i32, 1, 2> = tensor([[10, 20]]);
    /// assert_eq!(tensor([[1, 2], [3, 4]]) + row.stretch::<0>(), tensor([[11, 22], [13, 24]]));
    /// ```
    #[inline]
    pub fn stretch<const AXIS: isize>(&self) -> Tensor<T, <S as HasAxis<AXIS>>::Kept>
    where
        S: HasAxis<AXIS, Axis = Dim<1>>,
    {
        self.relabel()
    }

    /// Turns axis `AXIS`, which stretches, into the ordinary axis `Dim<1>`.
    ///
    /// ```
    /// use cotangent::tensor::{Matrix, tensor};
    ///
    /// let x: Matrix<i32, 1, 2> = tensor([[1, 2], [3, 4]]).sum_keep::<0>().fixed::<0>();
    /// assert_eq!(x, tensor([[4, 6]]));
    /// ```
    #[inline]
    pub fn fixed<const AXIS: isize>(&self) -> Tensor<T, <S as HasAxis<AXIS>>::With<Dim<1>>>
    where
        S: HasAxis<AXIS, Axis = One>,
    {
        self.relabel()
    }
}

/// `dst += g`, element by element in row-major order, whatever the shapes.
#[inline]
pub(crate) fn accumulate_flat<T, S, R>(g: &Tensor<T, R>, dst: &mut Tensor<T, S>)
where
    T: Element + Add<Output = T>,
    S: Shape,
    R: Shape,
{
    const { same_numel::<S, R>() }
    kernels::add(g.as_slice(), dst.as_mut_slice());
}

/// A message written while compiling.
pub(super) struct Text {
    bytes: [u8; 512],
    len: usize,
}

impl Text {
    /// Starts with `text`.
    pub(super) const fn new(text: &str) -> Self {
        let mut new = Text { bytes: [0; 512], len: 0 };
        new.push(text);
        new
    }

    /// Appends `text`, as far as there is room.
    pub(super) const fn push(&mut self, text: &str) -> &mut Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = text[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// Appends a number in decimal.
    pub(super) const fn number(&mut self, number: usize) -> &mut Self {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        if number > 9 {
            self.number(number / 10);
        }
        self.push(DIGITS[number % 10])
    }

    /// Appends a shape, such as `(2, 3)`.
    pub(super) const fn shape(&mut self, lens: &[usize]) -> &mut Self {
        self.push("(");
        let mut axis = 0;
        while axis < lens.len() {
            self.push(if axis == 0 { "" } else { ", " }).number(lens[axis]);
            axis += 1;
        }
        self.push(")")
    }

    /// The message so far.
    pub(super) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "shapes do not fit",
        }
    }
}
