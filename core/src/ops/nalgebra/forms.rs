//! The three forms of a rule here: linear, bilinear, and lifted, whose tangents nalgebra computes in dual numbers.
//!
//! A row names the types, the value as nalgebra computes it, and what a cotangent `c` contributes to each operand. In linear and bilinear
//! rows the operands of the tangent, and of the contributions, are [`Raw`]: what the value is without its type's promise about it.

use super::components::{Components, DualForm};
use crate::differentiable::{Ct, Tangent};
use crate::scalar::{Element, StrongZero};

/// A value as an element of the space of its tangents.
pub trait Raw: DualForm {
    /// The same numbers.
    fn raw(&self) -> Ct<Self>;
}

/// The tangent of a rule, by its value in dual numbers: of operands, each with its tangent.
macro_rules! tangent_of {
    ($rule:ty as $Rule:ident: $(($x:expr, $x_dot:expr): $X:ty),+ => $Y:ty) => {
        <$Y as crate::ops::nalgebra::DualForm>::tangent_of(
            &<$rule as crate::rule::$Rule<$(<$X as crate::rule::lift::Lift>::Lifted),+>>::forward(
                $(&crate::rule::lift::Lift::lift($x, $x_dot)),+
            )
            .0,
        )
    };
}

/// Whether a tangent is the zero of any size.
#[inline(always)]
pub(in crate::ops) fn is_nothing<C: Tangent>(c: &C) -> bool {
    !C::SIZED && c.is_nothing()
}

/// `rule: [generics] (A) -> Y; |a| value; |t| tangent; |c| contribution;`. With `|c, d|` the contribution is added to `d` in place.
macro_rules! linear {
    (@ $place:ident, $c:ident, $contribution:expr) => {
        crate::differentiable::Tangent::accumulate($place, &$contribution)
    };
    (@ $place:ident, $c:ident $d:ident, $contribution:expr) => {{
        let $d = $place;
        $contribution;
    }};
    ($(
        $rule:ty: [$($n:tt)*] ($a:ty) -> $y:ty $(where [$($where:tt)+])?;
        |$x:ident| $value:expr; |$t:ident| $tangent:expr; |$c:ident $(, $d:ident)?| $contribution:expr;
    )*) => {$(
        impl<T: crate::ops::nalgebra::Number, $($n)*> crate::rule::Rule1<$a> for $rule $(where $($where)+)? {
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
                if crate::ops::nalgebra::forms::is_nothing($c) {
                    return;
                }
                a_bar.accumulate(|place| crate::ops::nalgebra::forms::linear!(@ place, $c $($d)?, $contribution));
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

/// `rule: [generics] (A, B) -> Y; |a, b| value; |a, b| on raw numbers; |c, b| to a; |a, c| to b;`
macro_rules! bilinear {
    ($(
        $rule:ty: [$($n:tt)*] ($a:ty, $b:ty) -> $y:ty $(where [$($where:tt)+])?;
        |$va:ident, $vb:ident| $value:expr;
        |$ra:ident, $rb:ident| $raw:expr;
        |$ca:ident, $oa:ident| $to_a:expr;
        |$ob:ident, $cb:ident| $to_b:expr;
    )*) => {$(
        #[allow(clippy::redundant_clone, clippy::clone_on_copy, reason = "some types are `Copy`")]
        impl<T: crate::ops::nalgebra::Number, $($n)*> crate::rule::Rule2<$a, $b> for $rule $(where $($where)+)? {
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
                use crate::ops::nalgebra::forms::{Raw, is_nothing};
                if is_nothing(c) {
                    return;
                }
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
                use crate::ops::nalgebra::forms::{Raw, is_nothing};
                let value = |$ra: &crate::differentiable::Ct<$a>, $rb: &crate::differentiable::Ct<$b>| $raw;
                let mut y_dot = <crate::differentiable::Ct<$y> as Tangent>::zero();
                if let Some(t) = a_dot.filter(|t| !is_nothing(*t)) {
                    y_dot.accumulate(&value(t, &b.raw()));
                }
                if let Some(t) = b_dot.filter(|t| !is_nothing(*t)) {
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

/// `form!` of a row with as many operands as it has: names for them, their types and their positions.
macro_rules! by_operands {
    ($form:ident $head:tt ($A:ty) $($rest:tt)+) => {
        $form!(@ Rule1 one $head c (a $A, 0 a_bar a_dot) $($rest)+);
    };
    ($form:ident $head:tt ($A:ty, $B:ty) $($rest:tt)+) => {
        $form!(@ Rule2 two $head c (a $A, 0 a_bar a_dot) (b $B, 1 b_bar b_dot) $($rest)+);
    };
    ($form:ident $head:tt ($A:ty, $B:ty, $C:ty) $($rest:tt)+) => {
        $form!(@ Rule3 three $head y_bar (a $A, 0 a_bar a_dot) (b $B, 1 b_bar b_dot) (c $C, 2 c_bar c_dot) $($rest)+);
    };
    ($form:ident $head:tt ($A:ty, $B:ty, $C:ty, $D:ty) $($rest:tt)+) => {
        $form!(
            @ Rule4 four $head y_bar (a $A, 0 a_bar a_dot) (b $B, 1 b_bar b_dot) (c $C, 2 c_bar c_dot) (d $D, 3 d_bar d_dot) $($rest)+
        );
    };
    ($form:ident $head:tt ($A:ty, $B:ty, $C:ty, $D:ty, $E:ty) $($rest:tt)+) => {
        $form!(
            @ Rule5 five $head y_bar (a $A, 0 a_bar a_dot) (b $B, 1 b_bar b_dot) (c $C, 2 c_bar c_dot) (d $D, 3 d_bar d_dot)
            (e $E, 4 e_bar e_dot) $($rest)+
        );
    };
}

/// `rule: [generics] (A) -> Y; |a| value; |c, a, y| to a;`, and the same with two or three operands. `a`, `b` and `y` are what may be read.
/// A rule whose type names the number type is followed by `=>` and what it is in dual numbers.
macro_rules! lifted {
    ($(
        $rule:ty $(=> $dual:ty)?: [$($n:tt)*] ($($v:ident: $X:ty),+) -> $Y:ty $(where [$($where:tt)+])?;
        |$($w:ident),+| $value:expr;
        $(|$c:ident, $($r:ident),+| $to:expr;)+
    )*) => {$(
        crate::ops::nalgebra::forms::by_operands!(
            lifted [$rule $(=> $dual)?; [$($n)*] [$(where $($where)+)?]] ($($X),+)
            -> $Y; |$($w),+| $value; $(|$c, $($r),+| $to;)+
        );
    )*};
    (
        @ $Rule:ident $lift:ident [$rule:ty $(=> $dual:ty)?; [$($n:tt)*] [$($where:tt)*]]
        $y_bar:ident $(($x:ident $X:ty, $i:tt $x_bar:ident $x_dot:ident))+
        -> $Y:ty; |$($w:ident),+| $value:expr; $(|$c:ident, $($r:ident),+| $to:expr;)+
    ) => {
        #[allow(unused_variables, reason = "a row reads what it needs")]
        impl<T: crate::ops::nalgebra::Number, $($n)*> crate::rule::$Rule<$($X),+> for $rule $($where)* {
            type Output = $Y;
            type Residual = ();
            #[inline]
            fn forward($($w: &$X),+) -> ($Y, ()) {
                ($value, ())
            }
            #[inline]
            fn vjp(
                (): &(),
                $($x: crate::tape::Read<'_, $X>,)+
                y: crate::tape::Read<'_, $Y>,
                $y_bar: &crate::differentiable::Ct<$Y>,
                $($x_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$X>>),+
            ) {
                if crate::ops::nalgebra::forms::is_nothing($y_bar) {
                    return;
                }
                let all = ($($x,)+ y);
                $($x_bar.accumulate(|place| {
                    let ($c, ($($r,)+)) = ($y_bar, all);
                    crate::differentiable::Tangent::accumulate(place, &$to);
                });)+
            }
            #[inline]
            fn jvp(
                $($x: &$X,)+
                _: &$Y,
                $($x_dot: Option<&crate::differentiable::Ct<$X>>),+
            ) -> crate::differentiable::Ct<$Y> {
                crate::ops::nalgebra::forms::tangent_of!(
                    crate::ops::nalgebra::forms::in_duals!($($dual)?) as $Rule: $(($x, $x_dot): $X),+ => $Y
                )
            }
            crate::rule::lift::second!($($X),+: |$($x,)+ y, $y_bar, $($x_bar),+| {
                crate::rule::lift::lifted::$lift(
                    core::marker::PhantomData::<crate::ops::nalgebra::forms::in_duals!($($dual)?)>,
                    ($($x,)+), y, $y_bar, $($x_bar),+
                )
            });
        }
    };
}

/// Adds to the cotangent of an operand what a cotangent contributes, by the tangent of the value along each component.
#[inline]
pub(in crate::ops) fn add_by_components<D, Y>(d: &mut D, c: &Y, along: impl Fn(&D) -> Y)
where
    D: Tangent + Components,
    Y: Components<Number = D::Number>,
{
    for i in 0..d.count() {
        let mut unit = D::zero();
        *unit.component_mut(i) = D::Number::ONE;
        let t = along(&unit);
        for j in 0..t.count() {
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
pub(in crate::ops) fn along<R: Formula<X, Output = Y::Lifted>, X, Y: DualForm>(operands: X) -> Ct<Y> {
    Y::tangent_of(&R::formula(operands))
}

/// `rule: [generics] (A) -> Y; |a| value; |a| formula;`, and the same with two or three operands. All tangents are those of the formula in
/// dual numbers, one for each component. For small values, whose contributions have no short form.
macro_rules! by_duals {
    ($(
        $rule:ty $(=> $dual:ty)?: [$($n:tt)*] ($($X:ty),+) -> $Y:ty; |$($v:ident),+| $value:expr; |$($f:ident),+| $formula:expr;
    )*) => {$(
        impl<T: crate::ops::nalgebra::Number, $($n)*> crate::ops::nalgebra::forms::Formula<($($X,)+)> for $rule {
            type Output = $Y;
            #[inline]
            fn formula(($($f,)+): ($($X,)+)) -> $Y {
                $formula
            }
        }
        crate::ops::nalgebra::forms::by_operands!(by_duals [$rule $(=> $dual)?; [$($n)*]] ($($X),+) -> $Y; |$($v),+| $value;);
    )*};
    (
        @ $Rule:ident $lift:ident [$rule:ty $(=> $dual:ty)?; [$($n:tt)*]]
        $y_bar:ident $(($x:ident $X:ty, $i:tt $x_bar:ident $x_dot:ident))+
        -> $Y:ty; |$($v:ident),+| $value:expr;
    ) => {
        impl<T: crate::ops::nalgebra::Number, $($n)*> crate::rule::$Rule<$($X),+> for $rule {
            type Output = $Y;
            type Residual = ();
            fn forward($($v: &$X),+) -> ($Y, ()) {
                ($value, ())
            }
            fn vjp(
                (): &(),
                $($x: crate::tape::Read<'_, $X>,)+
                _: crate::tape::Read<'_, $Y>,
                $y_bar: &crate::differentiable::Ct<$Y>,
                $($x_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$X>>),+
            ) {
                use crate::differentiable::Ct;
                use crate::ops::nalgebra::forms::{add_by_components, along, in_duals};
                use crate::rule::lift::Lift;
                $(let $x = $x.get();)+
                let none = ($(None::<&Ct<$X>>,)+);
                let along = |($($x_dot,)+): ($(Option<&Ct<$X>>,)+)| along::<in_duals!($($dual)?), _, $Y>(($($x.lift($x_dot),)+));
                $($x_bar.accumulate(|d| add_by_components(d, $y_bar, |t| {
                    let mut dots = none;
                    dots.$i = Some(t);
                    along(dots)
                }));)+
            }
            fn jvp(
                $($x: &$X,)+
                _: &$Y,
                $($x_dot: Option<&crate::differentiable::Ct<$X>>),+
            ) -> crate::differentiable::Ct<$Y> {
                crate::ops::nalgebra::forms::along::<crate::ops::nalgebra::forms::in_duals!($($dual)?), _, $Y>(
                    ($(crate::rule::lift::Lift::lift($x, $x_dot),)+)
                )
            }
            crate::rule::lift::second!($($X),+: |$($x,)+ y, $y_bar, $($x_bar),+| {
                crate::rule::lift::lifted::$lift(
                    core::marker::PhantomData::<crate::ops::nalgebra::forms::in_duals!($($dual)?)>,
                    ($($x,)+), y, $y_bar, $($x_bar),+
                )
            });
        }
    };
}

pub(in crate::ops) use {bilinear, by_duals, by_operands, in_duals, lifted, linear, tangent_of};
