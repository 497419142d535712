//! Functions as arguments of differentiable functions.
//!
//! A parameter `f: impl Fn(X) -> R` of a differentiable function is a value with a derivative: its cotangent is that of
//! what it captures. Derived code takes it as a [`Callable1`], and `f(x)` has the rule [`Call1`]; the digit is the
//! number of arguments.
//!
//! The caller has a closure. Its derived code makes a [`Lambda`] of it, once in each half: there the types of what it
//! captures are known. The forward half has a closure that computes the value, the reverse half one that is its mirror
//! image. Both capture values as any closure does; the reverse one gets the places for their cotangents as an argument,
//! so a variable may be captured and passed in one call. With tangents the same is a [`DualLambda`].
//!
//! [`Passed`] links the two: it names the signature, the captured types, and the links of the body.

use core::marker::PhantomData;

use crate::differentiable::{Ct, Differentiable, Tangent, Yes};
use crate::rule::by::{Companion, Nowhere};
use crate::rule::directions::{Directions, Width};
use crate::rule::pair::{Pair, PairMut, PairOut, PairRef, PairSlot};
use crate::rule::slot::Slot;
use crate::tape::saved::{Entries, Link, Ty, Uneven};
use crate::tape::size::{Sweeps, TapeSize};
use crate::tape::{No, Read, Tape};

mod along;
mod captured;
mod named;
mod passing;

pub use along::{Along, captured_tangents};
pub use captured::{
    Captured, CapturedValues, Place, captured, give_captured, give_captured_pair, pair_place_of, place_of,
};
pub use named::{
    ByName, Function1, Function2, Function3, Function4, FunctionByName, NO_VALUE, Named, NoFunctionByName, NoValue,
    OnlyInAClosure, PassedByName, Takes,
};
pub use passing::{
    Again, Borrowed, Changed, Changing, Handed, HandedTangents, HandsTangents, Looked, Moved, Passing, Receives,
    ReceivesPair, SeenAs, changes, looks,
};

/// A closure that is passed on, without its code: `S` is its signature, `C` a list of the captured types, `L` the links of
/// its body.
#[derive(Debug)]
#[expect(clippy::type_complexity, reason = "a list of types without values")]
pub struct Passed<S, C, L>(PhantomData<fn() -> (S, Ty<C>, Ty<L>)>);

impl<S, C, L> Passed<S, C, L> {
    /// Its signature and what it captures; its links are to come.
    #[inline(always)]
    #[must_use]
    pub fn new(_: S, _: Ty<C>) -> Self {
        Self(PhantomData)
    }

    /// The links of its body.
    #[inline(always)]
    #[must_use]
    pub fn inner(&self) -> Ty<L> {
        Ty::new()
    }
}

impl<S, C, L> Link for Passed<S, C, L> {
    const NEW: Self = Self(PhantomData);
}

impl<S, C, L> Entries for Passed<S, C, L> {
    const WORDS: usize = 0;
}

#[diagnostic::do_not_recommend]
impl<S, C: CapturedValues, L> Differentiable for Passed<S, C, L> {
    type Tangent = C::Cotangent;
}

/// A closure in one of the halves: the code of the other is a function that is not called.
#[derive(Debug)]
pub struct Lambda<C, F, B> {
    captured: PhantomData<fn() -> C>,
    forward: F,
    reverse: B,
}

/// The same where values have tangents, along `J` directions.
#[derive(Debug)]
pub struct DualLambda<C, F, B, const J: usize> {
    captured: PhantomData<fn() -> C>,
    forward: F,
    reverse: B,
}

macro_rules! lambda {
    ($($name:ident [$($j:ident)?];)*) => {$(
        impl<C, F, B $(, const $j: usize)?> $name<C, F, B $(, $j)?> {
            /// In the reverse half, where values are behind such a call.
            #[inline(always)]
            pub fn get(&self) -> &Self {
                self
            }
            /// The same for a rule.
            #[inline(always)]
            pub fn read(&self) -> Read<'_, Self> {
                Read::live(self)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<C: CapturedValues, F, B $(, const $j: usize)?> Differentiable for $name<C, F, B $(, $j)?> {
            type Tangent = C::Cotangent;
        }
    )*};
}
lambda!(Lambda []; DualLambda [J];);

/// Code that only the other half has.
#[cold]
fn elsewhere() -> ! {
    panic!("a function that is an argument is not run again: its calls cannot stand in a `#[checkpoint]`")
}

/// A place for the cotangent of an operand: that of the slot, or one that is dropped.
macro_rules! place {
    (let $place:ident = $slot:ident, $value:ident, $P:ident) => {
        let mut spare;
        let $place = match ($slot.place(), &$value) {
            (Some(place), _) => place,
            (None, Handed::Shared(value)) => {
                spare = Tangent::neutral();
                <$P::Value as Captured>::place(*value, &mut spare)
            }
            (None, Handed::Changed(_) | Handed::Gone) => elsewhere(),
        };
    };
}

/// Tangents that nobody asks for: a place that changes has some too.
macro_rules! no_tangents {
    (let $x_dot:ident = $value:ident, $P:ident, $count:ident) => {
        let mut spare: [<$P::Value as Captured>::Cotangent; $count] = core::array::from_fn(|_| Tangent::neutral());
        let $x_dot = match &$value {
            Handed::Changed(value) => HandedTangents::Places(spare.each_mut().map(|place| value.place(place))),
            Handed::Shared(_) | Handed::Gone => HandedTangents::Along(Along::none()),
        };
    };
}

/// A place for the cotangent of an operand, and one for its tangent.
macro_rules! pair_place {
    (let $place:ident = $slot:ident, $value:ident, $P:ident) => {
        let mut spare = Pair::neutral();
        let spare = spare.lent();
        let $place = match ($slot.pair(), &$value) {
            (Some(place), _) => place,
            (None, Handed::Shared(value)) => PairMut {
                bar: <$P::Value as Captured>::place(*value, spare.bar),
                dot: <$P::Value as Captured>::place(*value, spare.dot),
            },
            (None, Handed::Changed(_) | Handed::Gone) => elsewhere(),
        };
    };
}

macro_rules! callable {
    (
        $callable:ident $signature:ident $call:ident:
        $($x:ident $P:ident $x_bar:ident $x_dot:ident $passing:ident $shared:ident $argument:ident $changed:ident $whole:ident $again:ident $tangents:ident $seen:ident $seen_again:ident),*
    ) => {
        /// A differentiable function as a value, with this number of arguments.
        #[diagnostic::on_unimplemented(
            message = "this function has no derivative where it is an argument",
            label = "no closure, and no differentiable function",
            note = "write a closure here: `|x| f(x)`, where `f` is `#[differentiable]`"
        )]
        pub trait $callable<$($P: Passing,)* R: Differentiable>: Differentiable + Sized {
            /// Computes the value, and stores on the tape what the reverse half reads.
            fn forward(&self, tape: &mut Tape<'_>, $($x: Handed<'_, $P::Value>),*) -> R;
            /// Adds the cotangents of what it captures, and of the arguments.
            #[allow(clippy::too_many_arguments, reason = "a value and a cotangent for each argument")]
            fn reverse(
                &self,
                tape: &mut Tape<'_>,
                $($x: Handed<'_, $P::Value>,)*
                y_bar: &Ct<R>,
                f_bar: &mut Ct<Self>,
                $($x_bar: &mut Place<$P::Value>),*
            );
            /// Computes the value and its tangents along `K` directions.
            #[allow(clippy::too_many_arguments, reason = "a value and its tangents for each argument")]
            fn dual<const K: usize>(
                &self,
                tape: &mut Tape<'_>,
                y_dot: &mut [Ct<R>; K],
                $($x: Handed<'_, $P::Value>, $x_dot: HandedTangents<'_, Place<$P::Value>, K>),*
            ) -> R;
            /// The cotangents with their tangents along one direction.
            #[allow(clippy::too_many_arguments, reason = "a value, its tangent and a cotangent for each argument")]
            fn reverse_dual(
                &self,
                tape: &mut Tape<'_>,
                $($x: Handed<'_, $P::Value>, $x_dot: Along<'_, Place<$P::Value>, 1>,)*
                y_bar: PairRef<'_, Ct<R>>,
                f_bar: PairMut<'_, Ct<Self>>,
                $($x_bar: PairMut<'_, Place<$P::Value>>),*
            );
            /// The rule of its calls.
            #[inline(always)]
            fn derivative_of_call(&self) -> $call<Self, $($P,)* R>
            where
                Self: Sized,
            {
                $call(PhantomData)
            }
        }

        /// The signature of a function with this number of arguments.
        #[derive(Debug)]
        pub struct $signature<$($P,)* R>(PhantomData<fn() -> ($($P,)* R,)>);

        impl<$($P: Passing,)* R: Differentiable> $signature<$($P,)* R> {
            /// The signature, which its type says.
            #[inline(always)]
            #[must_use]
            #[expect(clippy::new_without_default, reason = "it is a name, not a value")]
            pub const fn new() -> Self {
                Self(PhantomData)
            }
        }

        impl<$($P: Passing,)* R: Differentiable, C: CapturedValues, L> Passed<$signature<$($P,)* R>, C, L> {
            $(
                /// How it takes an argument.
                #[inline(always)]
                pub const fn $passing(&self) -> PhantomData<$P> {
                    PhantomData
                }
                /// An argument that the closure only reads.
                #[inline(always)]
                pub fn $shared<'a>(&self, handed: Handed<'a, $P::Value>) -> &'a $P::Value {
                    handed.shared()
                }
                /// The same as the closure takes it.
                #[inline(always)]
                pub fn $argument<'a>(&self, value: &'a $P::Value) -> $P::Argument<'a> {
                    $P::passed(value)
                }
                /// An argument that the closure hands on, in the forward half.
                #[inline(always)]
                pub fn $whole<'a>(&self, handed: Handed<'a, $P::Value>) -> $P::Operand<'a> {
                    $P::operand(handed)
                }
                /// The same in the reverse half.
                #[inline(always)]
                pub fn $again<'a>(&self, handed: Handed<'a, $P::Value>) -> $P::Again<'a> {
                    $P::again(handed)
                }
                /// Its value, unless the function that it is handed on to changes it.
                #[inline(always)]
                pub fn $seen<'a>(&self, operand: &$P::Operand<'a>) -> $P::Seen<'a>
                where
                    $P: 'a,
                {
                    $P::seen(operand)
                }
                /// The same in the reverse half.
                #[inline(always)]
                pub fn $seen_again<'a>(&self, again: &$P::Again<'a>) -> $P::Seen<'a>
                where
                    $P: 'a,
                {
                    $P::seen_again(again)
                }
                /// Its tangents.
                #[inline(always)]
                pub fn $tangents<'a, const K: usize>(
                    &self,
                    handed: HandedTangents<'a, Place<$P::Value>, K>,
                ) -> $P::Tangents<'a, K> {
                    $P::tangents(handed)
                }
                /// An argument that the closure changes.
                #[inline(always)]
                pub fn $changed<'a>(&self, handed: Handed<'a, $P::Value>) -> &'a mut $P::Value {
                    handed.changed()
                }
            )*

            /// The closure in the forward half.
            #[inline(always)]
            #[allow(clippy::type_complexity, reason = "the types of closures")]
            pub fn forward<F: Fn(&mut Tape<'_>, $(Handed<'_, $P::Value>),*) -> R>(
                &self,
                forward: F,
            ) -> Lambda<
                C,
                F,
                fn(&mut Tape<'_>, $(Handed<'_, $P::Value>,)* &Ct<R>, &mut C::Cotangent, $(&mut Place<$P::Value>),*),
            > {
                Lambda { captured: PhantomData, forward, reverse: |_, $($x,)* _, _, $($x_bar),*| {
                    $(let _ = ($x, $x_bar);)*
                    elsewhere()
                } }
            }

            /// The closure in the reverse half.
            #[inline(always)]
            #[allow(clippy::type_complexity, reason = "the types of closures")]
            pub fn reverse<B: Fn(&mut Tape<'_>, $(Handed<'_, $P::Value>,)* &Ct<R>, &mut C::Cotangent, $(&mut Place<$P::Value>),*)>(
                &self,
                reverse: B,
            ) -> Lambda<C, fn(&mut Tape<'_>, $(Handed<'_, $P::Value>),*) -> R, B> {
                Lambda { captured: PhantomData, forward: |_, $($x),*| {
                    $(let _ = $x;)*
                    elsewhere()
                }, reverse }
            }

            /// The closure in the forward half with tangents.
            #[inline(always)]
            #[allow(clippy::type_complexity, reason = "the types of closures")]
            pub fn dual<const K: usize, F>(
                &self,
                forward: F,
            ) -> DualLambda<
                C,
                F,
                fn(
                    &mut Tape<'_>,
                    $(Handed<'_, $P::Value>, Along<'_, Place<$P::Value>, 1>,)*
                    PairRef<'_, Ct<R>>,
                    PairMut<'_, C::Cotangent>,
                    $(PairMut<'_, Place<$P::Value>>),*
                ),
                K,
            >
            where
                F: Fn(&mut Tape<'_>, &mut [Ct<R>; K], $(Handed<'_, $P::Value>, HandedTangents<'_, Place<$P::Value>, K>),*) -> R,
            {
                DualLambda { captured: PhantomData, forward, reverse: |_, $($x, $x_dot,)* _, _, $($x_bar),*| {
                    $(let _ = ($x, $x_dot, $x_bar);)*
                    elsewhere()
                } }
            }

            /// The closure in the reverse half with tangents.
            #[inline(always)]
            #[allow(clippy::type_complexity, reason = "the types of closures")]
            pub fn reverse_dual<B>(
                &self,
                reverse: B,
            ) -> DualLambda<
                C,
                fn(&mut Tape<'_>, &mut [Ct<R>; 1], $(Handed<'_, $P::Value>, HandedTangents<'_, Place<$P::Value>, 1>),*) -> R,
                B,
                1,
            >
            where
                B: Fn(
                    &mut Tape<'_>,
                    $(Handed<'_, $P::Value>, Along<'_, Place<$P::Value>, 1>,)*
                    PairRef<'_, Ct<R>>,
                    PairMut<'_, C::Cotangent>,
                    $(PairMut<'_, Place<$P::Value>>),*
                ),
            {
                DualLambda { captured: PhantomData, forward: |_, _, $($x, $x_dot),*| {
                    $(let _ = ($x, $x_dot);)*
                    elsewhere()
                }, reverse }
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($P: Passing,)* R: Differentiable, C: CapturedValues, F, B> $callable<$($P,)* R> for Lambda<C, F, B>
        where
            F: Fn(&mut Tape<'_>, $(Handed<'_, $P::Value>),*) -> R,
            B: Fn(&mut Tape<'_>, $(Handed<'_, $P::Value>,)* &Ct<R>, &mut C::Cotangent, $(&mut Place<$P::Value>),*),
        {
            #[inline(always)]
            fn forward(&self, tape: &mut Tape<'_>, $($x: Handed<'_, $P::Value>),*) -> R {
                (self.forward)(tape, $($x),*)
            }
            #[inline(always)]
            fn reverse(
                &self,
                tape: &mut Tape<'_>,
                $($x: Handed<'_, $P::Value>,)*
                y_bar: &Ct<R>,
                f_bar: &mut Ct<Self>,
                $($x_bar: &mut Place<$P::Value>),*
            ) {
                (self.reverse)(tape, $($x,)* y_bar, f_bar, $($x_bar),*);
            }
            fn dual<const K: usize>(
                &self,
                _: &mut Tape<'_>,
                _: &mut [Ct<R>; K],
                $($x: Handed<'_, $P::Value>, $x_dot: HandedTangents<'_, Place<$P::Value>, K>),*
            ) -> R {
                $(let _ = ($x, $x_dot);)*
                elsewhere()
            }
            fn reverse_dual(
                &self,
                _: &mut Tape<'_>,
                $($x: Handed<'_, $P::Value>, $x_dot: Along<'_, Place<$P::Value>, 1>,)*
                _: PairRef<'_, Ct<R>>,
                _: PairMut<'_, Ct<Self>>,
                $($x_bar: PairMut<'_, Place<$P::Value>>),*
            ) {
                $(let _ = ($x, $x_dot, $x_bar);)*
                elsewhere()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($P: Passing,)* R: Differentiable, C: CapturedValues, F, B, const J: usize> $callable<$($P,)* R> for DualLambda<C, F, B, J>
        where
            F: Fn(&mut Tape<'_>, &mut [Ct<R>; J], $(Handed<'_, $P::Value>, HandedTangents<'_, Place<$P::Value>, J>),*) -> R,
            B: Fn(
                &mut Tape<'_>,
                $(Handed<'_, $P::Value>, Along<'_, Place<$P::Value>, 1>,)*
                PairRef<'_, Ct<R>>,
                PairMut<'_, C::Cotangent>,
                $(PairMut<'_, Place<$P::Value>>),*
            ),
        {
            #[inline]
            fn forward(&self, tape: &mut Tape<'_>, $($x: Handed<'_, $P::Value>),*) -> R {
                let mut unused = core::array::from_fn(|_| Ct::<R>::zero());
                $(no_tangents!(let $x_dot = $x, $P, J);)*
                (self.forward)(tape, &mut unused, $($x, $x_dot),*)
            }
            fn reverse(
                &self,
                _: &mut Tape<'_>,
                $($x: Handed<'_, $P::Value>,)*
                _: &Ct<R>,
                _: &mut Ct<Self>,
                $($x_bar: &mut Place<$P::Value>),*
            ) {
                $(let _ = ($x, $x_bar);)*
                elsewhere()
            }
            #[inline]
            fn dual<const K: usize>(
                &self,
                tape: &mut Tape<'_>,
                y_dot: &mut [Ct<R>; K],
                $($x: Handed<'_, $P::Value>, $x_dot: HandedTangents<'_, Place<$P::Value>, K>),*
            ) -> R {
                // Of the same length: a function is called along as many directions as it was made for.
                let Ok(y_dot) = y_dot.as_mut_slice().try_into() else { elsewhere() };
                (self.forward)(tape, y_dot, $($x, $x_dot.resized()),*)
            }
            #[inline]
            fn reverse_dual(
                &self,
                tape: &mut Tape<'_>,
                $($x: Handed<'_, $P::Value>, $x_dot: Along<'_, Place<$P::Value>, 1>,)*
                y_bar: PairRef<'_, Ct<R>>,
                f_bar: PairMut<'_, Ct<Self>>,
                $($x_bar: PairMut<'_, Place<$P::Value>>),*
            ) {
                (self.reverse)(tape, $($x, $x_dot,)* y_bar, f_bar, $($x_bar),*);
            }
        }

        /// The rule of a call of a function that is a value.
        #[derive(Debug)]
        #[allow(clippy::type_complexity, reason = "a name for types")]
        pub struct $call<F, $($P,)* R>(PhantomData<fn() -> (F, $($P,)* R)>);

        impl<F, $($P,)* R> Clone for $call<F, $($P,)* R> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<F, $($P,)* R> Copy for $call<F, $($P,)* R> {}

        #[diagnostic::do_not_recommend]
        impl<F, $($P,)* R> Companion for $call<F, $($P,)* R> {
            const THIS: Self = Self(PhantomData);
            type On<X> = Nowhere;
        }

        impl<F, $($P: Passing,)* R: Differentiable> $call<F, $($P,)* R>
        where
            F: $callable<$($P,)* R>,
        {
            /// All that the body of the function may read: the arguments.
            #[inline(always)]
            #[must_use]
            pub fn reads(self) -> (Yes, $($P::Read,)* No) {
                (Yes, $($P::Read::default(),)* No)
            }

            /// How much it stores is not known.
            #[inline(always)]
            pub fn pushes(self, _: &F, $(_: &$P::Value),*) -> Uneven {
                Uneven
            }

            /// Nothing is known of its cotangents.
            #[inline(always)]
            #[must_use]
            pub const fn often_zero(self) -> bool {
                false
            }

            /// The value.
            #[inline(always)]
            pub fn fwd(self, tape: &mut Tape<'_>, f: &F, $($x: $P::Operand<'_>),*) -> R {
                f.forward(tape, $($P::handed($x)),*)
            }

            /// The cotangents.
            #[inline(always)]
            #[allow(clippy::too_many_arguments, reason = "a value and a slot for each operand")]
            pub fn bwd(
                self,
                tape: &mut Tape<'_>,
                f: Read<'_, F>,
                $($x: impl Again<$P>,)*
                _: Read<'_, R>,
                y_bar: &Ct<R>,
                mut f_bar: impl Slot<Ct<F>>,
                $(mut $x_bar: impl Receives<$P>),*
            ) {
                $(let $x = $x.again();)*
                let mut f_out = f_bar.out();
                let mut spare;
                let f_bar = match f_out.place() {
                    Some(place) => place,
                    None => {
                        spare = Tangent::neutral();
                        &mut spare
                    }
                };
                $(place!(let $x_bar = $x_bar, $x, $P);)*
                f.get().reverse(tape, $($x,)* y_bar, f_bar, $($x_bar),*);
            }

            /// The value and its tangents.
            #[inline(always)]
            #[allow(clippy::too_many_arguments, reason = "a value and its tangents for each operand")]
            pub fn dual<const K: usize, S>(
                self,
                tape: &mut Tape<'_>,
                _: Width<K, S>,
                y_dot: &mut [Ct<R>; K],
                f: &F,
                $($x: $P::Operand<'_>,)*
                _: impl Sized,
                $(mut $x_dot: impl HandsTangents<$P, K>),*
            ) -> R {
                f.dual(tape, y_dot, $($P::handed($x), $x_dot.handed()),*)
            }

            /// The types of the operands, which say nothing more.
            #[inline(always)]
            pub fn operands(self, _: &F, $(_: &$P::Value),*) -> Ty<()> {
                Ty::new()
            }

            /// What the reverse half with tangents reads.
            #[inline(always)]
            #[must_use]
            pub fn reads_dual(self, _: &Ty<()>) -> (Yes, $($P::Read,)* No) {
                self.reads()
            }

            /// The cotangents and their tangents.
            #[inline]
            #[allow(clippy::too_many_arguments, reason = "a value, its tangent and slots for each operand")]
            pub fn bwd_dual(
                self,
                tape: &mut Tape<'_>,
                f: Read<'_, F>,
                $($x: impl Again<$P>,)*
                _: Read<'_, R>,
                _: impl Sized,
                $($x_dot: impl Directions<Place<$P::Value>, 1>,)*
                _: impl Sized,
                y_bar: PairRef<'_, Ct<R>>,
                mut f_bar: impl PairSlot<Ct<F>>,
                $(mut $x_bar: impl ReceivesPair<$P>),*
            ) {
                $(let $x = $x.again();)*
                let PairOut { mut bar, mut dot } = f_bar.outs();
                let mut spare = Pair::neutral();
                let f_bar = match (bar.place(), dot.place()) {
                    (Some(bar), Some(dot)) => PairMut { bar, dot },
                    _ => spare.lent(),
                };
                $(pair_place!(let $x_bar = $x_bar, $x, $P);)*
                f.get().reverse_dual(tape, $($x, Along::of(&$x_dot),)* y_bar, f_bar, $($x_bar),*);
            }

            /// The words that it stores are counted when it runs.
            #[must_use]
            pub const fn words(self, _: &Ty<()>, _depth: usize, _sweeps: Sweeps) -> TapeSize {
                TapeSize::UNBOUNDED
            }
        }

    };
}

callable!(Callable0 Signature0 Call0:);
callable!(Callable1 Signature1 Call1: x1 P1 x1_bar x1_dot passing_0 shared_0 argument_0 changed_0 whole_0 again_0 tangents_0 seen_0 seen_again_0);
callable!(Callable2 Signature2 Call2: x1 P1 x1_bar x1_dot passing_0 shared_0 argument_0 changed_0 whole_0 again_0 tangents_0 seen_0 seen_again_0, x2 P2 x2_bar x2_dot passing_1 shared_1 argument_1 changed_1 whole_1 again_1 tangents_1 seen_1 seen_again_1);
callable!(Callable3 Signature3 Call3: x1 P1 x1_bar x1_dot passing_0 shared_0 argument_0 changed_0 whole_0 again_0 tangents_0 seen_0 seen_again_0, x2 P2 x2_bar x2_dot passing_1 shared_1 argument_1 changed_1 whole_1 again_1 tangents_1 seen_1 seen_again_1, x3 P3 x3_bar x3_dot passing_2 shared_2 argument_2 changed_2 whole_2 again_2 tangents_2 seen_2 seen_again_2);
callable!(Callable4 Signature4 Call4: x1 P1 x1_bar x1_dot passing_0 shared_0 argument_0 changed_0 whole_0 again_0 tangents_0 seen_0 seen_again_0, x2 P2 x2_bar x2_dot passing_1 shared_1 argument_1 changed_1 whole_1 again_1 tangents_1 seen_1 seen_again_1, x3 P3 x3_bar x3_dot passing_2 shared_2 argument_2 changed_2 whole_2 again_2 tangents_2 seen_2 seen_again_2, x4 P4 x4_bar x4_dot passing_3 shared_3 argument_3 changed_3 whole_3 again_3 tangents_3 seen_3 seen_again_3);
