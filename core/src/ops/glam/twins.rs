//! How glam's types get the rules of nalgebra's: a value has a twin there, of the same numbers.
//!
//! glam computes the value. The derivatives are those of a rule of nalgebra's types, on the twins: its VJP in numbers, its tangent and its
//! second order in dual numbers, which glam's types cannot hold.

use core::marker::PhantomData;

use crate::differentiable::{Ct, Tangent};
use crate::ops::nalgebra::DualForm;
use crate::rule::Rule;
use crate::rule::lift::Lift;
use crate::rule::slot::{Accepts, Slot};
use crate::tape::{Flag, Read};

/// A value with a twin.
pub trait Twin: Lift<Lifted = <Self::Of as Lift>::Lifted> {
    /// The type of the twin.
    type Of: Lift;
    /// The twin.
    fn twin(&self) -> Self::Of;
    /// The twin of a tangent.
    fn tangent_twin(dot: &Ct<Self>) -> Ct<Self::Of>;
    /// The tangent of a twin.
    fn tangent_of_twin(dot: &Ct<Self::Of>) -> Ct<Self>;
}

/// A number, and what has no derivative, is its own twin.
macro_rules! own_twins {
    ($($t:ty)*) => {$(
        impl Twin for $t {
            type Of = Self;
            #[inline(always)]
            fn twin(&self) -> Self {
                *self
            }
            #[inline(always)]
            fn tangent_twin(dot: &Ct<Self>) -> Ct<Self> {
                *dot
            }
            #[inline(always)]
            fn tangent_of_twin(dot: &Ct<Self>) -> Ct<Self> {
                *dot
            }
        }
    )*};
}
own_twins!(f32 f64 usize);

/// The twin of a type.
pub(super) type Of<X> = <X as Twin>::Of;

/// The tangent of a value, of its twin in dual numbers.
#[inline(always)]
pub(super) fn along<X: Twin<Of: DualForm>>(dual: &X::Lifted) -> Ct<X> {
    X::tangent_of_twin(&X::Of::tangent_of(dual))
}

impl<X: Twin> Twin for Option<X> {
    type Of = Option<X::Of>;
    #[inline]
    fn twin(&self) -> Self::Of {
        self.as_ref().map(X::twin)
    }
    #[inline]
    fn tangent_twin(dot: &Ct<X>) -> Ct<X::Of> {
        X::tangent_twin(dot)
    }
    #[inline]
    fn tangent_of_twin(dot: &Ct<X::Of>) -> Ct<X> {
        X::tangent_of_twin(dot)
    }
}

macro_rules! tuple {
    ($($t:ident $i:tt),+) => {
        impl<$($t: Twin),+> Twin for ($($t,)+)
        {
            type Of = ($($t::Of,)+);
            #[inline]
            fn twin(&self) -> Self::Of {
                ($(self.$i.twin(),)+)
            }
            #[inline]
            fn tangent_twin(dot: &Ct<Self>) -> Ct<Self::Of> {
                ($($t::tangent_twin(&dot.$i),)+)
            }
            #[inline]
            fn tangent_of_twin(dot: &Ct<Self::Of>) -> Ct<Self> {
                ($($t::tangent_of_twin(&dot.$i),)+)
            }
        }
    };
}
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);

impl<X: Twin, const N: usize> Twin for [X; N] {
    type Of = [X::Of; N];
    #[inline]
    fn twin(&self) -> Self::Of {
        self.each_ref().map(X::twin)
    }
    #[inline]
    fn tangent_twin(dot: &Ct<Self>) -> Ct<Self::Of> {
        dot.each_ref().map(X::tangent_twin)
    }
    #[inline]
    fn tangent_of_twin(dot: &Ct<Self::Of>) -> Ct<Self> {
        dot.each_ref().map(X::tangent_of_twin)
    }
}

/// The twin of a value, if it is present.
#[inline(always)]
pub(super) fn read<X: Twin>(x: Read<'_, X>) -> Option<X::Of> {
    x.there().map(X::twin)
}

/// The twin as a rule reads it.
#[inline(always)]
pub(super) fn seen<X>(x: Option<&X>) -> Read<'_, X> {
    x.map_or(Read::absent(), Read::live)
}

/// The place of the cotangent of a twin, which becomes a contribution to that of a value.
pub(super) struct Place<C, W>(C, PhantomData<W>);

impl<C: Tangent, W: Flag> Place<C, W> {
    /// A place as wanted as a slot.
    #[inline(always)]
    pub(super) fn of<V: ?Sized, S: Slot<V, Wanted = W>>(_: &S) -> Self {
        Self(C::neutral(), PhantomData)
    }

    /// Adds what it holds.
    #[inline(always)]
    pub(super) fn give<X: Twin<Of: Lift<Tangent = C>>>(self, slot: impl Slot<Ct<X>>) {
        slot.accumulate(|d| d.accumulate(&X::tangent_of_twin(&self.0)));
    }
}

impl<C, W: Flag> Accepts<C> for Place<C, W> {
    type Wanted = W;
    #[inline(always)]
    fn as_sink(&mut self) -> Option<&mut C> {
        W::VALUE.then_some(&mut self.0)
    }
    #[inline(always)]
    fn as_source(&self) -> Option<&C> {
        W::VALUE.then_some(&self.0)
    }
}

/// A function that makes a `Y` by a rule of nalgebra's types, whose operands do not say what is made.
#[allow(non_camel_case_types)]
#[derive(Debug)]
pub struct made<Y, R>(PhantomData<fn() -> (Y, R)>);

impl<Y, R> Clone for made<Y, R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Y, R> Copy for made<Y, R> {}
impl<Y, R> Default for made<Y, R> {
    fn default() -> Self {
        Self(PhantomData)
    }
}
impl<Y: 'static, R: Rule> Rule for made<Y, R> {
    type Reads = R::Reads;
}

/// `rule: (A, B) -> Y; |a, b| value;` of [`made`].
macro_rules! makes {
    ($($rule:ty: ($($X:ty),+) -> $Y:ty; |$($v:ident),+| $value:expr;)*) => {
        crate::ops::glam::twins::as_nalgebra! {
            $(crate::ops::glam::twins::made<$Y, $rule> as $rule: ($($X),+) -> $Y; |$($v),+| $value;)*
        }
    };
}

/// `rule: [generics] (A, B) -> Y; |a, b| value;`: a rule of nalgebra's types for glam's. `rule as other: ..` if it has another name there.
macro_rules! as_nalgebra {
    ($($rule:ty $(as $twin:ty)?: $([$($n:tt)*])? ($($X:ty),+) -> $Y:ty; |$($v:ident),+| $value:expr;)*) => {$(
        crate::ops::nalgebra::forms::by_operands!(
            as_nalgebra [[$($($n)*)?] $rule; $($twin,)? $rule] ($($X),+) -> $Y; |$($v),+| $value;
        );
    )*};
    (
        @ $Rule:ident $lift:ident [[$($n:tt)*] $rule:ty; $twin:ty $(, $other:ty)?]
        $y_bar:ident $(($x:ident $X:ty, $i:tt $x_bar:ident $x_dot:ident))+ -> $Y:ty; |$($v:ident),+| $value:expr;
    ) => {
        impl<$($n)*> crate::rule::$Rule<$($X),+> for $rule {
            type Output = $Y;
            type Residual = ();
            #[inline]
            fn forward($($v: &$X),+) -> ($Y, ()) {
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
                use crate::ops::glam::twins::{Of, Place, Twin, read, seen};
                $(
                    let $x = read($x);
                    let mut $x_bar = (Place::of(&$x_bar), $x_bar);
                )+
                let (y, $y_bar) = (read(y), <$Y as Twin>::tangent_twin($y_bar));
                <$twin as crate::rule::$Rule<$(Of<$X>),+>>::vjp(
                    &(),
                    $(seen($x.as_ref()),)+
                    seen(y.as_ref()),
                    &$y_bar,
                    $(crate::rule::slot::Out::new(&mut $x_bar.0)),+
                );
                $($x_bar.0.give::<$X>($x_bar.1);)+
            }
            #[inline]
            fn jvp(
                $($x: &$X,)+
                _: &$Y,
                $($x_dot: Option<&crate::differentiable::Ct<$X>>),+
            ) -> crate::differentiable::Ct<$Y> {
                use crate::ops::glam::twins::along;
                use crate::rule::lift::Lift;
                $(let $x = $x.lift($x_dot);)+
                along::<$Y>(&<$twin as crate::rule::$Rule<$(<$X as Lift>::Lifted),+>>::forward($(&$x),+).0)
            }
            crate::rule::lift::second!($($X),+: |$($x,)+ y, $y_bar, $($x_bar),+| {
                crate::rule::lift::lifted::$lift(core::marker::PhantomData::<$twin>, ($($x,)+), y, $y_bar, $($x_bar),+)
            });
        }
    };
}
pub(super) use {as_nalgebra, makes};
