//! The operators `+ - * / %` and negation, for numbers and tensors, with broadcasting.
//!
//! A number is a tensor of rank 0 here, so each operator has one rule. The cotangent of an operand that was stretched is summed
//! over the positions it was stretched to.

use core::ops::{Mul, Neg};

use super::numbers::{Join, Numbers, negated, pass, pass_with, pass_with_both, plain};
use super::second::pass_dual;
use crate::differentiable::{Ct, NoGrad, Tangent};
use crate::rule::lift::second;
use crate::rule::slot::{Slot, WriteMode};
use crate::rule::{Lanes, Rule, Rule1, Rule2};
use crate::scalar::Real;
use crate::tape::{No, Read, Yes};
use crate::tensor::SumTo;

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
            second!(linear for $t, $t);
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
        second { $($second:tt)* }
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
                #[inline(always)]
                fn value<T: Real>($u: T, $v: T) -> T {
                    $value
                }
                (a.join(b, value), ())
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
            #[inline(always)]
            fn jvp($ja: &A, $jb: &B, $jy: &A::Output, a_dot: Option<&A>, b_dot: Option<&B>) -> A::Output {
                let mut y_dot = start(a_dot.is_none() && b_dot.is_none());
                let $y_dot = &mut y_dot;
                if let Some($a_dot) = a_dot {
                    $from_a;
                }
                if let Some($b_dot) = b_dot {
                    $from_b;
                }
                y_dot
            }
            $($second)*
        }
        constants!($name($u, $v) = $value; usize i32 i64 u8 u16 u32 u64 i8 i16 isize);
    };
}

/// What the tangents of the operands are added to. Nothing is computed for it: zero is the result only if there are none.
#[inline(always)]
fn start<Y: Tangent>(none: bool) -> Y {
    if none { Y::zero() } else { Y::neutral() }
}

// What the kernels apply: `fn` items, so that their code exists once per number type.

#[inline(always)]
fn tangent<T: Real>(_: T, t: T) -> T {
    t
}
#[inline(always)]
fn negated_tangent<T: Real>(_: T, t: T) -> T {
    -t
}
#[inline(always)]
fn product<T: Real>(_: T, t: T, x: T) -> T {
    t * x
}
#[inline(always)]
fn negated_product<T: Real>(q: T, t: T, _: T) -> T {
    -q * t
}
#[inline(always)]
fn quotient<T: Real>(c: T, b: T) -> T {
    c.strongly(|c| c / b)
}
#[inline(always)]
fn quotient_by_divisor<T: Real>(c: T, b: T, y: T) -> T {
    c.strongly(|c| -c * y / b)
}
#[inline(always)]
fn quotient_tangent<T: Real>(_: T, t: T, b: T) -> T {
    quotient(t, b)
}
#[inline(always)]
fn quotient_tangent_by_divisor<T: Real>(y: T, t: T, b: T) -> T {
    quotient_by_divisor(t, b, y)
}
#[inline(always)]
fn truncated_quotient<T: Real>(a: T, b: T) -> T {
    (a / b).trunc()
}
#[inline(always)]
fn rem_by_divisor<T: Real>(c: T, a: T, b: T) -> T {
    -c * truncated_quotient(a, b)
}

operator! {
    /// `a + b`. Derivatives 1, 1.
    add reads (No, No, No);
    value(u, v) = u + v;
    vjp(_a, _b, _y, c, a_bar, b_bar) = {
        a_bar.put(|d, how| pass(c, d, how, plain));
        b_bar.put(|d, how| pass(c, d, how, plain));
    }
    jvp(_a, _b, y, a_dot, b_dot, d) = (pass_with(y, a_dot, d, WriteMode::Accumulate, tangent), pass_with(y, b_dot, d, WriteMode::Accumulate, tangent));
    second {
        second!(linear for A, B);
    }
}

operator! {
    /// `a - b`. Derivatives 1, -1.
    sub reads (No, No, No);
    value(u, v) = u - v;
    vjp(_a, _b, _y, c, a_bar, b_bar) = {
        a_bar.put(|d, how| pass(c, d, how, plain));
        b_bar.put(|d, how| pass(c, d, how, negated));
    }
    jvp(_a, _b, y, a_dot, b_dot, d) = (pass_with(y, a_dot, d, WriteMode::Accumulate, tangent), pass_with(y, b_dot, d, WriteMode::Accumulate, negated_tangent));
    second {
        second!(linear for A, B);
    }
}

operator! {
    /// `a b`. Derivatives `b`, `a`.
    mul reads (Yes, Yes, No);
    value(u, v) = u * v;
    vjp(a, b, _y, c, a_bar, b_bar) = {
        a_bar.put(|d, how| pass_with(c, b.get(), d, how, Mul::mul));
        b_bar.put(|d, how| pass_with(c, a.get(), d, how, Mul::mul));
    }
    jvp(a, b, y, a_dot, b_dot, d) =
        (pass_with_both(y, a_dot, b, d, WriteMode::Accumulate, product), pass_with_both(y, b_dot, a, d, WriteMode::Accumulate, product));
    second {
        second!(bilinear for A, B);
    }
}

operator! {
    /// `a / b`. Derivatives `1/b`, `-y/b`. A zero cotangent gives exactly zero, also where `b` is 0.
    div reads (No, Yes, Yes);
    value(u, v) = u / v;
    vjp(_a, b, y, c, a_bar, b_bar) = {
        a_bar.put(|d, how| pass_with(c, b.get(), d, how, quotient));
        b_bar.put(|d, how| pass_with_both(c, b.get(), y.get(), d, how, quotient_by_divisor));
    }
    jvp(_a, b, y, a_dot, b_dot, d) = (
        pass_with_both(y, a_dot, b, d, WriteMode::Accumulate, quotient_tangent),
        pass_with_both(y, b_dot, b, d, WriteMode::Accumulate, quotient_tangent_by_divisor)
    );
    second {
        second!(A, B: |_, b, y, c, a_bar, b_bar| {
            pass_dual(c, b, b, a_bar, |c, b, _| quotient(c, b));
            pass_dual(c, b, y, b_bar, quotient_by_divisor);
        });
    }
}

operator! {
    /// `a % b`, the remainder with the sign of `a`. Derivatives 1, `-trunc(a / b)`.
    rem reads (Yes, Yes, No);
    value(u, v) = u % v;
    vjp(a, b, _y, c, a_bar, b_bar) = {
        a_bar.put(|d, how| pass(c, d, how, plain));
        b_bar.put(|d, how| pass_with_both(c, a.get(), b.get(), d, how, rem_by_divisor));
    }
    jvp(a, b, y, a_dot, b_dot, d) = (
        pass_with(y, a_dot, d, WriteMode::Accumulate, tangent),
        pass_with_both(&a.join(b, truncated_quotient), b_dot, b, d, WriteMode::Accumulate, negated_product)
    );
    second {
        second!(A, B: |a, b, _, c, a_bar, b_bar| {
            pass_dual(c, (Read::live(c.0), None), (Read::live(c.0), None), a_bar, |c, _, _| c);
            pass_dual(c, a, b, b_bar, rem_by_divisor);
        });
    }
}

/// `a += b`: the cotangent of the sum stays that of `a`, and goes to `b` too.
#[doc(hidden)]
#[inline(always)]
pub fn add_assign<A, B>(a_bar: &A, _: Read<'_, B>, b_bar: impl Slot<B>)
where
    A: Numbers<Shape: SumTo<B::Shape> + SumTo<()>>,
    B: Numbers<Number = A::Number>,
{
    b_bar.put(|d, how| pass(a_bar, d, how, plain));
}

/// `a -= b`.
#[doc(hidden)]
#[inline(always)]
pub fn sub_assign<A, B>(a_bar: &A, _: Read<'_, B>, b_bar: impl Slot<B>)
where
    A: Numbers<Shape: SumTo<B::Shape> + SumTo<()>>,
    B: Numbers<Number = A::Number>,
{
    b_bar.put(|d, how| pass(a_bar, d, how, negated));
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
        (a.map_lanes(Neg::neg), ())
    }
    #[inline(always)]
    fn vjp((): &(), _: Read<'_, A>, _: Read<'_, A>, c: &A, a_bar: impl Slot<A>) {
        a_bar.accumulate(|d| d.add_zip(c, c, negated));
    }
    #[inline(always)]
    fn jvp(_: &A, _: &A, a_dot: Option<&A>) -> A {
        a_dot.map_or_else(A::zero, |t| t.map_lanes(Neg::neg))
    }
    second!(linear for A);
}
