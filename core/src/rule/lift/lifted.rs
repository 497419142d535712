//! Any rule that is generic over its number type: its VJP, in dual numbers.

use core::marker::PhantomData;

use super::{Lift, WithTangent, residual};
use crate::differentiable::{Ct, Tangent};
use crate::rule::slot::{Accepts, Out, Slot};
use crate::rule::{Rule1, Rule2};
#[cfg(feature = "nalgebra")]
use crate::rule::{Rule3, Rule4, Rule5};
use crate::tape::{Flag, Read};

/// The place of a cotangent in dual numbers, if `W` says that one of its parts is wanted.
struct Place<C, W>(C, PhantomData<W>);

impl<C: Tangent, W: Flag> Place<C, W> {
    #[inline]
    fn new() -> Self {
        Self(C::neutral(), PhantomData)
    }
}

impl<C, W: Flag> Accepts<C> for Place<C, W> {
    type Wanted = W;
    #[inline]
    fn as_sink(&mut self) -> Option<&mut C> {
        W::VALUE.then_some(&mut self.0)
    }
    #[inline]
    fn as_source(&self) -> Option<&C> {
        W::VALUE.then_some(&self.0)
    }
}

/// Whether one of two places is wanted.
type Either<P, Q, C> = <<P as Slot<C>>::Wanted as Flag>::Or<<Q as Slot<C>>::Wanted>;

/// The value in dual numbers, if it is present.
#[inline]
fn lift<X: Lift>((x, x_dot): WithTangent<'_, X>) -> Option<X::Lifted> {
    x.there().map(|x| x.lift(x_dot))
}

#[inline]
fn read<X>(x: Option<&X>) -> Read<'_, X> {
    x.map_or(Read::absent(), Read::live)
}

macro_rules! lifted {
    ($n:ident $rule:ident: $($x:ident $X:ident $P:ident $Q:ident $x_bar:ident $x_bar_dot:ident $place:ident),+) => {
        /// For a rule with this many operands.
        #[inline]
        #[allow(clippy::too_many_arguments, reason = "a value and two slots for each operand")]
        pub fn $n<R, $($X,)+ Y: Lift, $($P: Slot<Ct<$X>>, $Q: Slot<Ct<$X>>),+>(
            _: PhantomData<R>,
            ($($x,)+): ($(WithTangent<'_, $X>,)+),
            y: WithTangent<'_, Y>,
            (y_bar, y_bar_dot): (&Ct<Y>, Option<&Ct<Y>>),
            $(($x_bar, $x_bar_dot): ($P, $Q)),+
        ) where
            $($X: Lift,)+
            R: $rule<$($X::Lifted),+, Output = Y::Lifted, Residual: Default>,
        {
            $(let $x = lift($x);)+
            let mut y = lift(y);
            let residual = residual(|| {
                let (value, residual) = R::forward($(read($x.as_ref()).get()),+);
                y = Some(value);
                residual
            });
            let y_bar = Y::lift_cotangent(y_bar, y_bar_dot);
            $(let mut $place = Place::<Ct<$X::Lifted>, Either<$P, $Q, Ct<$X>>>::new();)+
            R::vjp(&residual, $(read($x.as_ref()),)+ read(y.as_ref()), &y_bar, $(Out::new(&mut $place)),+);
            $(if Either::<$P, $Q, Ct<$X>>::VALUE {
                $X::lower(&$place.0, $x_bar, $x_bar_dot);
            })+
        }
    };
}
lifted!(one Rule1: a A PA QA a_bar a_bar_dot a_place);
lifted!(two Rule2: a A PA QA a_bar a_bar_dot a_place, b B PB QB b_bar b_bar_dot b_place);
#[cfg(feature = "nalgebra")]
lifted!(three Rule3: a A PA QA a_bar a_bar_dot a_place, b B PB QB b_bar b_bar_dot b_place, c C PC QC c_bar c_bar_dot c_place);
#[cfg(feature = "nalgebra")]
lifted!(four Rule4: a A PA QA a_bar a_bar_dot a_place, b B PB QB b_bar b_bar_dot b_place, c C PC QC c_bar c_bar_dot c_place,
    d D PD QD d_bar d_bar_dot d_place);
#[cfg(feature = "nalgebra")]
lifted!(five Rule5: a A PA QA a_bar a_bar_dot a_place, b B PB QB b_bar b_bar_dot b_place, c C PC QC c_bar c_bar_dot c_place,
    d D PD QD d_bar d_bar_dot d_place, e E PE QE e_bar e_bar_dot e_place);
