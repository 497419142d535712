//! The three forms of a rule here: linear, bilinear, and lifted, whose tangents nalgebra computes in dual numbers.
//!
//! A row names the types, the value as nalgebra computes it, and what a cotangent `c` contributes to each operand. In linear and bilinear
//! rows the operands of the tangent, and of the contributions, are [`Raw`]: what the value is without its type's promise about it.

use super::components::{Components, DualForm};
use crate::differentiable::{Ct, Tangent};
use crate::rule::{Rule1, Rule2, Rule3};
use crate::scalar::{Element, StrongZero};

/// A value as an element of the space of its tangents.
pub trait Raw: DualForm {
    /// The same numbers.
    fn raw(&self) -> Ct<Self>;
}

/// The tangent of a rule, by its value in dual numbers.
#[inline]
pub(super) fn tangent_of_one<R, A: DualForm, Y: DualForm>(_: R, (a, a_dot): (&A, Option<&Ct<A>>)) -> Ct<Y>
where
    R: Rule1<A::Lifted, Output = Y::Lifted>,
{
    Y::tangent_of(&R::forward(&a.lift(a_dot)).0)
}

/// The same of two operands.
#[inline]
pub(super) fn tangent_of_two<R, A: DualForm, B: DualForm, Y: DualForm>(
    _: R,
    (a, a_dot): (&A, Option<&Ct<A>>),
    (b, b_dot): (&B, Option<&Ct<B>>),
) -> Ct<Y>
where
    R: Rule2<A::Lifted, B::Lifted, Output = Y::Lifted>,
{
    Y::tangent_of(&R::forward(&a.lift(a_dot), &b.lift(b_dot)).0)
}

/// The same of three operands.
#[inline]
pub(super) fn tangent_of_three<R, A: DualForm, B: DualForm, C: DualForm, Y: DualForm>(
    _: R,
    (a, a_dot): (&A, Option<&Ct<A>>),
    (b, b_dot): (&B, Option<&Ct<B>>),
    (c, c_dot): (&C, Option<&Ct<C>>),
) -> Ct<Y>
where
    R: Rule3<A::Lifted, B::Lifted, C::Lifted, Output = Y::Lifted>,
{
    Y::tangent_of(&R::forward(&a.lift(a_dot), &b.lift(b_dot), &c.lift(c_dot)).0)
}

/// `rule: [consts] (A) -> Y; |a| value; |t| tangent; |c| contribution;`
macro_rules! linear {
    ($(
        $rule:ty: [$(const $n:ident),*] ($a:ty) -> $y:ty;
        |$x:ident| $value:expr; |$t:ident| $tangent:expr; |$c:ident| $contribution:expr;
    )*) => {$(
        impl<T: crate::ops::nalgebra::Number, $(const $n: usize),*> crate::rule::Rule1<$a> for $rule {
            type Output = $y;
            type Residual = ();
            #[inline]
            fn forward($x: &$a) -> ($y, ()) {
                ($value, ())
            }
            #[inline]
            fn vjp(
                (): &(),
                _: crate::tape::Read<'_, $a>,
                _: crate::tape::Read<'_, $y>,
                $c: &crate::differentiable::Ct<$y>,
                a_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$a>>,
            ) {
                a_bar.accumulate(|d| crate::differentiable::Tangent::accumulate(d, &$contribution));
            }
            #[inline]
            fn jvp(
                _: &$a,
                _: &$y,
                a_dot: Option<&crate::differentiable::Ct<$a>>,
            ) -> crate::differentiable::Ct<$y> {
                a_dot.map_or_else(crate::differentiable::Tangent::zero, |$t| $tangent)
            }
            crate::rule::lift::second!(linear for $a);
        }
    )*};
}

/// `rule: [consts] (A, B) -> Y; |a, b| value; |a, b| on raw numbers; |c, b| to a; |a, c| to b;`
macro_rules! bilinear {
    ($(
        $rule:ty: [$(const $n:ident),*] ($a:ty, $b:ty) -> $y:ty;
        |$va:ident, $vb:ident| $value:expr;
        |$ra:ident, $rb:ident| $raw:expr;
        |$ca:ident, $oa:ident| $to_a:expr;
        |$ob:ident, $cb:ident| $to_b:expr;
    )*) => {$(
        #[allow(clippy::redundant_clone, clippy::clone_on_copy, reason = "some types are `Copy`")]
        impl<T: crate::ops::nalgebra::Number, $(const $n: usize),*> crate::rule::Rule2<$a, $b> for $rule {
            type Output = $y;
            type Residual = ();
            #[inline]
            fn forward($va: &$a, $vb: &$b) -> ($y, ()) {
                ($value, ())
            }
            #[inline]
            fn vjp(
                (): &(),
                a: crate::tape::Read<'_, $a>,
                b: crate::tape::Read<'_, $b>,
                _: crate::tape::Read<'_, $y>,
                c: &crate::differentiable::Ct<$y>,
                a_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$a>>,
                b_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$b>>,
            ) {
                use crate::ops::nalgebra::forms::Raw;
                a_bar.accumulate(|d| {
                    let ($ca, $oa) = (c, &b.get().raw());
                    crate::differentiable::Tangent::accumulate(d, &$to_a);
                });
                b_bar.accumulate(|d| {
                    let ($ob, $cb) = (&a.get().raw(), c);
                    crate::differentiable::Tangent::accumulate(d, &$to_b);
                });
            }
            #[inline]
            fn jvp(
                a: &$a,
                b: &$b,
                _: &$y,
                a_dot: Option<&crate::differentiable::Ct<$a>>,
                b_dot: Option<&crate::differentiable::Ct<$b>>,
            ) -> crate::differentiable::Ct<$y> {
                use crate::differentiable::Tangent;
                use crate::ops::nalgebra::forms::Raw;
                let value = |$ra: &crate::differentiable::Ct<$a>, $rb: &crate::differentiable::Ct<$b>| $raw;
                let mut y_dot = <crate::differentiable::Ct<$y> as Tangent>::zero();
                if let Some(t) = a_dot {
                    y_dot.accumulate(&value(t, &b.raw()));
                }
                if let Some(t) = b_dot {
                    y_dot.accumulate(&value(&a.raw(), t));
                }
                y_dot
            }
            crate::rule::lift::second!($a, $b: |a, b, y, c, a_bar, b_bar| {
                crate::rule::lift::lifted::two(core::marker::PhantomData::<Self>, (a, b), y, c, a_bar, b_bar)
            });
        }
    )*};
}

/// The rule in dual numbers: the same, unless its type names the number type.
macro_rules! in_duals {
    () => {
        Self
    };
    ($dual:ty) => {
        $dual
    };
}

/// `rule: [consts] (A) -> Y; |a| value; |c, a, y| to a;`, and the same with two or three operands. `a`, `b` and `y` are what may be read.
/// A rule whose type names the number type is followed by `=>` and what it is in dual numbers.
macro_rules! lifted {
    ($(
        $rule:ty $(=> $dual:ty)?: [$(const $n:ident),*] ($($x:ident: $X:ty),+) -> $Y:ty $(where [$($where:tt)+])?;
        |$($v:ident),+| $value:expr;
        $(|$c:ident, $($r:ident),+| $to:expr;)+
    )*) => {$(
        lifted!(@ $rule $(=> $dual)?: [$(const $n),*] ($($x: $X),+) -> $Y $(where [$($where)+])?; |$($v),+| $value; $(|$c, $($r),+| $to;)+);
    )*};
    (
        @ $rule:ty $(=> $dual:ty)?: [$(const $n:ident),*] ($a:ident: $A:ty) -> $Y:ty $(where [$($where:tt)+])?; |$va:ident| $value:expr;
        |$ca:ident, $aa:ident, $ya:ident| $to_a:expr;
    ) => {
        #[allow(unused_variables, reason = "a row reads what it needs")]
        impl<T: crate::ops::nalgebra::Number, $(const $n: usize),*> crate::rule::Rule1<$A> for $rule
        $(where $($where)+)?
        {
            type Output = $Y;
            type Residual = ();
            #[inline]
            fn forward($va: &$A) -> ($Y, ()) {
                ($value, ())
            }
            #[inline]
            fn vjp(
                (): &(),
                $aa: crate::tape::Read<'_, $A>,
                $ya: crate::tape::Read<'_, $Y>,
                $ca: &crate::differentiable::Ct<$Y>,
                a_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$A>>,
            ) {
                a_bar.accumulate(|d| crate::differentiable::Tangent::accumulate(d, &$to_a));
            }
            #[inline]
            fn jvp(a: &$A, _: &$Y, a_dot: Option<&crate::differentiable::Ct<$A>>) -> crate::differentiable::Ct<$Y> {
                crate::ops::nalgebra::forms::tangent_of_one::<crate::ops::nalgebra::forms::in_duals!($($dual)?), $A, $Y>(Default::default(), (a, a_dot))
            }
            crate::rule::lift::second!($A: |a, y, c, a_bar| crate::rule::lift::lifted::one(core::marker::PhantomData::<crate::ops::nalgebra::forms::in_duals!($($dual)?)>, (a,), y, c, a_bar));
        }
    };
    (
        @ $rule:ty $(=> $dual:ty)?: [$(const $n:ident),*] ($a:ident: $A:ty, $b:ident: $B:ty) -> $Y:ty $(where [$($where:tt)+])?;
        |$va:ident, $vb:ident| $value:expr;
        |$ca:ident, $aa:ident, $ba:ident, $ya:ident| $to_a:expr;
        |$cb:ident, $ab:ident, $bb:ident, $yb:ident| $to_b:expr;
    ) => {
        #[allow(unused_variables, reason = "a row reads what it needs")]
        impl<T: crate::ops::nalgebra::Number, $(const $n: usize),*> crate::rule::Rule2<$A, $B> for $rule
        $(where $($where)+)?
        {
            type Output = $Y;
            type Residual = ();
            #[inline]
            fn forward($va: &$A, $vb: &$B) -> ($Y, ()) {
                ($value, ())
            }
            #[inline]
            fn vjp(
                (): &(),
                a: crate::tape::Read<'_, $A>,
                b: crate::tape::Read<'_, $B>,
                y: crate::tape::Read<'_, $Y>,
                c: &crate::differentiable::Ct<$Y>,
                a_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$A>>,
                b_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$B>>,
            ) {
                a_bar.accumulate(|d| {
                    let ($ca, $aa, $ba, $ya) = (c, a, b, y);
                    crate::differentiable::Tangent::accumulate(d, &$to_a);
                });
                b_bar.accumulate(|d| {
                    let ($cb, $ab, $bb, $yb) = (c, a, b, y);
                    crate::differentiable::Tangent::accumulate(d, &$to_b);
                });
            }
            #[inline]
            fn jvp(
                a: &$A,
                b: &$B,
                _: &$Y,
                a_dot: Option<&crate::differentiable::Ct<$A>>,
                b_dot: Option<&crate::differentiable::Ct<$B>>,
            ) -> crate::differentiable::Ct<$Y> {
                crate::ops::nalgebra::forms::tangent_of_two::<crate::ops::nalgebra::forms::in_duals!($($dual)?), $A, $B, $Y>(Default::default(), (a, a_dot), (b, b_dot))
            }
            crate::rule::lift::second!($A, $B: |a, b, y, c, a_bar, b_bar| {
                crate::rule::lift::lifted::two(core::marker::PhantomData::<crate::ops::nalgebra::forms::in_duals!($($dual)?)>, (a, b), y, c, a_bar, b_bar)
            });
        }
    };
}

/// Adds to the cotangent of an operand what a cotangent contributes, by the tangent of the value along each component.
#[inline]
pub(super) fn add_by_components<D, Y>(d: &mut D, c: &Y, along: impl Fn(&D) -> Y)
where
    D: Tangent + Components,
    Y: Components<Number = D::Number>,
{
    for i in 0..D::LEN {
        let mut unit = D::zero();
        *unit.component_mut(i) = D::Number::ONE;
        let t = along(&unit);
        for j in 0..Y::LEN {
            *d.component_mut(i) += c.component(j).times(t.component(j));
        }
    }
}

/// A formula whose tangents are those of a rule. It need not be how nalgebra computes the value, which may leave a case out where a
/// tangent is not zero.
pub trait Formula<Operands> {
    /// The result.
    type Output;
    /// The result.
    fn formula(operands: Operands) -> Self::Output;
}

/// The tangent of a formula, from operands in dual numbers.
#[inline]
pub(super) fn along<R: Formula<X, Output = Y::Lifted>, X, Y: DualForm>(operands: X) -> Ct<Y> {
    Y::tangent_of(&R::formula(operands))
}

/// `rule: [consts] (A) -> Y; |a| value; |a| formula;`, and the same with two or three operands. All tangents are those of the formula in
/// dual numbers, one for each component. For small values, whose contributions have no short form.
macro_rules! by_duals {
    ($(
        $rule:ty $(=> $dual:ty)?: [$(const $n:ident),*] ($($X:ty),+) -> $Y:ty; |$($v:ident),+| $value:expr; |$($f:ident),+| $formula:expr;
    )*) => {$(
        impl<T: crate::ops::nalgebra::Number, $(const $n: usize),*> crate::ops::nalgebra::forms::Formula<($($X,)+)> for $rule {
            type Output = $Y;
            #[inline]
            fn formula(($($f,)+): ($($X,)+)) -> $Y {
                $formula
            }
        }
        by_duals!(@ $rule $(=> $dual)?: [$(const $n),*] ($($X),+) -> $Y; |$($v),+| $value;);
    )*};
    (@ $rule:ty $(=> $dual:ty)?: [$(const $n:ident),*] ($A:ty) -> $Y:ty; |$va:ident| $value:expr;) => {
        impl<T: crate::ops::nalgebra::Number, $(const $n: usize),*> crate::rule::Rule1<$A> for $rule {
            type Output = $Y;
            type Residual = ();
            fn forward($va: &$A) -> ($Y, ()) {
                ($value, ())
            }
            fn vjp(
                (): &(),
                a: crate::tape::Read<'_, $A>,
                _: crate::tape::Read<'_, $Y>,
                c: &crate::differentiable::Ct<$Y>,
                a_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$A>>,
            ) {
                use crate::rule::lift::Lift;
                use crate::ops::nalgebra::forms::{add_by_components, along};
                let a = a.get();
                a_bar.accumulate(|d| add_by_components(d, c, |t| along::<crate::ops::nalgebra::forms::in_duals!($($dual)?), _, $Y>((a.lift(Some(t)),))));
            }
            fn jvp(a: &$A, _: &$Y, a_dot: Option<&crate::differentiable::Ct<$A>>) -> crate::differentiable::Ct<$Y> {
                crate::ops::nalgebra::forms::along::<crate::ops::nalgebra::forms::in_duals!($($dual)?), _, $Y>((crate::rule::lift::Lift::lift(a, a_dot),))
            }
            crate::rule::lift::second!($A: |a, y, c, a_bar| crate::rule::lift::lifted::one(core::marker::PhantomData::<crate::ops::nalgebra::forms::in_duals!($($dual)?)>, (a,), y, c, a_bar));
        }
    };
    (@ $rule:ty $(=> $dual:ty)?: [$(const $n:ident),*] ($A:ty, $B:ty) -> $Y:ty; |$va:ident, $vb:ident| $value:expr;) => {
        impl<T: crate::ops::nalgebra::Number, $(const $n: usize),*> crate::rule::Rule2<$A, $B> for $rule {
            type Output = $Y;
            type Residual = ();
            fn forward($va: &$A, $vb: &$B) -> ($Y, ()) {
                ($value, ())
            }
            fn vjp(
                (): &(),
                a: crate::tape::Read<'_, $A>,
                b: crate::tape::Read<'_, $B>,
                _: crate::tape::Read<'_, $Y>,
                c: &crate::differentiable::Ct<$Y>,
                a_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$A>>,
                b_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$B>>,
            ) {
                use crate::rule::lift::Lift;
                use crate::ops::nalgebra::forms::{add_by_components, along};
                let (a, b) = (a.get(), b.get());
                a_bar.accumulate(|d| {
                    add_by_components(d, c, |t| along::<crate::ops::nalgebra::forms::in_duals!($($dual)?), _, $Y>((a.lift(Some(t)), b.lift(None))));
                });
                b_bar.accumulate(|d| {
                    add_by_components(d, c, |t| along::<crate::ops::nalgebra::forms::in_duals!($($dual)?), _, $Y>((a.lift(None), b.lift(Some(t)))));
                });
            }
            fn jvp(
                a: &$A,
                b: &$B,
                _: &$Y,
                a_dot: Option<&crate::differentiable::Ct<$A>>,
                b_dot: Option<&crate::differentiable::Ct<$B>>,
            ) -> crate::differentiable::Ct<$Y> {
                use crate::rule::lift::Lift;
                crate::ops::nalgebra::forms::along::<crate::ops::nalgebra::forms::in_duals!($($dual)?), _, $Y>((a.lift(a_dot), b.lift(b_dot)))
            }
            crate::rule::lift::second!($A, $B: |a, b, y, c, a_bar, b_bar| {
                crate::rule::lift::lifted::two(core::marker::PhantomData::<crate::ops::nalgebra::forms::in_duals!($($dual)?)>, (a, b), y, c, a_bar, b_bar)
            });
        }
    };
    (@ $rule:ty $(=> $dual:ty)?: [$(const $n:ident),*] ($A:ty, $B:ty, $C:ty) -> $Y:ty; |$va:ident, $vb:ident, $vc:ident| $value:expr;) => {
        impl<T: crate::ops::nalgebra::Number, $(const $n: usize),*> crate::rule::Rule3<$A, $B, $C> for $rule {
            type Output = $Y;
            type Residual = ();
            fn forward($va: &$A, $vb: &$B, $vc: &$C) -> ($Y, ()) {
                ($value, ())
            }
            fn vjp(
                (): &(),
                a: crate::tape::Read<'_, $A>,
                b: crate::tape::Read<'_, $B>,
                c: crate::tape::Read<'_, $C>,
                _: crate::tape::Read<'_, $Y>,
                y_bar: &crate::differentiable::Ct<$Y>,
                a_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$A>>,
                b_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$B>>,
                c_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$C>>,
            ) {
                use crate::rule::lift::Lift;
                use crate::ops::nalgebra::forms::{add_by_components, along};
                let (a, b, c) = (a.get(), b.get(), c.get());
                a_bar.accumulate(|d| {
                    add_by_components(d, y_bar, |t| along::<crate::ops::nalgebra::forms::in_duals!($($dual)?), _, $Y>((a.lift(Some(t)), b.lift(None), c.lift(None))));
                });
                b_bar.accumulate(|d| {
                    add_by_components(d, y_bar, |t| along::<crate::ops::nalgebra::forms::in_duals!($($dual)?), _, $Y>((a.lift(None), b.lift(Some(t)), c.lift(None))));
                });
                c_bar.accumulate(|d| {
                    add_by_components(d, y_bar, |t| along::<crate::ops::nalgebra::forms::in_duals!($($dual)?), _, $Y>((a.lift(None), b.lift(None), c.lift(Some(t)))));
                });
            }
            fn jvp(
                a: &$A,
                b: &$B,
                c: &$C,
                _: &$Y,
                a_dot: Option<&crate::differentiable::Ct<$A>>,
                b_dot: Option<&crate::differentiable::Ct<$B>>,
                c_dot: Option<&crate::differentiable::Ct<$C>>,
            ) -> crate::differentiable::Ct<$Y> {
                use crate::rule::lift::Lift;
                crate::ops::nalgebra::forms::along::<crate::ops::nalgebra::forms::in_duals!($($dual)?), _, $Y>((a.lift(a_dot), b.lift(b_dot), c.lift(c_dot)))
            }
            crate::rule::lift::second!($A, $B, $C: |a, b, c, y, y_bar, a_bar, b_bar, c_bar| {
                crate::rule::lift::lifted::three(core::marker::PhantomData::<crate::ops::nalgebra::forms::in_duals!($($dual)?)>, (a, b, c), y, y_bar, a_bar, b_bar, c_bar)
            });
        }
    };
}

pub(super) use {bilinear, by_duals, in_duals, lifted, linear};
