//! The operators `+ - * / %`, negation and casts, for numbers and tensors, with broadcasting.
//!
//! A number is a tensor of rank 0 here, so each operator has one rule. The cotangent of an operand that was stretched is summed
//! over the positions it was stretched to.

use core::marker::PhantomData;

use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent};
use crate::real::{Element, Real};
use crate::rule::{Lanes, Rule, Rule1, Rule2};
use crate::slot::Slot;
use crate::tape::{No, Read, Yes};
use crate::tensor::{Broadcast, Shape, SumTo, Tensor, zip_accumulate, zip3_accumulate};

/// A number or a tensor of numbers, seen as a tensor.
pub trait Numbers: Differentiable<Tangent = Self> + Tangent + Copy {
    /// The number type.
    type Number: Real;
    /// The shape; `()` for a number.
    type Shape: Shape;
    /// Whether it is a number.
    const SCALAR: bool;
    /// As a tensor.
    fn as_tensor(&self) -> &Tensor<Self::Number, Self::Shape>;
    /// As a tensor.
    fn as_tensor_mut(&mut self) -> &mut Tensor<Self::Number, Self::Shape>;
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
    fn first(&self) -> T {
        *self
    }
    #[inline(always)]
    fn first_mut(&mut self) -> &mut T {
        self
    }
}

impl<T: Real, S: Shape> Numbers for Tensor<T, S> {
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
}

/// Operands whose shapes broadcast.
pub trait Join<B: Numbers<Number = Self::Number>>: Numbers {
    /// The result: a number if both are, else a tensor of the joined shape.
    type Output: Numbers<Number = Self::Number, Shape: SumTo<Self::Shape> + SumTo<B::Shape>>;
    /// `f` of every pair of numbers.
    fn join(&self, other: &B, f: impl Fn(Self::Number, Self::Number) -> Self::Number) -> Self::Output;
}

impl<T: Real> Join<T> for T {
    type Output = T;
    #[inline(always)]
    fn join(&self, other: &T, f: impl Fn(T, T) -> T) -> T {
        f(*self, *other)
    }
}

impl<T: Real, S: Shape> Join<T> for Tensor<T, S> {
    type Output = Self;
    #[inline(always)]
    fn join(&self, other: &T, f: impl Fn(T, T) -> T) -> Self {
        self.map(|x| f(x, *other))
    }
}

impl<T: Real, S: Shape> Join<Tensor<T, S>> for T {
    type Output = Tensor<T, S>;
    #[inline(always)]
    fn join(&self, other: &Tensor<T, S>, f: impl Fn(T, T) -> T) -> Tensor<T, S> {
        other.map(|x| f(*self, x))
    }
}

impl<T: Real, S: Shape + Broadcast<R>, R: Shape> Join<Tensor<T, R>> for Tensor<T, S> {
    type Output = Tensor<T, <S as Broadcast<R>>::Joined>;
    #[inline(always)]
    fn join(&self, other: &Tensor<T, R>, f: impl Fn(T, T) -> T) -> Self::Output {
        self.zip_map(other, f)
    }
}

/// `d += f(c)`, summed down to the shape of `d`.
#[inline(always)]
fn pass<J, D>(c: &J, d: &mut D, f: impl Fn(J::Number) -> J::Number)
where
    J: Numbers<Shape: SumTo<D::Shape> + SumTo<()>>,
    D: Numbers<Number = J::Number>,
{
    pass_with(c, &J::Number::ZERO, d, |c, _| f(c));
}

/// `d += f(c, x)`, summed down to the shape of `d`.
#[inline(always)]
fn pass_with<J, X, D>(c: &J, x: &X, d: &mut D, f: impl Fn(J::Number, J::Number) -> J::Number)
where
    J: Numbers<Shape: SumTo<X::Shape> + SumTo<D::Shape>>,
    X: Numbers<Number = J::Number>,
    D: Numbers<Number = J::Number>,
{
    if J::SCALAR {
        *d.first_mut() += f(c.first(), x.first());
    } else {
        zip_accumulate(c.as_tensor(), x.as_tensor(), d.as_tensor_mut(), f);
    }
}

/// `d += f(c, x, y)`, summed down to the shape of `d`.
#[inline(always)]
fn pass_with_both<J, X, Y, D>(c: &J, x: &X, y: &Y, d: &mut D, f: impl Fn(J::Number, J::Number, J::Number) -> J::Number)
where
    J: Numbers<Shape: SumTo<X::Shape> + SumTo<Y::Shape> + SumTo<D::Shape>>,
    X: Numbers<Number = J::Number>,
    Y: Numbers<Number = J::Number>,
    D: Numbers<Number = J::Number>,
{
    if J::SCALAR {
        *d.first_mut() += f(c.first(), x.first(), y.first());
    } else {
        zip3_accumulate(c.as_tensor(), x.as_tensor(), y.as_tensor(), d.as_tensor_mut(), f);
    }
}

/// `c · f`, exactly zero when `c` is: for factors that may be infinite.
#[inline(always)]
pub(super) fn strong<T: Real>(c: T, f: impl FnOnce(T) -> T) -> T {
    if c == T::ZERO { T::ZERO } else { f(c) }
}

/// Whole numbers have no derivative: the rule is there so that they may stand in a differentiable function.
macro_rules! constants {
    ($name:ident($u:ident, $v:ident) = $value:expr; $($t:ty)*) => {$(
        impl Rule2<$t, $t> for $name {
            type Output = $t;
            type Residual = ();
            fn forward(&$u: &$t, &$v: &$t) -> ($t, ()) {
                ($value, ())
            }
            #[inline(always)]
            fn vjp(
                (): &(),
                _: Read<'_, $t>,
                _: Read<'_, $t>,
                _: Read<'_, $t>,
                _: &NoGrad,
                _: impl Slot<NoGrad>,
                _: impl Slot<NoGrad>,
            ) {}
            fn jvp(_: &$t, _: &$t, _: &$t, _: Option<&NoGrad>, _: Option<&NoGrad>) -> NoGrad {
                NoGrad
            }
        }
    )*};
}

/// The parts of a binary rule that differ from operator to operator.
macro_rules! operator {
    (
        $(#[$meta:meta])*
        $name:ident reads $reads:ty;
        value($u:ident, $v:ident) = $value:expr;
        vjp($a:ident, $b:ident, $y:ident, $c:ident, $a_bar:ident, $b_bar:ident) = $vjp:block
        jvp($ja:ident, $jb:ident, $jy:ident, $a_dot:ident, $b_dot:ident, $y_dot:ident) = ($from_a:expr, $from_b:expr);
    ) => {
        $(#[$meta])*
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Rule for $name {
            type Reads = $reads;
        }

        impl<A, B> Rule2<A, B> for $name
        where
            A: Join<B>,
            B: Numbers<Number = A::Number>,
        {
            type Output = A::Output;
            type Residual = ();
            #[inline(always)]
            fn forward(a: &A, b: &B) -> (A::Output, ()) {
                (a.join(b, |$u, $v| $value), ())
            }
            #[inline(always)]
            fn vjp(
                (): &(),
                $a: Read<'_, A>,
                $b: Read<'_, B>,
                $y: Read<'_, A::Output>,
                $c: &A::Output,
                $a_bar: impl Slot<Ct<A>>,
                $b_bar: impl Slot<Ct<B>>,
            ) $vjp
            fn jvp($ja: &A, $jb: &B, $jy: &A::Output, a_dot: Option<&A>, b_dot: Option<&B>) -> A::Output {
                let mut y_dot = A::Output::zero();
                let $y_dot = &mut y_dot;
                if let Some($a_dot) = a_dot {
                    $from_a;
                }
                if let Some($b_dot) = b_dot {
                    $from_b;
                }
                y_dot
            }
        }
        constants!($name($u, $v) = $value; usize i32 i64 u8 u16 u32 u64 i8 i16 isize);
    };
}

operator! {
    /// `a + b`. Derivatives 1, 1.
    add reads (No, No, No);
    value(u, v) = u + v;
    vjp(_a, _b, _y, c, a_bar, b_bar) = {
        a_bar.accumulate(|d| pass(c, d, |c| c));
        b_bar.accumulate(|d| pass(c, d, |c| c));
    }
    jvp(_a, _b, y, a_dot, b_dot, d) = (pass_with(y, a_dot, d, |_, t| t), pass_with(y, b_dot, d, |_, t| t));
}

operator! {
    /// `a - b`. Derivatives 1, -1.
    sub reads (No, No, No);
    value(u, v) = u - v;
    vjp(_a, _b, _y, c, a_bar, b_bar) = {
        a_bar.accumulate(|d| pass(c, d, |c| c));
        b_bar.accumulate(|d| pass(c, d, |c| -c));
    }
    jvp(_a, _b, y, a_dot, b_dot, d) = (pass_with(y, a_dot, d, |_, t| t), pass_with(y, b_dot, d, |_, t| -t));
}

operator! {
    /// `a b`. Derivatives `b`, `a`.
    mul reads (Yes, Yes, No);
    value(u, v) = u * v;
    vjp(a, b, _y, c, a_bar, b_bar) = {
        a_bar.accumulate(|d| pass_with(c, b.get(), d, |c, b| c * b));
        b_bar.accumulate(|d| pass_with(c, a.get(), d, |c, a| c * a));
    }
    jvp(a, b, y, a_dot, b_dot, d) =
        (pass_with_both(y, a_dot, b, d, |_, t, b| t * b), pass_with_both(y, b_dot, a, d, |_, t, a| t * a));
}

operator! {
    /// `a / b`. Derivatives `1/b`, `-y/b`. A zero cotangent gives exactly zero, also where `b` is 0.
    div reads (No, Yes, Yes);
    value(u, v) = u / v;
    vjp(_a, b, y, c, a_bar, b_bar) = {
        a_bar.accumulate(|d| pass_with(c, b.get(), d, |c, b| strong(c, |c| c / b)));
        b_bar.accumulate(|d| pass_with_both(c, b.get(), y.get(), d, |c, b, y| strong(c, |c| -c * y / b)));
    }
    jvp(_a, b, y, a_dot, b_dot, d) = (
        pass_with_both(y, a_dot, b, d, |_, t, b| strong(t, |t| t / b)),
        pass_with_both(y, b_dot, b, d, |y, t, b| strong(t, |t| -y * t / b))
    );
}

operator! {
    /// `a % b`, the remainder with the sign of `a`. Derivatives 1, `-trunc(a / b)`.
    rem reads (Yes, Yes, No);
    value(u, v) = u % v;
    vjp(a, b, _y, c, a_bar, b_bar) = {
        a_bar.accumulate(|d| pass(c, d, |c| c));
        b_bar.accumulate(|d| pass_with_both(c, a.get(), b.get(), d, |c, a, b| -c * (a / b).trunc()));
    }
    jvp(a, b, y, a_dot, b_dot, d) = (
        pass_with(y, a_dot, d, |_, t| t),
        pass_with_both(&a.join(b, |a, b| (a / b).trunc()), b_dot, b, d, |q, t, _| -q * t)
    );
}

/// `-a`. Derivative -1.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default)]
pub struct neg;

impl Rule for neg {
    type Reads = (No, No);
}

impl<A: Lanes> Rule1<A> for neg {
    type Output = A;
    type Residual = ();
    #[inline(always)]
    fn forward(a: &A) -> (A, ()) {
        (a.map_lanes(|a| -a), ())
    }
    #[inline(always)]
    fn vjp((): &(), _: Read<'_, A>, _: Read<'_, A>, c: &A, a_bar: impl Slot<A>) {
        a_bar.accumulate(|d| d.add_zip(c, c, |c, _| -c));
    }
    #[inline(always)]
    fn jvp(_: &A, y: &A, a_dot: Option<&A>) -> A {
        a_dot.map_or_else(|| y.map_lanes(|_| A::Lane::ZERO), |t| t.map_lanes(|t| -t))
    }
}

/// `a as Y` between floating-point types. Derivative 1; the cotangent is rounded to the type of `a`.
#[allow(non_camel_case_types)]
#[derive(Debug)]
pub struct cast<Y>(PhantomData<fn() -> Y>);

impl<Y> Clone for cast<Y> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Y> Copy for cast<Y> {}
impl<Y> Default for cast<Y> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<Y: 'static> Rule for cast<Y> {
    type Reads = (No, No);
}

impl<A: Real, Y: Real> Rule1<A> for cast<Y> {
    type Output = Y;
    type Residual = ();
    #[inline(always)]
    fn forward(a: &A) -> (Y, ()) {
        (Y::lit(a.to_f64()), ())
    }
    #[inline(always)]
    fn vjp((): &(), _: Read<'_, A>, _: Read<'_, Y>, c: &Y, a_bar: impl Slot<A>) {
        a_bar.accumulate(|d| *d += A::lit(c.to_f64()));
    }
    #[inline(always)]
    fn jvp(_: &A, _: &Y, a_dot: Option<&A>) -> Y {
        a_dot.map_or(Y::ZERO, |t| Y::lit(t.to_f64()))
    }
}
