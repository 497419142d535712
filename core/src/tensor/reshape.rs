//! The same numbers under another shape: `reshape` for any, `stretch` and `fixed` between `Dim<1>` and `One`.
//!
//! Equality of element counts is arithmetic on lengths, which types cannot do on stable Rust. It is therefore asserted
//! at *build time*, also in generic code, with a message that shows both shapes.

use core::ops::Add;

use super::text::Text;
use super::{Dim, HasAxis, One, Shape, Tensor};
use crate::kernels::{self, WriteMode};
use crate::scalar::Element;

/// Fails the build if two shapes have different numbers of elements.
#[track_caller]
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
    /// A different number of elements is a build error:
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

/// `dst += g`, or `=`, element by element in row-major order, whatever the shapes.
#[inline]
pub(crate) fn put_flat<T, S, R>(g: &Tensor<T, R>, dst: &mut Tensor<T, S>, how: WriteMode)
where
    T: Element + Add<Output = T>,
    S: Shape,
    R: Shape,
{
    const { same_numel::<S, R>() }
    match how {
        WriteMode::Accumulate => kernels::add(g.as_slice(), dst.as_mut_slice()),
        WriteMode::Overwrite => dst.as_mut_slice().copy_from_slice(g.as_slice()),
    }
}
