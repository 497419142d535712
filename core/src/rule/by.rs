//! The calls of a rule from generated code: with a tape in the forward half, with operands and slots in the reverse
//! half.
//!
//! `x.derivative_of_op()` returns a `By1<R>`, `By2<R>`, .. `By5<R>`. The struct that `#[differentiable]` adds beside a
//! function or a method has functions of the same names, so generated code need not know which of the two it calls.

use core::marker::PhantomData;

use super::{Rule, Rule1, Rule2, Rule3, Rule4, Rule5};
use crate::differentiable::{Ct, Differentiable};
use crate::rule::directions::{Directions, Width};
use crate::rule::pair::{PairOut, PairRef, PairSlot};
use crate::rule::slot::Slot;
use crate::tape::{Flag, Read, Saved, Sweeps, Tape, TapeSize, Taped, Ty, Yes};

/// A zero-sized value that stands for a rule or for a differentiable function in generated code.
pub trait Companion: Copy {
    /// The value.
    const THIS: Self;
    /// The type on which [`Receiver::alone`](crate::generated::Receiver) looks up a method that was found on `X`: `X`
    /// if the method takes `self` by reference, [`Nowhere`] if nothing can hide it.
    type On<X>;
}

/// A type without methods.
#[derive(Debug)]
pub struct Nowhere;

/// Implemented by every companion, for messages: the compiler then lists no other functions beside the one without a
/// companion.
#[diagnostic::on_unimplemented(
    message = "this function has no derivative",
    label = "not `#[differentiable]`",
    note = "put `#[differentiable]` on the function",
    note = "or give it a rule of your own: `#[differentiable(vjp = ..)]`",
    note = "or drop the derivative on purpose: `stop_gradient(..)`, or a `#[constant]` argument"
)]
pub trait Derivative: Copy {
    /// The value.
    const THIS: Self;
    /// Whether it stands for a function without a derivative, which is given nothing that has one.
    const PLAIN: bool;
    /// See [`Companion::On`].
    type On<X>;
}
#[diagnostic::do_not_recommend]
impl<F: Companion> Derivative for F {
    const THIS: Self = F::THIS;
    const PLAIN: bool = false;
    type On<X> = F::On<X>;
}

impl<T: Derivative> Ty<T> {
    /// The one value of a zero-sized rule.
    #[inline(always)]
    #[must_use]
    pub const fn rule(&self) -> T {
        T::THIS
    }
}

/// A function without a derivative, where a differentiable one is needed.
#[derive(Clone, Copy, Debug)]
pub struct PlainFunction {}

/// The flags of a rule, with all operands set if `S` is.
pub trait Perhaps<S> {
    /// The flags.
    type Reads: Default;
}

macro_rules! perhaps {
    ($($x:ident)+) => {
        impl<S: Flag, $($x: Flag,)+ Y: Default> Perhaps<S> for ($($x,)+ Y) {
            type Reads = ($($x::Or<S>,)+ Y);
        }
    };
}
perhaps!(A);
perhaps!(A B);
perhaps!(A B C);
perhaps!(A B C D);
perhaps!(A B C D E);

macro_rules! by {
    ($(#[$meta:meta])* $by:ident $rule:ident: $($x:ident $X:ident $x_bar:ident $x_dot:ident $x_bar_dot:ident),+) => {
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $by<R>(PhantomData<fn() -> R>);

        impl<R> Clone for $by<R> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<R> Copy for $by<R> {}

        #[diagnostic::do_not_recommend]
        impl<R: 'static> Companion for $by<R> {
            const THIS: Self = Self(PhantomData);
            type On<X> = Nowhere;
        }

        impl<R> $by<R> {
            /// The callable form of the rule `R`.
            #[inline(always)]
            #[must_use]
            #[expect(clippy::new_without_default, reason = "it is a name, not a value")]
            pub const fn new() -> Self {
                Self(PhantomData)
            }
        }

        impl<R: Rule> $by<R> {
            /// Which operands are read by `vjp`, and whether the output is.
            #[inline(always)]
            #[must_use]
            pub fn reads(self) -> R::Reads {
                R::Reads::default()
            }

            /// Whether the cotangent of an operand is often zero.
            #[inline(always)]
            #[must_use]
            pub const fn often_zero(self) -> bool {
                R::OFTEN_ZERO
            }

            /// The value that [`fwd`](Self::fwd) stores on the tape.
            #[inline(always)]
            pub fn pushes<$($X: Differentiable),+>(self, $($x: &$X),+) -> Saved<(R::Residual,), (Yes,)>
            where
                R: $rule<$($X),+>,
            {
                $(let _ = $x;)+
                Saved::new()
            }

            /// Computes the value; stores the residual on the tape.
            ///
            /// Not inlined in debug builds, which would give each call its own room on the stack of the caller.
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn fwd<$($X: Differentiable),+>(self, tape: &mut Tape<'_>, $($x: &$X),+) -> R::Output
            where
                R: $rule<$($X),+>,
            {
                if !<R::Residual as Taped>::Stored::VALUE {
                    return R::forward($($x),+).0;
                }
                let saved = Saved::<(R::Residual,), (Yes,)>::new();
                if let Some(residual) = saved.place(tape) {
                    return R::forward_to($($x,)+ residual);
                }
                // Not destructured: a large part would be copied.
                let made = R::forward($($x),+);
                saved.push(tape, (&made.1,), (Yes,));
                made.0
            }

            /// Reads the residual from the tape and adds the cotangents of the operands.
            #[inline(always)]
            #[allow(clippy::too_many_arguments, reason = "a value and a slot for each operand")]
            pub fn bwd<$($X: Differentiable),+>(
                self,
                tape: &mut Tape<'_>,
                $($x: Read<'_, $X>,)+
                y: Read<'_, R::Output>,
                y_bar: &Ct<R::Output>,
                $($x_bar: impl Slot<Ct<$X>>),+
            ) where
                R: $rule<$($X),+>,
            {
                let (residual,) = Saved::<(R::Residual,), (Yes,)>::new().pop(tape);
                R::vjp(residual.get(), $($x,)+ y, y_bar, $($x_bar),+);
            }

            /// Computes the value, and writes its tangents along `K` directions to their place. It stores nothing on
            /// the tape: the reverse half recomputes residuals, because they would have tangents too.
            #[inline(always)]
            #[allow(clippy::too_many_arguments, reason = "a value and its tangents for each operand")]
            pub fn dual<$($X: Differentiable,)+ const K: usize, S>(
                self,
                _: &mut Tape<'_>,
                _: Width<K, S>,
                y_dot: &mut [Ct<R::Output>; K],
                $($x: &$X,)+
                $($x_dot: impl Directions<Ct<$X>, K>),+
            ) -> R::Output
            where
                R: $rule<$($X),+>,
            {
                let (y, _) = R::forward($($x),+);
                for (k, y_dot) in y_dot.iter_mut().enumerate() {
                    *y_dot = R::jvp($($x,)+ &y, $($x_dot.at(k)),+);
                }
                y
            }

            /// The values that the reverse half of [`dual`](Self::dual) reads: those of `vjp`, and all operands if
            /// there is a residual.
            #[inline(always)]
            #[must_use]
            pub fn reads_dual<$($X: Differentiable),+>(
                self,
                _: &Ty<($($X,)+)>,
            ) -> <R::Reads as Perhaps<<R::Residual as Taped>::Stored>>::Reads
            where
                R: $rule<$($X),+, Residual: Taped>,
                R::Reads: Perhaps<<R::Residual as Taped>::Stored>,
            {
                Default::default()
            }

            /// Adds the cotangents of the operands, and their tangents along one direction.
            #[inline]
            #[allow(clippy::too_many_arguments, reason = "a value, its tangent and slots for each operand")]
            pub fn bwd_dual<$($X: Differentiable),+>(
                self,
                _: &mut Tape<'_>,
                $($x: Read<'_, $X>,)+
                y: Read<'_, R::Output>,
                $($x_dot: impl Directions<Ct<$X>, 1>,)+
                y_dot: impl Directions<Ct<R::Output>, 1>,
                y_bar: PairRef<'_, Ct<R::Output>>,
                $(mut $x_bar: impl PairSlot<Ct<$X>>),+
            ) where
                R: $rule<$($X),+>,
            {
                $(let PairOut { bar: $x_bar, dot: $x_bar_dot } = $x_bar.outs();)+
                R::vjp_dual(
                    $($x, $x_dot.at(0),)+
                    y, y_dot.at(0),
                    y_bar.bar, Some(y_bar.dot),
                    $($x_bar, $x_bar_dot),+
                );
            }

            /// The types of the operands.
            #[inline(always)]
            pub fn operands<$($X: Differentiable),+>(self, $(_: &$X),+) -> Ty<($($X,)+)>
            where
                R: $rule<$($X),+>,
            {
                Ty::new()
            }

            /// Words that [`fwd`](Self::fwd) stores on the tape; [`dual`](Self::dual) stores none.
            #[must_use]
            pub const fn words<$($X: Differentiable),+>(self, _: &Ty<($($X,)+)>, _depth: usize, sweeps: Sweeps) -> TapeSize
            where
                R: $rule<$($X),+>,
            {
                sweeps.kept(Saved::<(R::Residual,), (Yes,)>::new().words(), 0)
            }
        }
    };
}

by! {
    /// The callable form of a [`Rule1`].
    By1 Rule1: a A a_bar a_dot a_bar_dot
}
by! {
    /// The callable form of a [`Rule2`].
    By2 Rule2: a A a_bar a_dot a_bar_dot, b B b_bar b_dot b_bar_dot
}
by! {
    /// The callable form of a [`Rule3`].
    By3 Rule3: a A a_bar a_dot a_bar_dot, b B b_bar b_dot b_bar_dot, c C c_bar c_dot c_bar_dot
}
by! {
    /// The callable form of a [`Rule4`].
    By4 Rule4: a A a_bar a_dot a_bar_dot, b B b_bar b_dot b_bar_dot, c C c_bar c_dot c_bar_dot, d D d_bar d_dot d_bar_dot
}
by! {
    /// The callable form of a [`Rule5`].
    By5 Rule5: a A a_bar a_dot a_bar_dot, b B b_bar b_dot b_bar_dot, c C c_bar c_dot c_bar_dot, d D d_bar d_dot d_bar_dot,
        e E e_bar e_dot e_bar_dot
}
