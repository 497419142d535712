//! What operators need of their operands: numbers and tensors alike as tensors, joined by broadcasting, and the way back.

use core::slice::from_mut;

use crate::differentiable::Tangent;
use crate::kernels::{WriteMode, add_to};
use crate::rule::Lanes;
use crate::scalar::{Element, Real};
use crate::tensor::{AnyShape, Broadcast, SumTo, Tensor, zip_put, zip_wide, zip3_put};

/// A number or a tensor of numbers, as a tensor.
pub trait Numbers: Lanes<Lane = Self::Number> {
    /// The number type.
    type Number: Real;
    /// The shape; `()` for a number.
    type Shape: AnyShape;
    /// Whether it is a number.
    const SCALAR: bool;
    /// As a tensor.
    fn as_tensor(&self) -> &Tensor<Self::Number, Self::Shape>;
    /// As a tensor.
    fn as_tensor_mut(&mut self) -> &mut Tensor<Self::Number, Self::Shape>;
    /// The value of so many rows that `write` writes.
    fn written(rows: usize, write: impl FnOnce(&mut Tensor<Self::Number, Self::Shape>)) -> Self;
    /// The first number.
    #[inline(always)]
    fn first(&self) -> Self::Number {
        self.as_tensor().as_slice()[0]
    }
    /// The first number.
    #[inline(always)]
    fn first_mut(&mut self) -> &mut Self::Number {
        &mut self.as_tensor_mut().as_mut_slice()[0]
    }
}

/// The type in which functions of the numbers are computed.
pub(super) type Wide<X> = <<X as Numbers>::Number as Real>::Wide;

impl<T: Real> Numbers for T {
    type Number = T;
    type Shape = ();
    const SCALAR: bool = true;
    #[inline(always)]
    fn as_tensor(&self) -> &Tensor<T, ()> {
        bytemuck::cast_ref(self)
    }
    #[inline(always)]
    fn as_tensor_mut(&mut self) -> &mut Tensor<T, ()> {
        bytemuck::cast_mut(self)
    }
    #[inline(always)]
    fn written(_: usize, write: impl FnOnce(&mut Tensor<T, ()>)) -> T {
        let mut number = T::ZERO;
        write(number.as_tensor_mut());
        number
    }
    #[inline(always)]
    fn first(&self) -> T {
        *self
    }
    #[inline(always)]
    fn first_mut(&mut self) -> &mut T {
        self
    }
}

impl<T: Real, S: AnyShape> Numbers for Tensor<T, S> {
    type Number = T;
    type Shape = S;
    const SCALAR: bool = false;
    #[inline(always)]
    fn as_tensor(&self) -> &Self {
        self
    }
    #[inline(always)]
    fn as_tensor_mut(&mut self) -> &mut Self {
        self
    }
    #[inline(always)]
    fn written(rows: usize, write: impl FnOnce(&mut Self)) -> Self {
        S::written(rows, write)
    }
}

/// An argument of a method besides its receiver: a number by value, a tensor by reference or by value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operand of a tensor operation",
    label = "not a number or a tensor of numbers"
)]
pub trait Operand {
    /// The number type.
    type Number: Real;
    /// Its type without the reference.
    type Value: Numbers<Number = Self::Number>;
    /// Its value without the reference.
    fn value(&self) -> &Self::Value;
}

impl<T: Real> Operand for T {
    type Number = T;
    type Value = T;
    #[inline(always)]
    fn value(&self) -> &T {
        self
    }
}

impl<T: Real, S: AnyShape> Operand for Tensor<T, S> {
    type Number = T;
    type Value = Self;
    #[inline(always)]
    fn value(&self) -> &Self {
        self
    }
}

impl<T: Real, S: AnyShape> Operand for &Tensor<T, S> {
    type Number = T;
    type Value = Tensor<T, S>;
    #[inline(always)]
    fn value(&self) -> &Tensor<T, S> {
        self
    }
}

/// Numbers along which others are repeated: those of a shape to which the other shape broadcasts.
#[diagnostic::on_unimplemented(
    message = "`{B}` does not broadcast to `{Self}`",
    label = "its shape does not broadcast to that of the first operand"
)]
pub trait Spread<B: Numbers<Number = Self::Number>>: Numbers<Shape: SumTo<B::Shape>> {}

impl<T: Real> Spread<T> for T {}
impl<T: Real, S: AnyShape> Spread<T> for Tensor<T, S> {}
impl<T: Real, S: AnyShape + SumTo<R>, R: AnyShape> Spread<Tensor<T, R>> for Tensor<T, S> {}

/// `f(a, b, c)` for every number of `a`.
#[inline(always)]
pub(super) fn spread<A, B, C>(a: &A, b: &B, c: &C, f: impl Fn(Wide<A>, Wide<A>, Wide<A>) -> Wide<A>) -> A
where
    A: Spread<B> + Spread<C>,
    B: Numbers<Number = A::Number>,
    C: Numbers<Number = A::Number>,
{
    let mut y = A::neutral();
    pass_with_both(a, b, c, &mut y, WriteMode::Accumulate, f);
    y
}

/// Operands whose shapes broadcast.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Self}` with `{B}`",
    label = "shapes do not broadcast",
    note = "shapes are aligned at the last axis; each pair of axes must be the same, or one of them must be `One`"
)]
pub trait Join<B: Numbers<Number = Self::Number>>: Numbers {
    /// The result: a number if both are, else a tensor of the joined shape.
    type Output: Numbers<Number = Self::Number, Shape: SumTo<Self::Shape> + SumTo<B::Shape>>;
    /// `f` of every pair of numbers.
    fn join(&self, other: &B, f: impl Fn(Wide<Self>, Wide<Self>) -> Wide<Self>) -> Self::Output;
}

impl<T: Real> Join<T> for T {
    type Output = T;
    #[inline(always)]
    fn join(&self, other: &T, f: impl Fn(T::Wide, T::Wide) -> T::Wide) -> T {
        T::rounded(f(self.widen(), other.widen()))
    }
}

impl<T: Real, S: AnyShape> Join<T> for Tensor<T, S> {
    type Output = Self;
    #[inline(always)]
    fn join(&self, other: &T, f: impl Fn(T::Wide, T::Wide) -> T::Wide) -> Self {
        zip_wide(self, other.as_tensor(), f)
    }
}

impl<T: Real, S: AnyShape> Join<Tensor<T, S>> for T {
    type Output = Tensor<T, S>;
    #[inline(always)]
    fn join(&self, other: &Tensor<T, S>, f: impl Fn(T::Wide, T::Wide) -> T::Wide) -> Tensor<T, S> {
        zip_wide(self.as_tensor(), other, f)
    }
}

impl<T: Real, S: AnyShape + Broadcast<R>, R: AnyShape> Join<Tensor<T, R>> for Tensor<T, S> {
    type Output = Tensor<T, <S as Broadcast<R>>::Joined>;
    #[inline(always)]
    fn join(&self, other: &Tensor<T, R>, f: impl Fn(T::Wide, T::Wide) -> T::Wide) -> Self::Output {
        zip_wide(self, other, f)
    }
}

/// The cotangent as it is.
#[inline(always)]
pub(super) fn plain<T: Real>(c: T, _: T) -> T {
    c
}

/// The cotangent with the opposite sign.
#[inline(always)]
pub(super) fn negated<T: Real>(c: T, _: T) -> T {
    -c
}

/// `d += f(c, 0)`, or `=`, summed down to the shape of `d`.
#[inline(always)]
pub(super) fn pass<J, D>(c: &J, d: &mut D, how: WriteMode, f: impl Fn(Wide<J>, Wide<J>) -> Wide<J>)
where
    J: Numbers<Shape: SumTo<D::Shape> + SumTo<()>>,
    D: Numbers<Number = J::Number>,
{
    pass_with(c, &J::Number::ZERO, d, how, f);
}

/// `d += f(c, x)`, or `=`, summed down to the shape of `d`.
#[inline(always)]
pub(super) fn pass_with<J, X, D>(c: &J, x: &X, d: &mut D, how: WriteMode, f: impl Fn(Wide<J>, Wide<J>) -> Wide<J>)
where
    J: Numbers<Shape: SumTo<X::Shape> + SumTo<D::Shape>>,
    X: Numbers<Number = J::Number>,
    D: Numbers<Number = J::Number>,
{
    if J::SCALAR {
        how.ready(from_mut(d.first_mut()));
        add_to(d.first_mut(), f(c.first().widen(), x.first().widen()));
    } else {
        zip_put(c.as_tensor(), x.as_tensor(), d.as_tensor_mut(), how, f);
    }
}

/// `d += f(c, x, y)`, or `=`, summed down to the shape of `d`.
#[inline(always)]
pub(super) fn pass_with_both<J, X, Y, D>(
    c: &J,
    x: &X,
    y: &Y,
    d: &mut D,
    how: WriteMode,
    f: impl Fn(Wide<J>, Wide<J>, Wide<J>) -> Wide<J>,
) where
    J: Numbers<Shape: SumTo<X::Shape> + SumTo<Y::Shape> + SumTo<D::Shape>>,
    X: Numbers<Number = J::Number>,
    Y: Numbers<Number = J::Number>,
    D: Numbers<Number = J::Number>,
{
    if J::SCALAR {
        how.ready(from_mut(d.first_mut()));
        add_to(d.first_mut(), f(c.first().widen(), x.first().widen(), y.first().widen()));
    } else {
        zip3_put(c.as_tensor(), x.as_tensor(), y.as_tensor(), d.as_tensor_mut(), how, f);
    }
}

/// Zeros, as many as there are numbers in `x`.
#[inline(always)]
pub(super) fn zero_like<X: Tangent>(_: &X) -> X {
    X::zero()
}
