//! Calls of functions without a derivative that are given whole numbers alone: `eye(matrix.rows)`.
//!
//! The macro does not see that a field is a whole number. So a call that may be one has a stand-in for a companion that is not there, which
//! takes no argument with a derivative. If it stands there ([`is_plain`]), derived code calls the user's function.

use crate::differentiable::{Ct, Differentiable, NoGrad};
use crate::generated::neutral_of;
use crate::rule::by::{Companion, Derivative, Nowhere};
use crate::rule::directions::Width;
use crate::tape::{No, Sweeps, Tape, TapeSize, Ty};

/// A function that may be given arguments of this type beside others.
#[diagnostic::on_unimplemented(
    message = "this function has no derivative",
    label = "not `#[differentiable]`, and an argument of type `{X}` has a derivative",
    note = "put `#[differentiable]` on the function",
    note = "or give it a rule of your own: `#[differentiable(vjp = ..)]`",
    note = "or drop the derivative on purpose: `stop_gradient(..)`, or a `#[constant]` argument"
)]
pub trait MayBeGiven<X>: Derivative {}
#[diagnostic::do_not_recommend]
impl<F: Companion, X> MayBeGiven<X> for F {}

/// An argument of a function that has a derivative, or that is plain and is given a value without one.
#[inline(always)]
pub fn given<F: MayBeGiven<X>, X: Clone>(_: F, argument: &X) -> X {
    argument.clone()
}

/// Whether a function has no derivative.
#[must_use]
pub const fn is_plain<F: Derivative>(_: F) -> bool {
    F::PLAIN
}

/// The tangents of what a plain function gives.
#[inline(always)]
pub fn without_tangents<Y: Differentiable, const K: usize>(y: Y, y_dot: &mut [Ct<Y>; K]) -> Y {
    y_dot.iter_mut().for_each(|y_dot| *y_dot = neutral_of(&y));
    y
}

macro_rules! plain {
    ($name:ident [$($no:ident)+] $($x:ident $X:ident $slot:ident $dot:ident),+) => {
        /// A function without a derivative, given whole numbers.
        #[derive(Clone, Copy, Debug)]
        pub struct $name {}

        #[diagnostic::do_not_recommend]
        impl Derivative for $name {
            const THIS: Self = Self {};
            const PLAIN: bool = true;
            type On<X> = Nowhere;
        }

        #[diagnostic::do_not_recommend]
        impl<X: Differentiable<Tangent = NoGrad>> MayBeGiven<X> for $name {}

        #[allow(clippy::too_many_arguments, reason = "those of a companion")]
        #[allow(missing_docs, reason = "those of a companion")]
        impl $name {
            #[must_use]
            pub const fn reads(self) -> ($($no,)+ No) {
                ($($no,)+ No)
            }
            #[must_use]
            pub const fn operands<$($X: ?Sized),+>(self, $(_: &$X),+) -> Ty<()> {
                Ty::new()
            }
            #[must_use]
            pub const fn words(self, _: &Ty<()>, _: usize, _: Sweeps) -> TapeSize {
                TapeSize::ZERO
            }
            pub fn fwd<$($X: ?Sized,)+ Y>(self, _: &mut Tape<'_>, $(_: &$X),+) -> Y {
                unreachable!("it is called by its name")
            }
            pub fn dual<$($X: ?Sized, $dot,)+ Y: Differentiable, const K: usize, S>(
                self,
                _: &mut Tape<'_>,
                _: Width<K, S>,
                _: &mut [Ct<Y>; K],
                $(_: &$X,)+
                $(_: $dot),+
            ) -> Y {
                unreachable!("it is called by its name")
            }
            pub fn bwd<$($X,)+ C, $($slot),+>(self, _: &mut Tape<'_>, $(_: $X,)+ _: C, $(_: $slot),+) {}
            pub fn bwd_dual<$($X, $dot,)+ C, $($slot),+>(self, _: &mut Tape<'_>, $(_: $X,)+ $(_: $dot,)+ _: C, $(_: $slot),+) {}
        }
    };
}
plain!(PlainFunction1 [No] a A SA DA);
plain!(PlainFunction2 [No No] a A SA DA, b B SB DB);
plain!(PlainFunction3 [No No No] a A SA DA, b B SB DB, c D SD DD);
plain!(PlainFunction4 [No No No No] a A SA DA, b B SB DB, c D SD DD, d E SE DE);
